import { greatestPlaces } from '../greatest.js';
import { priceChangePercent } from '../market/figures.js';

/** The sales of one size in a period up to now, and in the days before the period. */
export interface SizeInPeriod {
  readonly sales: number;
  readonly sumCents: number;
  readonly salesBefore: number;
  readonly sumCentsBefore: number;
}

/** The sales of a product in a period up to now. */
export interface PeriodOfSales {
  readonly sales: number;
  readonly sumCents: number;
  /** The number of comparable sales: their size was also sold in the days before the period. */
  readonly compared: number;
  /** The change of the comparable sales against the average prices before, in per cent; null without any. */
  readonly changePercent: number | null;
}

/** The number of days before a period that its prices are compared with. */
export const DAYS_COMPARED_WITH = 30;

/** The minimum number of sales for a rise, a fall or a premium. */
export const SALES_OF_A_MOVER = 3;

/** The input of the market lists: figures by product index, older products first. */
export interface MarketInPeriod {
  readonly count: number;
  readonly salesAt: (place: number) => number;
  /** In per cent; null with fewer than `SALES_OF_A_MOVER` comparable sales. */
  readonly moveAt: (place: number) => number | null;
  readonly premiumAt: (place: number) => number | null;
  readonly spreadAt: (place: number) => number | null;
}

export type MarketList = 'mostSold' | 'largestRise' | 'largestFall' | 'largestPremium' | 'narrowestSpread';

/** Sums the sizes sold in a period. Each sale is compared with the earlier average price of its own size. */
export function periodOfSales(sizes: Iterable<SizeInPeriod>): PeriodOfSales {
  const all = { sales: 0, sumCents: 0 };
  const compared = { sales: 0, sumCents: 0, expectedCents: 0 };
  for (const { sales, sumCents, salesBefore, sumCentsBefore } of sizes) {
    all.sales += sales;
    all.sumCents += sumCents;
    if (sales > 0 && salesBefore > 0) {
      compared.sales += sales;
      compared.sumCents += sumCents;
      compared.expectedCents += (sales * sumCentsBefore) / salesBefore;
    }
  }
  return {
    ...all,
    compared: compared.sales,
    changePercent: priceChangePercent(compared.sumCents, compared.expectedCents),
  };
}

/** The change of a period; null if there are too few comparable sales for a rise or a fall. */
export function moveInPeriod({ compared, changePercent }: PeriodOfSales): number | null {
  return compared >= SALES_OF_A_MOVER ? changePercent : null;
}

/**
 * The market lists, each with at most `length` product indexes, best first. Ties are broken by more sales, then by the
 * older product.
 */
export function marketLists(
  { count, salesAt, moveAt, premiumAt, spreadAt }: MarketInPeriod,
  length: number,
): Record<MarketList, number[]> {
  const isFirst = (place: number, other: number) => {
    const more = salesAt(place) - salesAt(other);
    return more > 0 || (more === 0 && place < other);
  };
  const top = (rankOf: (place: number) => number | null) =>
    greatestPlaces(count, length, { rankOf, isFirst });
  return {
    mostSold: top((place) => positive(salesAt(place))),
    largestRise: top((place) => positive(moveAt(place))),
    largestFall: top((place) => positive(negated(moveAt(place)))),
    largestPremium: top(premiumAt),
    narrowestSpread: top((place) => negated(spreadAt(place))),
  };
}

function positive(number: number | null): number | null {
  return number !== null && number > 0 ? number : null;
}

function negated(number: number | null): number | null {
  return number === null ? null : -number;
}
