import type { Zone } from './moment.js';
import { useIsAlive } from './use-is-alive.js';

/** The time zone to show: the visitor's, once the page is hydrated. */
export function useZone(): Zone {
  return useIsAlive() ? 'local' : 'utc';
}
