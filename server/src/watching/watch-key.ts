import { ALL_SIZES } from '../books/all-sizes.js';

/** A user, and the product and size that they watch. */
export interface WatchKey {
  readonly userId: string;
  readonly productId: number;
  /** '' for all sizes. */
  readonly size: string;
}

/** A size as in calls: null for all sizes. */
export function shownSize(size: string): string | null {
  return size === ALL_SIZES ? null : size;
}

/** A size as in the tables. */
export function keptSize(size: string | null): string {
  return size ?? ALL_SIZES;
}
