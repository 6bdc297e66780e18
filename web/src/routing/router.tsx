import { type ReactNode, useMemo } from 'react';
import { NavigateContext, useWhereabouts, WhereaboutsContext } from './hooks.js';
import type { Location, Movement, Navigate } from './location.js';
import { matchRoutes, type Route } from './route.js';

interface RouterProps {
  readonly routes: readonly Route[];
  readonly location: Location;
  readonly movement: Movement;
  readonly navigate: Navigate;
  readonly children: ReactNode;
}

/** Tells everything in it where somebody is. */
export function Router({ routes, location, movement, navigate, children }: RouterProps) {
  const whereabouts = useMemo(
    () => ({ location, movement, match: matchRoutes(routes, location.pathname) }),
    [routes, location, movement],
  );
  return (
    <NavigateContext value={navigate}>
      <WhereaboutsContext value={whereabouts}>{children}</WhereaboutsContext>
    </NavigateContext>
  );
}

/** What is at the address, in the layouts around it. */
export function MatchedPage() {
  const { match } = useWhereabouts();
  let page: ReactNode = null;
  for (const { Component } of match?.routes.toReversed() ?? []) {
    page = <Component>{page}</Component>;
  }
  return page;
}
