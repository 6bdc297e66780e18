import { type MarketTag, type ProductTag, TAGS_BY_EVENT } from '@perkex/contract/cache-tags.js';
import type { EntryChanges } from '../feed/entry.js';

/** The subjects that concern all products. */
const OF_ALL = ['catalogue', 'all books', 'all sales'] as const;
type TagOfAll = (typeof OF_ALL)[number];

/** A cache tag: a subject that can change, with the product where it concerns one. */
export type CacheTag = TagOfAll | `${ProductTag} ${number}`;

/** The subjects that a changed product invalidates. The command line may have changed everything about it. */
const OF_PRODUCT: readonly MarketTag[] = [
  'catalogue',
  ...TAGS_BY_EVENT.book,
  ...TAGS_BY_EVENT.sale,
  ...TAGS_BY_EVENT.odd,
];

export const ALL_BOOKS: CacheTag = 'all books';
export const ALL_SALES: CacheTag = 'all sales';
export const CATALOGUE: CacheTag = 'catalogue';

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

/** The tags that a batch invalidates. */
export function cacheTagsOf({ books, odd = [], products = [] }: EntryChanges): Set<CacheTag> {
  return new Set([
    ...books.flatMap(({ productId, trades }) =>
      cacheTagsFor(trades.length > 0 ? [...TAGS_BY_EVENT.book, ...TAGS_BY_EVENT.sale] : TAGS_BY_EVENT.book, [
        productId,
      ]),
    ),
    ...odd.flatMap(({ productId }) => cacheTagsFor(TAGS_BY_EVENT.odd, [productId])),
    ...cacheTagsFor(products.length > 0 ? OF_PRODUCT : [], products),
  ]);
}
