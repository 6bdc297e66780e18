import { type OrderRow, type SaleRow, SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { CENTS_PER_DOLLAR, dollarsToCents } from '@perkex/core/money.js';

/** The rows of a list without the blank first one (section 9). */
export function shownRows<Row extends OrderRow>(rows: readonly Row[]): Row[] {
  return rows.slice(1);
}

/** The price of a row as text; the call returns whole dollars. */
export function priceOfRow({ price }: Pick<OrderRow, 'price'>): string {
  return priceText(price === null ? null : dollarsToCents(price));
}

/** The total of these trades for their user, fees included. */
export function totalCents(rows: readonly SaleRow[]): number {
  return rows.reduce((sum, { total }) => sum + Math.round((total ?? 0) * CENTS_PER_DOLLAR), 0);
}

/** The trades whose deals have not failed. */
export function soundTrades(rows: readonly SaleRow[]): SaleRow[] {
  return rows.filter(({ failed }) => failed === undefined);
}

/** The number of trades: the list's length minus one (section 2), or '500+' if the list leaves out older ones. */
export function tradeCountText(rows: readonly SaleRow[]): string {
  const { length } = shownRows(rows);
  return length < SHOWN_TRADES ? String(length) : `${SHOWN_TRADES}+`;
}
