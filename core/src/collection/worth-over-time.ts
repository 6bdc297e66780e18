import type { Day } from '../figures/days.js';
import { bucketsOf, firstDayOf, type HistoryRange } from '../figures/history.js';
import { groupBy } from '../group-by.js';
import { isOwnedOn, type Pair } from './pairs.js';
import { recentAfter } from './worth.js';

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
  /** By `listingKey`, the last days of each bucket on which a size was sold, oldest first. */
  readonly closes: ReadonlyMap<string, readonly DayClose[]>;
  /** By `listingKey`, what a pair is worth now. */
  readonly worthNow: ReadonlyMap<string, number>;
  readonly range: HistoryRange;
  /** That of `firstDayOfWorth`. */
  readonly from: Day;
  readonly today: Day;
}

/** The name of a product in a size. */
export function listingKey({ productId, size }: Pick<Pair, 'productId' | 'size'>): string {
  return `${productId} ${size}`;
}

/**
 * The first day on which a collection can have a worth that the range shows.
 * @param owned the day of the first pair; null for none
 * @param sold the first day on which one of its sizes was sold; null for none
 */
export function firstDayOfWorth(
  range: HistoryRange,
  { owned, sold }: { readonly owned: Day | null; readonly sold: Day | null },
  today: Day,
): Day {
  const begins = firstDayOf(range, today) ?? sold ?? today;
  const since = owned ?? today;
  return since > begins ? since : begins;
}

/**
 * The worth of a collection over time: on earlier days by the last sale of each size in the 90 days before, today as it
 * is now. A pair without a price on a day counts on that day neither for worth nor for cost; without any there is no point.
 */
export function worthOverTime({ pairs, closes, worthNow, range, from, today }: WorthOverTime): WorthPoint[] {
  const buckets = bucketsOf(range, from, today).map(({ start, end }) => ({
    start,
    end,
    recentAfter: recentAfter(end),
    priced: 0,
    worthCents: 0,
    costCents: 0,
  }));
  for (const [key, ofListing] of groupBy(pairs, listingKey)) {
    const prices = pricesOn(buckets, closes.get(key) ?? [], { cents: worthNow.get(key) ?? null, today });
    for (const pair of ofListing) {
      for (const [index, bucket] of buckets.entries()) {
        const cents = prices[index] ?? null;
        if (cents !== null && isOwnedOn(pair, bucket.end)) {
          bucket.priced += 1;
          bucket.worthCents += cents;
          bucket.costCents += pair.costCents;
        }
      }
    }
  }
  return buckets.flatMap(({ start, priced, worthCents, costCents }) =>
    priced === 0 ? [] : [{ start, worthCents, costCents }],
  );
}

/** What a size is worth at the end of each bucket: its last sale until then, if that is recent, and today what it is now. */
function pricesOn(
  buckets: readonly { readonly end: Day; readonly recentAfter: Day }[],
  closes: readonly DayClose[],
  now: { readonly cents: number | null; readonly today: Day },
): (number | null)[] {
  let next = 0;
  return buckets.map(({ end, recentAfter }) => {
    while ((closes[next]?.day ?? '9999') <= end) {
      next += 1;
    }
    const last = closes[next - 1];
    if (end === now.today) {
      return now.cents;
    }
    return last && last.day > recentAfter ? last.closeCents : null;
  });
}
