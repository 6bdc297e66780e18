import { greatestPlaces } from '../greatest.js';
import { priceChangePercent } from '../market/figures.js';

/** What was sold of one size in a period up to now, and in the days before it. */
export interface SizeInPeriod {
  readonly sales: number;
  readonly sumCents: number;
  readonly salesBefore: number;
  readonly sumCentsBefore: number;
}

/** What was sold of a product in a period up to now. */
export interface PeriodOfSales {
  readonly sales: number;
  readonly sumCents: number;
  /** How many of them can be compared: their size was sold in the days before the period, too. */
  readonly compared: number;
  /** What these cost, against what they would have cost before, in per cent; null without any. */
  readonly changePercent: number | null;
}

/** How many days before a period its prices are compared with. */
export const DAYS_COMPARED_WITH = 30;

/** How many sales it takes to speak of a rise, a fall or a premium. */
export const SALES_OF_A_MOVER = 3;

/** What the lists of the market are told from: of the product at each place, the older ones before the younger. */
export interface MarketInPeriod {
  readonly count: number;
  readonly salesAt: (place: number) => number;
  /** In per cent; null where too few sales say so, as below. */
  readonly moveAt: (place: number) => number | null;
  readonly premiumAt: (place: number) => number | null;
  readonly spreadAt: (place: number) => number | null;
}

export type MarketList = 'mostSold' | 'largestRise' | 'largestFall' | 'largestPremium' | 'narrowestSpread';

/** A period by the sizes that were sold. Each sale is compared with the average price of its own size before. */
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

/** The change of a period, unless too few sales can be compared to call it a rise or a fall. */
export function moveInPeriod({ compared, changePercent }: PeriodOfSales): number | null {
  return compared >= SALES_OF_A_MOVER ? changePercent : null;
}

/**
 * The lists of the market, each of the places of `length` products at most, the first of each list first; of equals, the
 * one that sold more, then the older.
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
