/** The events of the live streams that make responses stale, each with the tags that it invalidates. */
export const TAGS_BY_EVENT = {
  book: ['books', 'shown books', 'all books'],
  sale: ['sales', 'all sales'],
  // The last sale is shown beside the prices.
  odd: ['books', 'shown books', 'sales', 'odd sales', 'all sales'],
  // Only these correct the days that are over.
  void: ['books', 'shown books', 'all books', 'sales', 'odd sales', 'all sales', 'past days'],
  order: ['own orders'],
  trade: ['own orders'],
  notice: ['own notices'],
} as const;

/**
 * The books or sales of the product that the call names, of the products in the response, or of all products. The
 * catalogue has the other facts of products, the campaigns what admins have chosen to show.
 */
export type MarketTag =
  | (typeof TAGS_BY_EVENT)['book' | 'sale' | 'odd' | 'void'][number]
  | 'catalogue'
  | 'campaigns';
/** The subjects that belong to the product that the call names. */
export type ProductTag = 'books' | 'sales' | 'odd sales';
/** The data of the user who makes the call. */
export type OwnTag = (typeof TAGS_BY_EVENT)['order' | 'notice'][number] | 'own pairs' | 'own watches';
export type CacheTag = MarketTag | OwnTag;
