import type { Side } from '../order-book/order.js';
import type { DayOfSales } from './day-of-sales.js';
import { addDays, type Day } from './days.js';

const WEEKS = 10;
const DAYS_A_WEEK = 7;
/** With less, the result would depend on single sales. */
const MIN_WEEKS = 4;
const MIN_SALES = 10;

/** The result of an order at a price in past weeks. */
export interface Backtest {
  /** The weeks in which it would have been filled. */
  readonly filled: number;
  /** The weeks that were tested, at most ten. */
  readonly weeks: number;
}

type DayOfPrices = Pick<DayOfSales, 'day' | 'sales' | 'highCents' | 'lowCents'>;

/**
 * Tests a price against the last ten periods of seven whole days before today (docs/market-figures.md, "Backtest"). A
 * bid would have been filled in a week with a sale at its price or less, an ask in a week with a sale at its price or
 * more.
 * @param days the sales of one size that count, of the last 70 days or more, in any order
 * @returns null if there are too few sales or weeks
 */
export function backtest(
  side: Side,
  priceCents: number,
  days: readonly DayOfPrices[],
  today: Day,
): Backtest | null {
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const end = addDays(today, -DAYS_A_WEEK * index);
    const start = addDays(end, -DAYS_A_WEEK);
    return { end, days: days.filter(({ day }) => day >= start && day < end) };
  });
  // A size that was not sold yet says nothing about a price.
  const traded = weeks.filter(({ end }) => days.some(({ day }) => day < end));
  const sales = traded.flatMap((week) => week.days).reduce((sum, day) => sum + day.sales, 0);
  if (traded.length < MIN_WEEKS || sales < MIN_SALES) {
    return null;
  }
  const fills = ({ lowCents, highCents }: DayOfPrices) =>
    side === 'bid' ? lowCents <= priceCents : highCents >= priceCents;
  return { filled: traded.filter((week) => week.days.some(fills)).length, weeks: traded.length };
}
