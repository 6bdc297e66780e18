import { addDays, type Day } from '../figures/days.js';
import { percentOf } from '../percent.js';

/** A sale longer ago does not say what a pair is worth. */
const RECENT_DAYS = 90;

/** What a pair is worth, and by what: the last sale of its size, or the highest bid for it. */
export interface Worth {
  readonly cents: number;
  readonly by: 'sale' | 'bid';
}

/** What the market says of a product in a size. */
export interface SizeMarket {
  readonly lastSale: { readonly priceCents: number; readonly day: Day } | null;
  readonly highestBidCents: number | null;
}

/** The day after which a sale still says on a day what a pair is worth. */
export function recentAfter(day: Day): Day {
  return addDays(day, -RECENT_DAYS);
}

/** Whether a sale still says on a day what a pair is worth: it is of the `RECENT_DAYS` that end with that day. */
function isRecent(saleDay: Day, day: Day): boolean {
  return saleDay > recentAfter(day);
}

/** The last sale of the size if it is recent, else the highest bid; null where there is neither. */
export function worthOf({ lastSale, highestBidCents }: SizeMarket, today: Day): Worth | null {
  if (lastSale && isRecent(lastSale.day, today)) {
    return { cents: lastSale.priceCents, by: 'sale' };
  }
  return highestBidCents === null ? null : { cents: highestBidCents, by: 'bid' };
}

/** What pairs are worth together, against what they were bought for. */
export interface Total {
  /** How many have a worth; the sums are theirs. */
  readonly priced: number;
  readonly unpriced: number;
  readonly costCents: number;
  readonly worthCents: number;
}

/** @param pairs each with its worth, null for none */
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

/** A gain of so much, or a loss, in per cent of what was paid; null for nothing paid. */
export function gainPercent(costCents: number, worthCents: number): number | null {
  return costCents === 0 ? null : percentOf(worthCents - costCents, costCents);
}
