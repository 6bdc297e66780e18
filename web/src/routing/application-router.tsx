import { startTransition, useLayoutEffect, useState } from 'react';
import type { BrowserHistory } from './browser-history.js';
import { loadInFull } from './full-load.js';
import { loadPages } from './lazy-page.js';
import { hideLoadingBar, showLoadingBar } from './loading-bar.js';
import type { Location, Movement } from './location.js';
import { PageBoundary } from './page-boundary.js';
import { PageError } from './page-error.js';
import type { Route } from './route.js';
import { MatchedPage, Router } from './router.js';

interface ApplicationRouterProps {
  readonly history: BrowserHistory;
  readonly routes: readonly Route[];
  /** The first page to show, whose code is already loaded: when hydrating, the page that the server rendered. */
  readonly first: Shown;
}

export interface Shown {
  readonly location: Location;
  readonly movement: Movement;
  /** The reason why the code of the page failed to load; null if it loaded. */
  readonly failure: unknown;
}

/**
 * Shows the page of the address. The previous page stays until the code of the next one is loaded. If that fails, the
 * address is loaded in full, unless that would interrupt an order or another pending task.
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
        showLoadingBar();
        loading.then(() => unlessElsewhere(null), unlessElsewhere);
      } else {
        show(null);
      }
    };
    const end = history.listen(follow);
    // If the user went back during hydration, the location has already changed.
    if (history.location !== first.location) {
      follow();
    }
    return end;
  }, [history, routes, first]);
  // It renders only to show another page.
  useLayoutEffect(hideLoadingBar);
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

/** The page and location for the current address. */
export function shownOf({ location, movement }: BrowserHistory, failure: unknown): Shown {
  return { location, movement, failure };
}
