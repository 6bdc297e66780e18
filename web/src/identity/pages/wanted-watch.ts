import type { toWatch } from '../../links/login-to-watch.js';

/** The wanted watch in words; null if the state, which may hold anything, has none. */
export function wantedWatch(state: unknown): string | null {
  const { watch, what } = (state ?? {}) as Partial<ReturnType<typeof toWatch>>;
  return typeof watch === 'string' && typeof what === 'string' ? what : null;
}
