import { PLACEHOLDER_PATHS, type RenderPage } from '@perkex/contract/rendered-page.js';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { putQueries } from '../api/first-screen.js';
import { createQueryClient } from '../api/query-client.js';
import { openSearch } from '../api/search.js';
import { Application } from '../application.js';
import { FooterLinks } from '../footer/footer-links.js';
import { MarketLayout } from '../header/market-layout.js';
import { loadFooterLinks } from '../header/page-footer.js';
import { RootLayout } from '../header/root-layout.js';
import { loadGlance, loadProductRows } from '../home/home-page.js';
import { ProductRows } from '../home/product-rows.js';
import { MarketGlance } from '../market/market-glance.js';
import { DepthChart } from '../product/depth-chart.js';
import { loadDepthChart } from '../product/order-book.js';
import { routes } from '../routes.js';
import { placeOf } from '../routing/location.js';
import { loadPages, matchRoutes, type Route } from '../routing/route.js';
import { MatchedPage, Router } from '../routing/router.js';
import { putPart } from '../ui/use-nearby.js';
import { DashboardPlaceholder, PagePlaceholder, PanelPlaceholder } from './placeholders.js';
import { queriesOf } from './queries-of.js';

const partsOf = (...components: ComponentType[]) => components.map((Component) => ({ Component }));
const MARKET_PLACEHOLDER = partsOf(RootLayout, MarketLayout, PagePlaceholder);

/** The placeholders, before all pages. */
const ROUTES: readonly Route[] = [
  { path: PLACEHOLDER_PATHS.market, parts: MARKET_PLACEHOLDER },
  { path: PLACEHOLDER_PATHS.unread, parts: MARKET_PLACEHOLDER },
  { path: PLACEHOLDER_PATHS.trade, parts: partsOf(RootLayout, MarketLayout, PanelPlaceholder) },
  { path: PLACEHOLDER_PATHS.dashboard, parts: partsOf(RootLayout, DashboardPlaceholder) },
  ...routes,
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
  await loadPages(ROUTES, location.pathname);
  const client = createQueryClient(() => {});
  const queries = queriesOf(firstScreen);
  const match = matchRoutes(ROUTES, location.pathname);
  putQueries(client, match?.params ?? {}, [...queries, ...queriesOf(below)]);
  if (location.pathname !== PLACEHOLDER_PATHS.unread) {
    openSearch(client);
  }
  const html = renderToString(
    <Application client={client}>
      <Router shown={{ location, movement: 'pop', match }} history={{ location, ...STAYING }}>
        <MatchedPage />
      </Router>
    </Application>,
  );
  return { html, queries: JSON.stringify(queries) };
};
