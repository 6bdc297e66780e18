import { FIRST_RANGES, FIRST_SCREEN_ID, type FirstScreen } from '@perkex/contract/first-screen.js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { marketIndexQuery, marketOf, marketQuery, tradeFeedPageOf, tradeFeedQuery } from './market.js';
import { productFiguresQuery, productHistoryQuery } from './product-figures.js';
import { carouselProduct, productOf, productQuery, trendingQuery } from './products.js';

/** So old that the data are shown at once and then refetched. */
const LONG_AGO = { updatedAt: 1 };

/** Puts the data of the page's HTML into the cache. */
export function takeFirstScreen(client: QueryClient): void {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  if (text) {
    const firstScreen = JSON.parse(text) as FirstScreen;
    putFirstScreen(client, window.location.pathname, firstScreen, isFromServer() ? {} : LONG_AGO);
  }
}

/** Puts the data of the first screen into the cache. @param path the path of the page */
export function putFirstScreen(
  client: QueryClient,
  path: string,
  { trending, product, sales, market, browse, releases, model, ...asTheyAre }: FirstScreen,
  age: { readonly updatedAt?: number } = {},
): void {
  if (trending) {
    client.setQueryData(trendingQuery.queryKey, trending.map(carouselProduct), age);
  }
  const [, page, id, more] = path.split('/');
  for (const [name, data] of Object.entries(asTheyAre)) {
    // The key is the slug, where there is one. Null belongs to the id in the address.
    const slug = data === null ? id : (data as { readonly slug?: string }).slug;
    client.setQueryData((slug ? [name, slug] : [name]) as QueryKey, data, age);
  }
  // The keys repeat those of `finding.ts`, `releases.ts` and `home.ts`, whose code only some pages need.
  if (browse) {
    const { address, found } = browse;
    client.setQueryData(['browse', address], { pages: [found], pageParams: [found.page] }, age);
  }
  if (releases) {
    client.setQueryData(['releases', releases.month], releases.shown, age);
  }
  if (model !== undefined) {
    client.setQueryData(['model', model?.brand.slug ?? id ?? null, model?.slug ?? more ?? null], model, age);
  }
  if (product !== undefined && page === 'product' && id) {
    client.setQueryData(productQuery(id).queryKey, product && productOf(product), age);
  }
  if (product && sales) {
    const { size, figures, history } = sales;
    client.setQueryData(productFiguresQuery(product.id, size).queryKey, figures, age);
    const { queryKey } = productHistoryQuery(product.id, size, FIRST_RANGES.product);
    client.setQueryData(queryKey, [...history], age);
  }
  if (market) {
    client.setQueryData(marketQuery(market.period).queryKey, marketOf(market.lists), age);
    client.setQueryData(marketIndexQuery(FIRST_RANGES.index).queryKey, market.index, age);
    client.setQueryData(
      tradeFeedQuery.queryKey,
      { pages: [tradeFeedPageOf(market.tape)], pageParams: [undefined] },
      age,
    );
  }
}

/** Going back or reopening a tab may load the page from the browser's cache instead. */
function isFromServer(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' || entry?.type === 'reload';
}
