import { PAGES_OF_WEB } from 'virtual:pages';
import type { PageRecord } from '@perkex/contract/pages.js';
import { prepareSignIn } from './api/identity/chosen-provider.js';
import { MarketLayout } from './header/market-layout.js';
import { RootLayout } from './header/root-layout.js';
import { paths } from './links/paths.js';
import { lazyPage, loadPages } from './routing/lazy-page.js';
import { Redirect } from './routing/redirect.js';
import type { Route } from './routing/route.js';
import { LoginGuard, VisitorGuard } from './session/guards.js';

/** The pages of a layout, whose code is loaded when they are first shown. */
function pagesIn(layout: PageRecord['layout']): Route[] {
  return PAGES_OF_WEB.filter((page) => page.layout === layout).flatMap(({ patterns, load, next }) => {
    const page = lazyPage(async () => {
      const Page = await load();
      if (next) {
        loadPages(routes, next)?.catch(() => {});
      }
      return Page;
    });
    return patterns.map((path) => ({ path, ...page }));
  });
}

/** The pages in their layouts, on the server as in the browser. */
export const routes: readonly Route[] = [
  {
    Component: RootLayout,
    children: [
      {
        Component: MarketLayout,
        children: [
          ...pagesIn('market'),
          {
            Component: VisitorGuard,
            load() {
              prepareSignIn();
              return null;
            },
            children: pagesIn('visitor'),
          },
        ],
      },
      {
        Component: LoginGuard,
        children: [
          {
            ...lazyPage(async () => (await import('./dashboard/dashboard-layout.js')).DashboardLayout),
            children: pagesIn('dashboard'),
          },
        ],
      },
      { Component: () => <Redirect to={paths.home} /> },
    ],
  },
];
