import { startTransition, useLayoutEffect, useState } from 'react';
import type { BrowserHistory } from './browser-history.js';
import { loadInFull } from './full-load.js';
import { loadPages } from './lazy-page.js';
import type { Location, Movement } from './location.js';
import { PageBoundary } from './page-boundary.js';
import { PageError } from './page-error.js';
import type { Route } from './route.js';
import { MatchedPage, Router } from './router.js';

interface ApplicationRouterProps {
  readonly history: BrowserHistory;
  readonly routes: readonly Route[];
  /** What is shown first, whose code is there: of a page that is taken over, what the server has rendered. */
  readonly first: Shown;
}

export interface Shown {
  readonly location: Location;
  readonly movement: Movement;
  /** Why the code of the page could not be fetched; null if it was. */
  readonly failure: unknown;
}

/**
 * Shows the page of the address. The one before stays until the code of the next has come. If that cannot be fetched, the
 * address is loaded in full, unless that would interrupt an order or something else on its way.
 */
export function ApplicationRouter({ history, routes, first }: ApplicationRouterProps) {
  const [{ location, movement, failure }, setShown] = useState(first);
  useLayoutEffect(() => {
    const show = (reason: unknown) => startTransition(() => setShown(shownOf(history, reason)));
    const follow = () => {
      const target = history.location;
      const unlessElsewhere = (reason: unknown) => {
        if (history.location !== target) {
          return;
        }
        if (reason === null || !navigator.onLine || !loadInFull()) {
          show(reason);
        }
      };
      const loading = loadPages(routes, target.pathname);
      if (loading) {
        loading.then(() => unlessElsewhere(null), unlessElsewhere);
      } else {
        show(null);
      }
    };
    const end = history.listen(follow);
    // Whoever went back while the first page was being taken over is elsewhere already.
    if (history.location !== first.location) {
      follow();
    }
    return end;
  }, [history, routes, first]);
  return (
    <Router routes={routes} location={location} movement={movement} history={history}>
      {failure === null ? (
        <PageBoundary location={location}>
          <MatchedPage />
        </PageBoundary>
      ) : (
        <PageError error={failure} />
      )}
    </Router>
  );
}

/** What is to be seen at the address of the moment. */
export function shownOf({ location, movement }: BrowserHistory, failure: unknown): Shown {
  return { location, movement, failure };
}
