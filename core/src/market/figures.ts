import { groupBy } from '../group-by.js';
import { percentOf } from '../percent.js';

/** The size and price of an open order or a sale. */
export interface SizedPrice {
  readonly size: string;
  readonly priceCents: number;
}

/** The prices of all asks of one size, in cents, as section 3 derives them. */
export interface AsksOfSize {
  readonly size: string;
  readonly asks: number[];
}

/** The prices of all bids of one size, in cents, as section 3 derives them. */
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

/** The lowest ask in cents; 0 for none (section 3). */
export function lowestAskCents(asks: readonly SizedPrice[]): number {
  return asks.reduce(
    (lowest, { priceCents }) => (lowest === 0 || priceCents < lowest ? priceCents : lowest),
    0,
  );
}

/** The highest bid in cents; 0 for none (section 3). */
export function highestBidCents(bids: readonly SizedPrice[]): number {
  return bids.reduce((highest, { priceCents }) => Math.max(highest, priceCents), 0);
}

/** The prices of one size, or of all sizes for null. */
export function pricesOfSize<T extends SizedPrice>(prices: readonly T[], size: string | null): readonly T[] {
  return size === null ? prices : prices.filter((entry) => entry.size === size);
}

/**
 * The change of the last sale against the one before it, in per cent with one decimal (section 9); null without a
 * comparison.
 */
export function priceChangePercent(lastCents: number, centsBefore: number | undefined): number | null {
  if (centsBefore === undefined || centsBefore <= 0) {
    return null;
  }
  return percentOf(lastCents - centsBefore, centsBefore);
}

function pricesBySize(entries: readonly SizedPrice[]): [string, number[]][] {
  const bySize = groupBy(entries, ({ size }) => size);
  return [...bySize].map(([size, sizeEntries]) => [size, sizeEntries.map(({ priceCents }) => priceCents)]);
}
