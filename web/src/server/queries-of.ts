import { FIRST_RANGES, type FirstScreen } from '@perkex/contract/first-screen.js';
import { filtersFrom } from '@perkex/core/finding/filters.js';
import { browseQuery } from '../api/finding.js';
import type { QueryEntry } from '../api/first-screen.js';
import { helpIndexQuery, helpQuery } from '../api/help.js';
import { bannersQuery, brandQuery, brandsQuery, modelQuery, productRowsQuery } from '../api/home.js';
import { marketIndexQuery, marketOf, marketQuery, tradeFeedPageOf, tradeFeedQuery } from '../api/market.js';
import { productFiguresQuery, productHistoryQuery } from '../api/product-figures.js';
import { carouselProduct, productOf, productQuery, trendingQuery } from '../api/products.js';
import { releasesQuery } from '../api/releases.js';

/** The data of a page as the queries that show it. Null belongs to the address, as unknown pages are rendered once. */
export function queriesOf({
  product,
  sales,
  market,
  browse,
  releases,
  ...others
}: FirstScreen): QueryEntry[] {
  const { trending, banners, shelves, brands, brand, model, helpIndex, help } = others;
  const entries: QueryEntry[] = [
    [trendingQuery.queryKey, trending?.map(carouselProduct)],
    [bannersQuery.queryKey, banners],
    [productRowsQuery.queryKey, shelves],
    [brandsQuery.queryKey, brands],
    [brandQuery(':brand').queryKey, brand],
    [modelQuery(':brand', ':model').queryKey, model],
    [helpIndexQuery.queryKey, helpIndex],
    [helpQuery(':page').queryKey, help],
    [productQuery(':id').queryKey, product && productOf(product)],
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
