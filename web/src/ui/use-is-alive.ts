import { useSyncExternalStore } from 'react';

const NEVER_CHANGES = () => () => {};

/**
 * True once the page is hydrated; false on the server and during hydration. Content that only the browser knows may
 * then be shown.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
}
