import { PAGES_OF_WEB } from 'virtual:pages';
import type { PageRecord } from '@perkex/contract/pages.js';
import { patternsOf } from '@perkex/contract/path-of.js';
import { prepareSignIn } from './api/identity/chosen-provider.js';
import { MarketLayout } from './header/market-layout.js';
import { RootLayout } from './header/root-layout.js';
import { LoginGuard, VisitorGuard } from './identity/session/guards.js';
import { paths } from './links/paths.js';
import { Redirect } from './routing/redirect.js';
import { lazyPage, loadPages, type Part, type Route } from './routing/route.js';

const ROOT: Part = { Component: RootLayout };
const MARKET: Part = { Component: MarketLayout };
const FOR_VISITORS: Part = {
  Component: VisitorGuard,
  load() {
    prepareSignIn();
    return null;
  },
};

const LAYOUTS: Readonly<Record<PageRecord['layout'], readonly Part[]>> = {
  market: [ROOT, MARKET],
  visitor: [ROOT, MARKET, FOR_VISITORS],
  dashboard: [
    ROOT,
    { Component: LoginGuard },
    lazyPage(async () => (await import('./dashboard/dashboard-layout.js')).DashboardLayout),
  ],
  desk: [
    ROOT,
    { Component: LoginGuard },
    lazyPage(async () => (await import('./desk/desk-layout.js')).DeskLayout),
  ],
};

/** The pages in their layouts, on the server as in the browser. Their code is loaded when they are first shown. */
export const routes: readonly Route[] = [
  ...PAGES_OF_WEB.flatMap(({ path, layout, load, next }) => {
    const page = lazyPage(async () => {
      const Page = await load();
      if (next) {
        loadPages(routes, next)?.catch(() => {});
      }
      return Page;
    });
    return patternsOf(path).map((pattern) => ({ path: pattern, parts: [...LAYOUTS[layout], page] }));
  }),
  { path: null, parts: [ROOT, { Component: () => <Redirect to={paths.home} /> }] },
];
