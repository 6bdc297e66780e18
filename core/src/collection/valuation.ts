import { addDays, type Day } from '../figures/days.js';
import { percentOf } from '../percent.js';

/** An older sale does not determine a valuation. */
const RECENT_DAYS = 90;

/** The valuation of a pair and its source: the last sale of the size, or the highest bid. */
export interface Valuation {
  readonly cents: number;
  readonly by: 'sale' | 'bid';
}

/** The market data of a product in one size. */
export interface SizeMarket {
  readonly lastSale: { readonly priceCents: number; readonly day: Day } | null;
  readonly highestBidCents: number | null;
}

/** A sale after this day determines the valuation on `day`. */
export function recentAfter(day: Day): Day {
  return addDays(day, -RECENT_DAYS);
}

/** True if the sale is within the `RECENT_DAYS` days that end with `day`. */
function isRecent(saleDay: Day, day: Day): boolean {
  return saleDay > recentAfter(day);
}

/** Values a pair at the last sale of its size if recent, else at the highest bid; null without either. */
export function valuationOf({ lastSale, highestBidCents }: SizeMarket, today: Day): Valuation | null {
  if (lastSale && isRecent(lastSale.day, today)) {
    return { cents: lastSale.priceCents, by: 'sale' };
  }
  return highestBidCents === null ? null : { cents: highestBidCents, by: 'bid' };
}

/** The total valuation and cost of pairs. */
export interface Total {
  /** The number of pairs with a valuation; the sums cover these only. */
  readonly priced: number;
  readonly unpriced: number;
  readonly costCents: number;
  readonly worthCents: number;
}

/** @param pairs valuations are null where unknown */
export function totalOfPairs(
  pairs: readonly { readonly costCents: number; readonly worthCents: number | null }[],
): Total {
  const priced = pairs.filter(({ worthCents }) => worthCents !== null);
  return {
    priced: priced.length,
    unpriced: pairs.length - priced.length,
    costCents: priced.reduce((sum, { costCents }) => sum + costCents, 0),
    worthCents: priced.reduce((sum, { worthCents }) => sum + (worthCents ?? 0), 0),
  };
}

/** The gain or loss in per cent of the cost; null if the cost is 0. */
export function gainPercent(costCents: number, worthCents: number): number | null {
  return costCents === 0 ? null : percentOf(worthCents - costCents, costCents);
}
