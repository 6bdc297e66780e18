import { greatestPlaces } from '../greatest.js';
import { priceChangePercent } from '../market/figures.js';

/** What was sold in a period up to now, and in the same length of time before it. */
export interface PeriodOfSales {
  readonly sales: number;
  readonly sumCents: number;
  readonly salesBefore: number;
  readonly sumCentsBefore: number;
}

/** How few sales in a period say nothing about a rise or a fall. */
export const SALES_OF_A_MOVER = 3;

/** What the lists of the market are told from: of the product at each place, the older ones before the younger. */
export interface MarketInPeriod {
  readonly count: number;
  readonly salesAt: (place: number) => number;
  /** In per cent; null where there is nothing to say, as below. */
  readonly changeAt: (place: number) => number | null;
  readonly premiumAt: (place: number) => number | null;
  readonly spreadAt: (place: number) => number | null;
}

export type MarketList = 'mostSold' | 'largestRise' | 'largestFall' | 'largestPremium' | 'narrowestSpread';

/** How the average price of the period compares with that of the time before; null where either has no sale. */
export function changeInPeriod({
  sales,
  sumCents,
  salesBefore,
  sumCentsBefore,
}: PeriodOfSales): number | null {
  return sales === 0 || salesBefore === 0
    ? null
    : priceChangePercent(sumCents / sales, sumCentsBefore / salesBefore);
}

/** The same, unless there are too few sales to call it a rise or a fall. */
export function moveInPeriod(period: PeriodOfSales): number | null {
  return period.sales >= SALES_OF_A_MOVER ? changeInPeriod(period) : null;
}

/**
 * The lists of the market, each of the places of `length` products at most, the first of each list first; of equals, the
 * one that sold more, then the older.
 */
export function marketLists(
  { count, salesAt, changeAt, premiumAt, spreadAt }: MarketInPeriod,
  length: number,
): Record<MarketList, number[]> {
  const isFirst = (place: number, other: number) => {
    const more = salesAt(place) - salesAt(other);
    return more > 0 || (more === 0 && place < other);
  };
  const top = (rankOf: (place: number) => number | null) =>
    greatestPlaces(count, length, { rankOf, isFirst });
  const moveAt = (place: number) => (salesAt(place) >= SALES_OF_A_MOVER ? changeAt(place) : null);
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
