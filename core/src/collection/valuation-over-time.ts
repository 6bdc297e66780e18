import type { Day } from '../figures/days.js';
import { bucketsOf, firstDayOf, type HistoryRange } from '../figures/history.js';
import { groupBy } from '../group-by.js';
import { isOwnedOn, type Pair } from './pairs.js';
import { recentAfter } from './valuation.js';

/** The valuation and the cost of the pairs owned at the end of a day, week or month. */
export interface ValuationPoint {
  /** The first day of the period. */
  readonly start: Day;
  readonly worthCents: number;
  readonly costCents: number;
}

/** The last sale of a day. */
export interface DayClose {
  readonly day: Day;
  readonly closeCents: number;
}

export interface ValuationOverTime {
  readonly pairs: readonly Pair[];
  /** The last days on which a size was sold in each bucket, oldest first, by `listingKey`. */
  readonly closes: ReadonlyMap<string, readonly DayClose[]>;
  /** The current valuation of a pair, by `listingKey`. */
  readonly valuationNow: ReadonlyMap<string, number>;
  readonly range: HistoryRange;
  /** The result of `firstDayOfValuation`. */
  readonly from: Day;
  readonly today: Day;
}

/** The key of a product and size. */
export function listingKey({ productId, size }: Pick<Pair, 'productId' | 'size'>): string {
  return `${productId} ${size}`;
}

/**
 * The first day of the range on which a collection can have a valuation.
 * @param owned the day of the first pair; null for none
 * @param sold the first day on which one of its sizes was sold; null for none
 */
export function firstDayOfValuation(
  range: HistoryRange,
  { owned, sold }: { readonly owned: Day | null; readonly sold: Day | null },
  today: Day,
): Day {
  const begins = firstDayOf(range, today) ?? sold ?? today;
  const since = owned ?? today;
  return since > begins ? since : begins;
}

/**
 * The valuation of a collection over time. Earlier days use the last sale of each size in the preceding 90 days; today
 * uses the current valuation. A pair without a price on a day is left out of both valuation and cost; a day without any
 * price has no point.
 */
export function valuationOverTime({
  pairs,
  closes,
  valuationNow,
  range,
  from,
  today,
}: ValuationOverTime): ValuationPoint[] {
  const buckets = bucketsOf(range, from, today).map(({ start, end }) => ({
    start,
    end,
    recentAfter: recentAfter(end),
    priced: 0,
    worthCents: 0,
    costCents: 0,
  }));
  for (const [key, listingPairs] of groupBy(pairs, listingKey)) {
    const prices = pricesOn(buckets, closes.get(key) ?? [], { cents: valuationNow.get(key) ?? null, today });
    for (const pair of listingPairs) {
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

/** The price of a size at the end of each bucket: its last sale if recent, today the current valuation. */
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
