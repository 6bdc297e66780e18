import type { Search } from '@perkex/contract/finding.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** How long what was found counts as fresh. */
export const FOUND_STALE_MS = 60_000;

export type FoundProducts = Search;

/** A product that was found by its name, its nickname or its style code. */
export type FoundRow = Search['products'][number];

/**
 * What a text finds, the best first; what is popular, where it is empty. Cached under 'products' (section 7). While it is
 * read, what the text before has found stays.
 * @param text as `searchText` makes it
 */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['products', 'search', text],
    queryFn: ({ signal }) => call('search', { query: text === '' ? {} : { q: text } }, signal),
    staleTime: FOUND_STALE_MS,
    placeholderData: (before: Search | undefined, query) => (query?.queryKey[2] === '' ? undefined : before),
  });
}

const NOTHING_READ: Search = { count: 0, isClose: false, products: [], popular: [] };

/** Opens the search of a market that is there, before anything was read for it (section 2, "Header and search"). */
export function openSearch(client: QueryClient): void {
  client.setQueryData(searchQuery('').queryKey, NOTHING_READ, { updatedAt: 1 });
}

/** Whether the server could not read the market when it made this page: its box is disabled. */
export function isMarketUnread(): boolean {
  return document.querySelector('input[type=search]:disabled') !== null;
}
