import type { Day } from '../figures/days.js';

/** No pair is said to be older. */
export const EARLIEST_DAY: Day = '1970-01-01';

/** A pair that somebody owns or has owned. */
export interface Pair {
  /** Of a bought pair, that of its trade. */
  readonly id: string;
  readonly isBought: boolean;
  readonly productId: number;
  readonly size: string;
  /** What it was bought for, without fees. */
  readonly costCents: number;
  readonly since: Day;
  /** The day on which it left; null while it is owned. */
  readonly until: Day | null;
}

/** A pair that was sold here. */
export interface SoldPair {
  readonly productId: number;
  readonly size: string;
  readonly day: Day;
}

/**
 * The pairs with what was sold of them: a sale takes the oldest pair of its product and size that was owned on that day.
 * A sale of a pair that nobody has told of takes none.
 * @param pairs those that left otherwise have their day
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

/** Whether a pair was owned at the end of a day. */
export function isOwnedOn({ since, until }: Pair, day: Day): boolean {
  return since <= day && (until === null || until > day);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
