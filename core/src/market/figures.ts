import { groupBy } from '../group-by.js';

/** One open order as the calls of section 7 give it: a size and a price in whole dollars. */
export interface SizedPrice {
  readonly size: string;
  readonly price: number;
}

/** All asks of one size, as section 3 derives them. */
export interface AsksOfSize {
  readonly size: string;
  readonly asks: number[];
}

/** All bids of one size, as section 3 derives them. */
export interface BidsOfSize {
  readonly size: string;
  readonly bids: number[];
}

/** Asks grouped by size, sizes in the order of their first appearance (section 3). */
export function asksBySize(asks: readonly SizedPrice[]): AsksOfSize[] {
  return pricesBySize(asks).map(([size, prices]) => ({ size, asks: prices }));
}

/** Bids grouped by size, sizes in the order of their first appearance (section 3). */
export function bidsBySize(bids: readonly SizedPrice[]): BidsOfSize[] {
  return pricesBySize(bids).map(([size, prices]) => ({ size, bids: prices }));
}

/** The minimum ask in whole dollars, 0 when there is none (section 3). */
export function lowestAsk(asks: readonly SizedPrice[]): number {
  return asks.reduce((lowest, { price }) => (lowest === 0 || price < lowest ? price : lowest), 0);
}

/** The maximum bid in whole dollars, 0 when there is none (section 3). */
export function highestBid(bids: readonly SizedPrice[]): number {
  return bids.reduce((highest, { price }) => Math.max(highest, price), 0);
}

/** The prices of one size only; all of them with null. */
export function ofSize<T extends SizedPrice>(prices: readonly T[], size: string | null): readonly T[] {
  return size === null ? prices : prices.filter((entry) => entry.size === size);
}

/**
 * How much the last sale moved against the one before it, in per cent with one decimal (section 9);
 * null when there is nothing to compare with.
 */
export function priceChangePercent(lastPrice: number, priceBefore: number | undefined): number | null {
  if (priceBefore === undefined || priceBefore <= 0) {
    return null;
  }
  const tenths = ((lastPrice - priceBefore) * 1000) / priceBefore;
  const rounded = Math.round(Math.abs(tenths)) / 10;
  return tenths < 0 && rounded > 0 ? -rounded : rounded;
}

function pricesBySize(entries: readonly SizedPrice[]): [string, number[]][] {
  const bySize = groupBy(entries, ({ size }) => size);
  return [...bySize].map(([size, ofThatSize]) => [size, ofThatSize.map(({ price }) => price)]);
}
