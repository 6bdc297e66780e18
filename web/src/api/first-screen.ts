import { FIRST_SCREEN_ID, type FirstScreen } from '@perkex/contract/first-screen.js';
import type { QueryClient } from '@tanstack/react-query';
import { productQuery, trendingQuery } from './products.js';

/** Puts what came along in the page's HTML where the screens look for it. */
export function takeFirstScreen(client: QueryClient): void {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  if (!text) {
    return;
  }
  const { trending, product } = JSON.parse(text) as FirstScreen;
  if (trending) {
    client.setQueryData(trendingQuery.queryKey, [...trending]);
  }
  const [, page, id] = window.location.pathname.split('/');
  if (product !== undefined && page === 'product' && id) {
    client.setQueryData(productQuery(id).queryKey, product);
  }
}
