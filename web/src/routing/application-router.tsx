import { startTransition, useLayoutEffect, useState } from 'react';
import type { BrowserHistory } from './browser-history.js';
import { loadInFull, watchLeaving } from './full-load.js';
import type { RouterLocation } from './hooks.js';
import { PageBoundary } from './page-boundary.js';
import { PageError } from './page-error.js';
import { loadPages, matchRoutes, type Route } from './route.js';
import { MatchedPage, Router } from './router.js';

interface ApplicationRouterProps {
  readonly history: BrowserHistory;
  readonly routes: readonly Route[];
  /** The first page to show, whose code is already loaded: when hydrating, the page that the server rendered. */
  readonly first: Shown;
}

export interface Shown extends RouterLocation {
  /** The reason why the code of the page failed to load; null if it loaded. */
  readonly failure: unknown;
}

const BAR_ID = 'loading-bar';

/**
 * Shows the page of the address. The previous page stays until the code of the next one is loaded. If that fails, the
 * address is loaded in full, unless that would interrupt an order or another pending task.
 */
export function ApplicationRouter({ history, routes, first }: ApplicationRouterProps) {
  const [shown, setShown] = useState(first);
  useLayoutEffect(() => {
    const show = (failure: unknown) => startTransition(() => setShown(shownOf(history, routes, failure)));
    const follow = () => {
      const target = history.location;
      const unlessElsewhere = (failure: unknown) => {
        if (history.location === target && (failure === null || !navigator.onLine || !loadInFull())) {
          show(failure);
        }
      };
      const loading = loadPages(routes, target.pathname);
      if (loading) {
        showLoadingBar();
        const isLeft = watchLeaving(loading);
        loading.then(
          () => unlessElsewhere(null),
          (failure: unknown) => isLeft() || unlessElsewhere(failure),
        );
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
  useLayoutEffect(() => document.getElementById(BAR_ID)?.remove());
  return (
    <Router shown={shown} history={history}>
      {shown.failure === null ? (
        <PageBoundary location={shown.location}>
          <MatchedPage />
        </PageBoundary>
      ) : (
        <PageError error={shown.failure} />
      )}
    </Router>
  );
}

/** The page and location for the current address. */
export function shownOf(
  { location, movement }: BrowserHistory,
  routes: readonly Route[],
  failure: unknown,
): Shown {
  return { location, movement, match: matchRoutes(routes, location.pathname), failure };
}

/** Shows a bar while the current page waits for the code of the next one, so that every press has a visible effect. */
function showLoadingBar(): void {
  if (!document.getElementById(BAR_ID)) {
    const bar = document.createElement('div');
    bar.id = BAR_ID;
    bar.role = 'progressbar';
    bar.ariaLabel = 'Loading the page';
    document.body.append(bar);
  }
}
