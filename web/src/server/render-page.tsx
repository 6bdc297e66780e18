import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { PLACEHOLDER_PATHS, type RenderPage } from '@perkex/contract/rendered-page.js';
import { renderToString } from 'react-dom/server';
import { putFirstScreen } from '../api/first-screen.js';
import { createQueryClient } from '../api/query-client.js';
import { openSearch } from '../api/search.js';
import { Application } from '../application.js';
import { BrandPage } from '../brand/brand-page.js';
import { BrandsPage } from '../brand/brands-page.js';
import { ModelPage } from '../brand/model-page.js';
import { BrowsePage } from '../browse/browse-page.js';
import { FooterLinks } from '../footer/footer-links.js';
import { loadFooterLinks } from '../header/market-frame.js';
import { MarketLayout } from '../header/market-layout.js';
import { RootLayout } from '../header/root-layout.js';
import { HelpIndexPage } from '../help/help-index-page.js';
import { HelpPage } from '../help/help-page.js';
import { HomePage, loadGlance, loadProductRows } from '../home/home-page.js';
import { ProductRows } from '../home/product-rows.js';
import { MarketGlance } from '../overview/market-glance.js';
import { MarketPage } from '../overview/market-page.js';
import { DepthChart } from '../product/depth-chart.js';
import { loadDepthChart } from '../product/order-book.js';
import { ProductPage } from '../product/product-page.js';
import { SellSearchPage } from '../product/sell-search-page.js';
import { ReleasesPage } from '../releases/releases-page.js';
import { placeOf } from '../routing/location.js';
import { matchRoutes, type Route } from '../routing/route.js';
import { MatchedPage, Router } from '../routing/router.js';
import { putPart } from '../ui/use-nearby.js';
import { DashboardPlaceholder, PagePlaceholder } from './placeholders.js';

/** The pages that are the same for every visitor, nested as in `routes.tsx`. All other pages have placeholders. */
const routes: readonly Route[] = [
  {
    Component: RootLayout,
    children: [
      {
        Component: MarketLayout,
        children: [
          { path: PAGE_PATHS.home, Component: HomePage },
          { path: PAGE_PATHS.market, Component: MarketPage },
          { path: PAGE_PATHS.product, Component: ProductPage },
          { path: PAGE_PATHS.browse, Component: BrowsePage },
          { path: PAGE_PATHS.brands, Component: BrandsPage },
          { path: PAGE_PATHS.brand, Component: BrandPage },
          { path: PAGE_PATHS.model, Component: ModelPage },
          { path: PAGE_PATHS.releases, Component: ReleasesPage },
          { path: PAGE_PATHS.help, Component: HelpIndexPage },
          { path: PAGE_PATHS.helpPage, Component: HelpPage },
          { path: PAGE_PATHS.sellSearch, Component: SellSearchPage },
          { path: PLACEHOLDER_PATHS.market, Component: PagePlaceholder },
          { path: PLACEHOLDER_PATHS.unread, Component: PagePlaceholder },
        ],
      },
      { path: PLACEHOLDER_PATHS.dashboard, Component: DashboardPlaceholder },
    ],
  },
];

// The browser loads the code of these parts later; here it is available.
putPart(loadGlance, MarketGlance);
putPart(loadDepthChart, DepthChart);
putPart(loadProductRows, ProductRows);
putPart(loadFooterLinks, FooterLinks);

/** Rendered pages contain no origin. */
const ANY_ORIGIN = 'http://localhost';
const STAYING = { navigate: () => {}, listen: () => () => {} };

/** Each page has a cache of its own, so that no page can show data of another. */
export const renderPage: RenderPage = async ({ address, firstScreen, below }) => {
  const location = { ...placeOf(address, ANY_ORIGIN), state: null, key: 'default' };
  if (!matchRoutes(routes, location.pathname)) {
    throw new Error(`${address} is not a page.`);
  }
  const client = createQueryClient(() => {});
  putFirstScreen(client, location.pathname, { ...firstScreen, ...below });
  if (location.pathname !== PLACEHOLDER_PATHS.unread) {
    openSearch(client);
  }
  return renderToString(
    <Application client={client}>
      <Router routes={routes} location={location} movement="pop" history={{ location, ...STAYING }}>
        <MatchedPage />
      </Router>
    </Application>,
  );
};
