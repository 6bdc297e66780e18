import type { MarketTag, ProductTag } from '@perkex/contract/cache-tags.js';

/** The subjects that concern no single product. */
const OF_ALL = ['catalogue', 'campaigns', 'all books', 'all sales', 'past days'] as const;
type TagOfAll = (typeof OF_ALL)[number];

/** A cache tag: a subject that can change, with the product where it concerns one. */
export type CacheTag = TagOfAll | `${ProductTag} ${number}`;

export const ALL_BOOKS: CacheTag = 'all books';
export const ALL_SALES: CacheTag = 'all sales';
export const PAST_DAYS: CacheTag = 'past days';
export const CATALOGUE: CacheTag = 'catalogue';
export const CAMPAIGNS: CacheTag = 'campaigns';

export function booksOf(productId: number): CacheTag {
  return `books ${productId}`;
}

export function salesOf(productId: number): CacheTag {
  return `sales ${productId}`;
}

/** The tags of a response with these products as cards. */
export function cacheTagsOfSummaries(ids: readonly number[]): CacheTag[] {
  return cacheTagsFor(['shown books', 'catalogue'], ids);
}

/** The cache tags of some subjects, where they concern products of these. */
export function cacheTagsFor(tags: readonly MarketTag[], productIds: readonly number[]): CacheTag[] {
  return tags.flatMap((tag) =>
    isOfAll(tag) ? [tag] : productIds.map((id): CacheTag => `${tag === 'shown books' ? 'books' : tag} ${id}`),
  );
}

function isOfAll(tag: MarketTag): tag is TagOfAll {
  return (OF_ALL as readonly MarketTag[]).includes(tag);
}
