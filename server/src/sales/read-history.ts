import type { HistoryBucket, HistoryRange } from '@perkex/contract/figures.js';
import type { DayOfSales } from '@perkex/core/figures/day-of-sales.js';
import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { firstDayOf, historyOf } from '@perkex/core/figures/history.js';
import { centsToDollars, centsToNearestDollar } from '@perkex/core/money.js';
import type pg from 'pg';
import type { Listing } from '../books/find-listing.js';
import { readSaleDays } from './read-sale-days.js';

/** The history of a product or one of its sizes (`GET /{id}/history`). */
export async function readHistory(
  pool: pg.Pool,
  { productId, size }: Listing,
  range: HistoryRange,
  nowMs: number,
): Promise<HistoryBucket[]> {
  const today = dayAt(nowMs);
  const days = await readSaleDays(pool, productId, size, firstDayOf(range, today));
  return shownHistory(days, range, today);
}

/** @param days all days of the range, or more */
export function shownHistory(days: readonly DayOfSales[], range: HistoryRange, today: Day): HistoryBucket[] {
  return historyOf(days, range, today).map((bucket) => ({
    start: bucket.start,
    open: centsToDollars(bucket.openCents),
    high: centsToDollars(bucket.highCents),
    low: centsToDollars(bucket.lowCents),
    close: centsToDollars(bucket.closeCents),
    average: centsToNearestDollar(bucket.averageCents),
    sales: bucket.sales,
  }));
}
