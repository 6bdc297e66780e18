import { startTransition, useLayoutEffect, useState } from 'react';
import { type Location, type NavigationType, type RouteObject, Router, useRoutes } from 'react-router';
import type { BrowserHistory } from './browser-history.js';
import { loadPages } from './lazy-page.js';
import { PageBoundary } from './page-boundary.js';
import { PageError } from './page-error.js';

interface ApplicationRouterProps {
  readonly history: BrowserHistory;
  readonly routes: RouteObject[];
  /** Why the code of the first page could not be fetched; null if it was. */
  readonly firstFailure: unknown;
}

interface Shown {
  readonly location: Location;
  readonly action: NavigationType;
  /** Why the code of the page could not be fetched; null if it was. */
  readonly failure: unknown;
}

/** Shows the page of the address. The one before stays until the code of the next has come. */
export function ApplicationRouter({ history, routes, firstFailure }: ApplicationRouterProps) {
  const [{ location, action, failure }, setShown] = useState<Shown>(() => shownOf(history, firstFailure));
  useLayoutEffect(() => {
    const show = (reason: unknown) => startTransition(() => setShown(shownOf(history, reason)));
    return history.listen(() => {
      const target = history.location;
      const unlessElsewhere = (reason: unknown) => {
        if (history.location === target) {
          show(reason);
        }
      };
      const loading = loadPages(routes, target);
      if (loading) {
        loading.then(() => unlessElsewhere(null), unlessElsewhere);
      } else {
        show(null);
      }
    });
  }, [history, routes]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {failure === null ? (
        <PageBoundary location={location}>
          <Routes routes={routes} />
        </PageBoundary>
      ) : (
        <PageError error={failure} />
      )}
    </Router>
  );
}

function shownOf({ location, action }: BrowserHistory, failure: unknown): Shown {
  return { location, action, failure };
}

function Routes({ routes }: Pick<ApplicationRouterProps, 'routes'>) {
  return useRoutes(routes);
}
