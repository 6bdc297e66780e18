import { type MarketTag, TAGS_BY_EVENT } from '@perkex/contract/cache-tags.js';
import { BOOK_CHANGES } from './books/book-changes.js';
import { CAMPAIGNS, CATALOGUE, type CacheTag, cacheTagsFor } from './cache/cache-tags.js';
import { CAMPAIGN_CHANGES } from './campaigns/campaign-changes.js';
import type { EntryChanges } from './feed/change-kind.js';
import { CHANGED_PRODUCTS } from './products/changed-products.js';
import { REPLACED_ALIASES } from './products/search-aliases.js';
import { ODD_SALES } from './sales/odd-sales.js';
import { VOID_SALES } from './sales/void-sales.js';

/** The subjects that a changed product invalidates. The command line may have changed everything about it. */
const PRODUCT_TAGS: readonly MarketTag[] = [
  'catalogue',
  ...TAGS_BY_EVENT.book,
  ...TAGS_BY_EVENT.sale,
  ...TAGS_BY_EVENT.odd,
];

/** The cache tags that an entry of the feed invalidates. */
export function invalidatedTags(changes: EntryChanges): Set<CacheTag> {
  const products = CHANGED_PRODUCTS.in(changes);
  return new Set([
    ...BOOK_CHANGES.in(changes).flatMap(({ productId, trades }) =>
      cacheTagsFor(trades.length > 0 ? [...TAGS_BY_EVENT.book, ...TAGS_BY_EVENT.sale] : TAGS_BY_EVENT.book, [
        productId,
      ]),
    ),
    ...ODD_SALES.in(changes).flatMap(({ productId }) => cacheTagsFor(TAGS_BY_EVENT.odd, [productId])),
    ...VOID_SALES.in(changes).flatMap(({ productId }) => cacheTagsFor(TAGS_BY_EVENT.void, [productId])),
    ...(CAMPAIGN_CHANGES.in(changes).length > 0 ? [CAMPAIGNS] : []),
    ...(REPLACED_ALIASES.in(changes).length > 0 ? [CATALOGUE] : []),
    ...cacheTagsFor(products.length > 0 ? PRODUCT_TAGS : [], products),
  ]);
}
