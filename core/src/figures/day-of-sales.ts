import type { Day } from './days.js';

/**
 * The sales of one day, of a product or one of its sizes. It suffices for every figure, however many sales there are.
 */
export interface DayOfSales {
  readonly day: Day;
  readonly sales: number;
  readonly openCents: number;
  readonly highCents: number;
  readonly lowCents: number;
  readonly closeCents: number;
  readonly sumCents: number;
  /** The sum of the squared prices in cents. */
  readonly sumOfSquares: number;
}

/** The total of several days of sales. */
export interface SalesTotal {
  readonly sales: number;
  readonly sumCents: number;
  readonly sumOfSquares: number;
  /** Null without sales. */
  readonly highCents: number | null;
  readonly lowCents: number | null;
}

const NOTHING: SalesTotal = { sales: 0, sumCents: 0, sumOfSquares: 0, highCents: null, lowCents: null };

export function totalOf(days: readonly DayOfSales[]): SalesTotal {
  return days.reduce(plus, NOTHING);
}

function plus(total: SalesTotal, day: DayOfSales): SalesTotal {
  return {
    sales: total.sales + day.sales,
    sumCents: total.sumCents + day.sumCents,
    sumOfSquares: total.sumOfSquares + day.sumOfSquares,
    highCents: Math.max(total.highCents ?? day.highCents, day.highCents),
    lowCents: Math.min(total.lowCents ?? day.lowCents, day.lowCents),
  };
}

/** The average price; null without sales. */
export function averageCents({ sales, sumCents }: Pick<SalesTotal, 'sales' | 'sumCents'>): number | null {
  return sales === 0 ? null : sumCents / sales;
}

/** The population standard deviation of the prices; null without sales. */
export function deviationCents({ sales, sumCents, sumOfSquares }: SalesTotal): number | null {
  if (sales === 0) {
    return null;
  }
  const variance = sumOfSquares / sales - (sumCents / sales) ** 2;
  return Math.sqrt(Math.max(0, variance)); // rounding may make it slightly negative
}
