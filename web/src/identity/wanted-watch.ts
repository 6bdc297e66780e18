import type { toWatch } from '../watching/login-to-watch.js';

/** What is to be watched, in words; null in a state, which may hold anything, that says nothing of it. */
export function wantedWatch(state: unknown): string | null {
  const { watch, what } = (state ?? {}) as Partial<ReturnType<typeof toWatch>>;
  return typeof watch === 'string' && typeof what === 'string' ? what : null;
}
