import { type OrderRow, type SaleRow, SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';

/** The rows of a list that are shown: without the blank first one (section 9). */
export function shownRows<Row extends OrderRow>(rows: readonly Row[]): Row[] {
  return rows.slice(1);
}

/** What all these trades brought or cost their user. */
export function totalCents(rows: readonly SaleRow[]): number {
  return rows.reduce((sum, { total }) => sum + Math.round((total ?? 0) * CENTS_PER_DOLLAR), 0);
}

/** How many trades there are: the list's length minus one (section 2), or at least so many where older ones are left out. */
export function tradeCountText(rows: readonly SaleRow[]): string {
  const { length } = shownRows(rows);
  return length < SHOWN_TRADES ? String(length) : `${SHOWN_TRADES}+`;
}
