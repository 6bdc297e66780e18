import type { Search } from '@perkex/contract/finding.js';
import { type QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** How long search results count as fresh. */
export const FOUND_STALE_MS = 60_000;

/** Search results show no prices. */
export const FOUND_META: QueryMeta = { appliedEvents: ['book', 'odd', 'void', 'reset'] };

export type FoundProducts = Search;

/** A product found by its name, nickname or style code. */
export type FoundRow = Search['products'][number];

/**
 * The products that match a text, best first; the popular ones if it is empty. Cached under 'products' (section 7).
 * Shows the previous results while others load.
 * @param text as `searchText` returns it
 */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['products', 'search', text],
    meta: FOUND_META,
    queryFn: ({ signal }) => call('search', { query: text === '' ? {} : { q: text } }, signal),
    staleTime: FOUND_STALE_MS,
    placeholderData: (before: Search | undefined, query) => (query?.queryKey[2] === '' ? undefined : before),
  });
}

const NOTHING_READ: Search = { count: 0, isClose: false, products: [], popular: [] };

/** Enables the search of an available market before anything is read (section 2, "Header and search"). */
export function openSearch(client: QueryClient): void {
  client.setQueryData(searchQuery('').queryKey, NOTHING_READ, { updatedAt: 1 });
}

/** True if the server could not read the market when it rendered this page. The search box is then disabled. */
export function isMarketUnread(): boolean {
  return document.querySelector('input[type=search]:disabled') !== null;
}
