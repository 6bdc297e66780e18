import { groupBy } from '../group-by.js';
import { averageCents, type DayOfSales, totalOf } from './day-of-sales.js';
import { type Day, monthsBefore, startOfMonth, startOfWeek } from './days.js';

export type HistoryRange = '1M' | '3M' | '6M' | '1Y' | 'ALL';

/** The sales of a day, a week or a month; `start` is its first day. */
export interface HistoryBucket {
  readonly start: Day;
  readonly openCents: number;
  readonly highCents: number;
  readonly lowCents: number;
  readonly closeCents: number;
  /** Not rounded. */
  readonly averageCents: number;
  readonly sales: number;
}

type BucketStart = (day: Day) => Day;

const daily: BucketStart = (day) => day;
const weekly: BucketStart = startOfWeek;
const monthly: BucketStart = startOfMonth;

const MONTHS_OF_RANGE = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12 } as const;
const BUCKETS_OF_RANGE = { '1M': daily, '3M': daily, '6M': weekly, '1Y': weekly } as const;
const MONTHS_SHOWN_BY_WEEK = 24;

/** The first day that a range shows: all of the bucket in which it begins. Null for the first day there is. */
export function firstDayOf(range: HistoryRange, today: Day): Day | null {
  return range === 'ALL' ? null : BUCKETS_OF_RANGE[range](monthsBefore(today, MONTHS_OF_RANGE[range]));
}

/** Where the bucket of a day begins. All there is comes by week, and by month when it is longer than two years. */
export function bucketStartOf(range: HistoryRange, firstDay: Day, today: Day): BucketStart {
  if (range !== 'ALL') {
    return BUCKETS_OF_RANGE[range];
  }
  return firstDay < monthsBefore(today, MONTHS_SHOWN_BY_WEEK) ? monthly : weekly;
}

/**
 * The history of a product, or of one size of it, oldest first and without empty buckets.
 * @param days those with sales, oldest first; what is before the range does not count
 */
export function historyOf(days: readonly DayOfSales[], range: HistoryRange, today: Day): HistoryBucket[] {
  const from = firstDayOf(range, today) ?? days[0]?.day ?? today;
  const startOf = bucketStartOf(range, from, today);
  const shown = days.filter(({ day }) => day >= from);
  return [...groupBy(shown, ({ day }) => startOf(day))].map(([start, ofBucket]) => bucketOf(start, ofBucket));
}

function bucketOf(start: Day, days: readonly DayOfSales[]): HistoryBucket {
  const total = totalOf(days);
  return {
    start,
    openCents: days[0]?.openCents ?? 0,
    highCents: total.highCents ?? 0,
    lowCents: total.lowCents ?? 0,
    closeCents: days.at(-1)?.closeCents ?? 0,
    averageCents: averageCents(total) ?? 0,
    sales: total.sales,
  };
}
