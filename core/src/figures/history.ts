import { groupBy } from '../group-by.js';
import { averageCents, type DayOfSales, totalOf } from './day-of-sales.js';
import { addDays, type Day, monthsBefore, startOfMonth, startOfWeek } from './days.js';

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

/** Weeks begin on Mondays. */
export type BucketUnit = 'day' | 'week' | 'month';

interface Step {
  readonly unit: BucketUnit;
  /** The first day of the bucket that contains a day. */
  readonly startOf: (day: Day) => Day;
  /** The first day of the next bucket. */
  readonly next: (start: Day) => Day;
}

const daily: Step = { unit: 'day', startOf: (day) => day, next: (start) => addDays(start, 1) };
const weekly: Step = { unit: 'week', startOf: startOfWeek, next: (start) => addDays(start, 7) };
const monthly: Step = { unit: 'month', startOf: startOfMonth, next: (start) => monthsBefore(start, -1) };

const MONTHS_OF_RANGE = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12 } as const;
const STEP_OF_RANGE = { '1M': daily, '3M': daily, '6M': weekly, '1Y': weekly } as const;
const MONTHS_SHOWN_BY_WEEK = 24;

/** The first day of a range: that of the bucket in which it begins. Null means the first day with data. */
export function firstDayOf(range: HistoryRange, today: Day): Day | null {
  return range === 'ALL' ? null : STEP_OF_RANGE[range].startOf(monthsBefore(today, MONTHS_OF_RANGE[range]));
}

/**
 * Returns the function that maps a day to the first day of its bucket. Range ALL has weekly buckets, and monthly ones
 * beyond two years.
 */
function bucketStartOf(range: HistoryRange, firstDay: Day, today: Day): Step['startOf'] {
  return stepOf(range, firstDay, today).startOf;
}

/** The length of a bucket in a range. */
export function bucketUnitOf(range: HistoryRange, firstDay: Day, today: Day): BucketUnit {
  return stepOf(range, firstDay, today).unit;
}

/** A day, week or month with its first and last day. */
interface Bucket {
  readonly start: Day;
  readonly end: Day;
}

/** The consecutive buckets from the one of `firstDay` to today, where the last one ends. */
export function bucketsOf(range: HistoryRange, firstDay: Day, today: Day): Bucket[] {
  const { startOf, next } = stepOf(range, firstDay, today);
  const buckets: Bucket[] = [];
  for (let start = startOf(firstDay); start <= today; start = next(start)) {
    const last = addDays(next(start), -1);
    buckets.push({ start, end: last < today ? last : today });
  }
  return buckets;
}

function stepOf(range: HistoryRange, firstDay: Day, today: Day): Step {
  if (range !== 'ALL') {
    return STEP_OF_RANGE[range];
  }
  return firstDay < monthsBefore(today, MONTHS_SHOWN_BY_WEEK) ? monthly : weekly;
}

/**
 * The history of a product or of one of its sizes, oldest first, without empty buckets.
 * @param days the days with sales, oldest first; days before the range are ignored
 */
export function historyOf(days: readonly DayOfSales[], range: HistoryRange, today: Day): HistoryBucket[] {
  return inBuckets(days, range, today).map(([start, bucketDays]) => bucketOf(start, bucketDays));
}

/** Groups what days have by the first day of their buckets, oldest first. Days before the range are ignored. */
export function inBuckets<OfDay extends { readonly day: Day }>(
  days: readonly OfDay[],
  range: HistoryRange,
  today: Day,
): [start: Day, days: OfDay[]][] {
  const from = firstDayOf(range, today) ?? days[0]?.day ?? today;
  const startOf = bucketStartOf(range, from, today);
  return [
    ...groupBy(
      days.filter(({ day }) => day >= from),
      ({ day }) => startOf(day),
    ),
  ];
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
