import { useSyncExternalStore } from 'react';

const NEVER_CHANGES = () => () => {};

/**
 * Whether the page answers: false on the server and while the browser takes over what came from there. What only the
 * browser knows is shown from then on.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
}
