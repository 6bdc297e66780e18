import { type ReactNode, useMemo } from 'react';
import { type CurrentEntry, HistoryContext, useWhereabouts, WhereaboutsContext } from './hooks.js';
import type { Location, Movement } from './location.js';
import { matchRoutes, type Route } from './route.js';

interface RouterProps {
  readonly routes: readonly Route[];
  readonly location: Location;
  readonly movement: Movement;
  /** The same object in every render. */
  readonly history: CurrentEntry;
  readonly children: ReactNode;
}

/** Provides the location to all its children. */
export function Router({ routes, location, movement, history, children }: RouterProps) {
  const whereabouts = useMemo(
    () => ({ location, movement, match: matchRoutes(routes, location.pathname) }),
    [routes, location, movement],
  );
  return (
    <HistoryContext value={history}>
      <WhereaboutsContext value={whereabouts}>{children}</WhereaboutsContext>
    </HistoryContext>
  );
}

/** The page at the address, inside its layouts. */
export function MatchedPage() {
  const { match } = useWhereabouts();
  let page: ReactNode = null;
  for (const { Component } of match?.routes.toReversed() ?? []) {
    page = <Component>{page}</Component>;
  }
  return page;
}
