import { FIRST_SCREEN_ID } from '@perkex/contract/first-screen.js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PathParams } from '../routing/path-pattern.js';

/** The data of a query. A part of its key such as `:id` is a parameter of the page's address. */
export type QueryEntry = readonly [key: QueryKey, data: unknown];

/** So old that the data are shown at once and then refetched. */
const LONG_AGO = { updatedAt: 1 };

/** Puts the data of the page's HTML into the cache. @param params those of the browser's address */
export function takeFirstScreen(client: QueryClient, params: PathParams): void {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  if (text) {
    putQueries(client, params, JSON.parse(text) as QueryEntry[], isFromServer() ? {} : LONG_AGO);
  }
}

/** Puts the data of queries into the cache. */
export function putQueries(
  client: QueryClient,
  params: PathParams,
  entries: readonly QueryEntry[],
  age: { readonly updatedAt?: number } = {},
): void {
  for (const [key, data] of entries) {
    const filledKey: readonly unknown[] = key.map((part) =>
      typeof part === 'string' && part.startsWith(':') ? params[part.slice(1)] : part,
    );
    client.setQueryData(filledKey as QueryKey, data, age);
  }
}

/** Going back or reopening a tab may load the page from the browser's cache instead. */
function isFromServer(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' || entry?.type === 'reload';
}
