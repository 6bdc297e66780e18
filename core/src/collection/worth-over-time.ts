import type { Day } from '../figures/days.js';
import { bucketsOf, firstDayOf, type HistoryRange } from '../figures/history.js';
import { isOwnedOn, type Pair } from './pairs.js';
import { isRecent, totalOfPairs } from './worth.js';

/** What was owned at the end of a day, a week or a month was worth, against what it was bought for. */
export interface WorthPoint {
  /** The first day of it. */
  readonly start: Day;
  readonly worthCents: number;
  readonly costCents: number;
}

/** The last sale of a day. */
export interface DayClose {
  readonly day: Day;
  readonly closeCents: number;
}

export interface WorthOverTime {
  readonly pairs: readonly Pair[];
  /** By `listingKey`, the days on which a size was sold, oldest first. */
  readonly closes: ReadonlyMap<string, readonly DayClose[]>;
  /** By `listingKey`, what a pair is worth now. */
  readonly worthNow: ReadonlyMap<string, number>;
  readonly range: HistoryRange;
  readonly today: Day;
}

/** The name of a product in a size. */
export function listingKey({ productId, size }: Pick<Pair, 'productId' | 'size'>): string {
  return `${productId} ${size}`;
}

/**
 * The worth of a collection over time: on earlier days by the last sale of each size in the 90 days before, today as it
 * is now. A pair without a price on a day counts on that day neither for worth nor for cost; without any there is no point.
 */
export function worthOverTime({ pairs, closes, worthNow, range, today }: WorthOverTime): WorthPoint[] {
  const first = pairs.reduce((day, { since }) => (since < day ? since : day), today);
  const wanted = firstDayOf(range, today) ?? first;
  const from = wanted > first ? wanted : first;
  return bucketsOf(range, from, today).flatMap(({ start, end }) => {
    const worthOnEnd = (pair: Pair) =>
      end === today
        ? (worthNow.get(listingKey(pair)) ?? null)
        : closeOn(closes.get(listingKey(pair)) ?? [], end);
    const owned = pairs.filter((pair) => isOwnedOn(pair, end));
    const { priced, costCents, worthCents } = totalOfPairs(
      owned.map((pair) => ({ costCents: pair.costCents, worthCents: worthOnEnd(pair) })),
    );
    return priced === 0 ? [] : [{ start, worthCents, costCents }];
  });
}

/** The last sale until the end of a day, if it is recent then. */
function closeOn(closes: readonly DayClose[], day: Day): number | null {
  const last = closes[countUntil(closes, day) - 1];
  return last && isRecent(last.day, day) ? last.closeCents : null;
}

/** How many of the days are not after this one: there may be thousands, and each is asked for a hundred times. */
function countUntil(closes: readonly DayClose[], day: Day): number {
  let [low, high] = [0, closes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle]?.day ?? '') <= day) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
