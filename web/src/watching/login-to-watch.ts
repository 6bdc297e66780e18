import { paths } from '../links/paths.js';

/** The history state of the login page, and then of the product's, for somebody who logs in to watch it. */
export function toWatch({ id, name }: { readonly id: number; readonly name: string }, size: string | null) {
  return {
    watch: paths.product(id, size ?? undefined),
    what: size === null ? name : `${name}, size ${size}`,
  };
}

/** What is to be watched, in words; null in a state, which may hold anything, that says nothing of it. */
export function wantedWatch(state: unknown): string | null {
  const { watch, what } = (state ?? {}) as Partial<ReturnType<typeof toWatch>>;
  return typeof watch === 'string' && typeof what === 'string' ? what : null;
}
