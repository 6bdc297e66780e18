import {
  highestBidCents,
  lowestAskCents,
  pricesOfSize,
  type SizedPrice,
} from '@perkex/core/market/figures.js';

/** The open orders of one size: their number, and the best price of each side, 0 for none. */
export interface SizeRow {
  readonly size: string;
  readonly asks: number;
  readonly bids: number;
  readonly askCents: number;
  readonly bidCents: number;
}

/** The sizes with orders, in the order of the sizes. */
export function sizeRows(
  sizes: readonly string[],
  asks: readonly SizedPrice[],
  bids: readonly SizedPrice[],
): SizeRow[] {
  return sizes
    .map((size) => {
      const [asksOfSize, bidsOfSize] = [pricesOfSize(asks, size), pricesOfSize(bids, size)];
      return {
        size,
        asks: asksOfSize.length,
        bids: bidsOfSize.length,
        askCents: lowestAskCents(asksOfSize),
        bidCents: highestBidCents(bidsOfSize),
      };
    })
    .filter((row) => row.asks + row.bids > 0);
}

/** A limited number of sizes in their order: those with the best prices, then the busiest. */
export function firstSizes(rows: readonly SizeRow[], shown: number): SizeRow[] {
  const askCents = Math.min(...rows.map((row) => row.askCents).filter((cents) => cents > 0));
  const bidCents = Math.max(...rows.map((row) => row.bidCents));
  const isBest = (row: SizeRow) => row.askCents === askCents || (bidCents > 0 && row.bidCents === bidCents);
  const ranked = rows.toSorted(
    (a, b) => Number(isBest(b)) - Number(isBest(a)) || b.asks + b.bids - (a.asks + a.bids),
  );
  const first = new Set(ranked.slice(0, shown));
  return rows.filter((row) => first.has(row));
}
