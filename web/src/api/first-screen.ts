import { FIRST_SCREEN_ID, type FirstScreen } from '@perkex/contract/first-screen.js';
import type { QueryClient } from '@tanstack/react-query';
import { productQuery, trendingQuery } from './products.js';

/** Older than anything: shown at once, and read again. */
const LONG_AGO = { updatedAt: 1 };

/** Puts what came along in the page's HTML where the screens look for it. */
export function takeFirstScreen(client: QueryClient): void {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  if (!text) {
    return;
  }
  const { trending, product } = JSON.parse(text) as FirstScreen;
  const age = isFromServer() ? {} : LONG_AGO;
  if (trending) {
    client.setQueryData(trendingQuery.queryKey, [...trending], age);
  }
  const [, page, id] = window.location.pathname.split('/');
  if (product !== undefined && page === 'product' && id) {
    client.setQueryData(productQuery(id).queryKey, product, age);
  }
}

/** The way back, or a tab that is opened again, may bring a page out of the browser's cache. */
function isFromServer(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' || entry?.type === 'reload';
}
