import type { Zone } from './moment.js';
import { useIsAlive } from './use-is-alive.js';

/** Whose time to show: the visitor's, once the page answers. */
export function useZone(): Zone {
  return useIsAlive() ? 'local' : 'utc';
}
