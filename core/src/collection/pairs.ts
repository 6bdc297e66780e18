import { compareTexts } from '../compare-texts.js';
import type { Day } from '../figures/days.js';

/** The earliest purchase day of a pair. */
export const EARLIEST_DAY: Day = '1970-01-01';

/** A pair that a user owns or has owned. */
export interface Pair {
  /** The id of the trade for a pair bought here. */
  readonly id: string;
  readonly isBought: boolean;
  readonly productId: number;
  readonly size: string;
  /** The purchase price, without fees. */
  readonly costCents: number;
  readonly since: Day;
  /** The day it left the collection; null while it is owned. */
  readonly until: Day | null;
}

/** A pair that was sold here. */
export interface SoldPair {
  readonly productId: number;
  readonly size: string;
  readonly day: Day;
}

/**
 * Returns the pairs with the days on which they were sold here. A sale takes the oldest pair of its product and size
 * that was owned on that day, or none if the collection has no such pair.
 * @param pairs a pair that left for another reason already has its day
 */
export function withSales(pairs: readonly Pair[], sales: readonly SoldPair[]): Pair[] {
  const oldestFirst = [...pairs].sort((a, b) => compareTexts(a.since, b.since) || compareTexts(a.id, b.id));
  for (const { productId, size, day } of [...sales].sort((a, b) => compareTexts(a.day, b.day))) {
    const index = oldestFirst.findIndex(
      (pair) =>
        pair.productId === productId && pair.size === size && pair.until === null && pair.since <= day,
    );
    const pair = oldestFirst[index];
    if (pair) {
      oldestFirst[index] = { ...pair, until: day };
    }
  }
  return oldestFirst;
}

/** True if a pair was owned at the end of a day. */
export function isOwnedOn({ since, until }: Pair, day: Day): boolean {
  return since <= day && (until === null || until > day);
}
