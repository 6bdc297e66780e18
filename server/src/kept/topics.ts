import type { EntryChanges } from '../feed/entry.js';

/** A cache tag: a subject that can change. */
export type Topic = string;

/** The books of a product: orders, prices and depths. Changes with every order. */
export function booksOf(productId: number): Topic {
  return `books ${productId}`;
}

/** The sales of a product, here or before this market. */
export function salesOf(productId: number): Topic {
  return `sales ${productId}`;
}

/** The books of all products. */
export const ALL_BOOKS: Topic = 'books';

/** The sales of all products. */
export const ALL_SALES: Topic = 'sales';

/** The products and their facts besides prices. Only the command line changes them. */
export const CATALOGUE: Topic = 'catalogue';

/** The tags of a response with these products as cards. */
export function topicsOfSummaries(ids: readonly number[]): Topic[] {
  return [CATALOGUE, ...ids.map(booksOf)];
}

/** The tags that a batch invalidates. */
export function topicsOf({ books, odd = [], products = [] }: EntryChanges): Set<Topic> {
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
