import { ALL_SIZES } from '../sales/fold-sales.js';

/** What one user watches. */
export interface WatchKey {
  readonly userId: string;
  readonly productId: number;
  /** '' for all sizes. */
  readonly size: string;
}

/** A size as calls have it: null for all of them. */
export function shownSize(size: string): string | null {
  return size === ALL_SIZES ? null : size;
}

/** A size as the tables have it. */
export function keptSize(size: string | null): string {
  return size ?? ALL_SIZES;
}
