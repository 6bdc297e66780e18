import type { ReactNode } from 'react';
import {
  type CurrentEntry,
  HistoryContext,
  useWhereabouts,
  type Whereabouts,
  WhereaboutsContext,
} from './hooks.js';

interface RouterProps {
  /** The same object until another page or location is shown. */
  readonly shown: Whereabouts;
  /** The same object in every render. */
  readonly history: CurrentEntry;
  readonly children: ReactNode;
}

/** Provides the location to all its children. */
export function Router({ shown, history, children }: RouterProps) {
  return (
    <HistoryContext value={history}>
      <WhereaboutsContext value={shown}>{children}</WhereaboutsContext>
    </HistoryContext>
  );
}

/** The page at the address, inside its layouts. */
export function MatchedPage() {
  const { match } = useWhereabouts();
  let page: ReactNode = null;
  for (const { Component } of match?.parts.toReversed() ?? []) {
    page = <Component>{page}</Component>;
  }
  return page;
}
