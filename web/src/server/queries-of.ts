import { CALL_ADDRESSES, type CallName } from '@perkex/contract/call-addresses.js';
import { FIRST_RANGES, type FirstScreen } from '@perkex/contract/first-screen.js';
import { filtersFrom } from '@perkex/core/finding/filters.js';
import type { QueryKey } from '@tanstack/react-query';
import { browseQuery } from '../api/finding.js';
import type { QueryEntry } from '../api/first-screen.js';
import { marketIndexQuery, marketOf, marketQuery, tradeFeedPageOf, tradeFeedQuery } from '../api/market.js';
import { productFiguresQuery, productHistoryQuery } from '../api/product-figures.js';
import { carouselProduct, productOf, productQuery, trendingQuery } from '../api/products.js';
import { releasesQuery } from '../api/releases.js';

/** The data of a page as the queries that show it. Null belongs to the address, as unknown pages are rendered once. */
export function queriesOf({
  trending,
  product,
  sales,
  market,
  browse,
  releases,
  ...answers
}: FirstScreen): QueryEntry[] {
  const entries: QueryEntry[] = [
    [trendingQuery.queryKey, trending?.map(carouselProduct)],
    [productQuery(':id').queryKey, product && productOf(product)],
    ...Object.entries(answers).map(([name, answer]) => [keyOf(name as CallName), answer] as const),
  ];
  if (browse) {
    const { queryKey } = browseQuery(filtersFrom(new URLSearchParams(browse.address)));
    entries.push([queryKey, { pages: [browse.found], pageParams: [browse.found.page] }]);
  }
  if (releases) {
    entries.push([releasesQuery(releases.month).queryKey, releases.shown]);
  }
  if (product && sales) {
    const { size, figures, history } = sales;
    entries.push([productFiguresQuery(product.id, size).queryKey, figures]);
    entries.push([productHistoryQuery(product.id, size, FIRST_RANGES.product).queryKey, history]);
  }
  if (market) {
    const tradeFeed = { pages: [tradeFeedPageOf(market.tape)], pageParams: [null] };
    entries.push([marketQuery(market.period).queryKey, marketOf(market.lists)]);
    entries.push([marketIndexQuery(FIRST_RANGES.index).queryKey, market.index]);
    entries.push([tradeFeedQuery.queryKey, tradeFeed]);
  }
  return entries.filter(([, data]) => data !== undefined);
}

/** The key of a query is the name of its call with its parameters, here those of the page's address. */
function keyOf(name: CallName): QueryKey {
  const parameters: readonly unknown[] = CALL_ADDRESSES[name].path.match(/:\w+/g) ?? [];
  return [name, ...parameters] as readonly unknown[] as QueryKey;
}
