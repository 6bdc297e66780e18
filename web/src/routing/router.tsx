import type { ReactNode } from 'react';
import {
  type CurrentEntry,
  HistoryContext,
  type RouterLocation,
  RouterLocationContext,
  useRouterLocation,
} from './hooks.js';

interface RouterProps {
  /** The same object until another page or location is shown. */
  readonly shown: RouterLocation;
  /** The same object in every render. */
  readonly history: CurrentEntry;
  readonly children: ReactNode;
}

/** Provides the location to all its children. */
export function Router({ shown, history, children }: RouterProps) {
  return (
    <HistoryContext value={history}>
      <RouterLocationContext value={shown}>{children}</RouterLocationContext>
    </HistoryContext>
  );
}

/** The page at the address, inside its layouts. */
export function MatchedPage() {
  const { match } = useRouterLocation();
  let page: ReactNode = null;
  for (const { Component } of match?.parts.toReversed() ?? []) {
    page = <Component>{page}</Component>;
  }
  return page;
}
