import type { EntryChanges } from '../feed/entry.js';

/** A cache tag: a subject that can change. */
export type CacheTag = string;

/** The books of a product: orders, prices and depths. Changes with every order. */
export function booksOf(productId: number): CacheTag {
  return `books ${productId}`;
}

/** The sales of a product, here or before this market. */
export function salesOf(productId: number): CacheTag {
  return `sales ${productId}`;
}

/** The books of all products. */
export const ALL_BOOKS: CacheTag = 'books';

/** The sales of all products. */
export const ALL_SALES: CacheTag = 'sales';

/** The products and their facts besides prices. Only the command line changes them. */
export const CATALOGUE: CacheTag = 'catalogue';

/** The tags of a response with these products as cards. */
export function cacheTagsOfSummaries(ids: readonly number[]): CacheTag[] {
  return [CATALOGUE, ...ids.map(booksOf)];
}

/** The tags that a batch invalidates. */
export function cacheTagsOf({ books, odd = [], products = [] }: EntryChanges): Set<CacheTag> {
  const cacheTags = new Set<CacheTag>();
  for (const { productId, trades } of books) {
    cacheTags.add(booksOf(productId)).add(ALL_BOOKS);
    if (trades.length > 0) {
      cacheTags.add(salesOf(productId)).add(ALL_SALES);
    }
  }
  for (const { productId } of odd) {
    cacheTags.add(booksOf(productId)).add(salesOf(productId)).add(ALL_SALES);
  }
  for (const productId of products) {
    cacheTags.add(booksOf(productId)).add(salesOf(productId)).add(ALL_SALES).add(CATALOGUE).add(ALL_BOOKS);
  }
  return cacheTags;
}
