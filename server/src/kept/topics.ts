import type { BatchChanges } from '../feed/batch.js';

/** What a change can be about, and a kept answer with it. */
export type Topic = string;

/** How the books of a product stand: its orders, prices, depths. It changes with every order of theirs. */
export function booksOf(productId: number): Topic {
  return `books ${productId}`;
}

/** What was sold of a product, here or before this market. */
export function salesOf(productId: number): Topic {
  return `sales ${productId}`;
}

/** How any book stands. */
export const ALL_BOOKS: Topic = 'books';

/** What was sold of any product. */
export const ALL_SALES: Topic = 'sales';

/** Which products there are, and what is said of them besides prices: only the command line changes that. */
export const CATALOGUE: Topic = 'catalogue';

/** What whoever shows the products of these ids as cards has to follow. */
export function topicsOfSummaries(ids: readonly number[]): Topic[] {
  return [CATALOGUE, ...ids.map(booksOf)];
}

/** What a batch has changed. */
export function topicsOf({ books, odd = [], products = [] }: BatchChanges): Set<Topic> {
  const topics = new Set<Topic>();
  for (const { productId, trades } of books) {
    topics.add(booksOf(productId)).add(ALL_BOOKS);
    if (trades.length > 0) {
      topics.add(salesOf(productId)).add(ALL_SALES);
    }
  }
  for (const { productId } of odd) {
    topics.add(booksOf(productId)).add(salesOf(productId)).add(ALL_SALES);
  }
  for (const productId of products) {
    topics.add(booksOf(productId)).add(salesOf(productId)).add(ALL_SALES).add(CATALOGUE).add(ALL_BOOKS);
  }
  return topics;
}
