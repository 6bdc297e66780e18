import type { Day } from './days.js';

/** The sales of one day, of a product or of one size of it: enough for every figure, however many they are. */
export interface DayOfSales {
  readonly day: Day;
  readonly sales: number;
  readonly openCents: number;
  readonly highCents: number;
  readonly lowCents: number;
  readonly closeCents: number;
  readonly sumCents: number;
  /** Of the prices in cents. */
  readonly sumOfSquares: number;
}

/** Sales of some days together. */
export interface SalesTotal {
  readonly sales: number;
  readonly sumCents: number;
  readonly sumOfSquares: number;
  /** Null where there is no sale. */
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

/** Null where there is no sale. */
export function averageCents({ sales, sumCents }: Pick<SalesTotal, 'sales' | 'sumCents'>): number | null {
  return sales === 0 ? null : sumCents / sales;
}

/** The standard deviation of the prices themselves, not of a larger whole that they would be a sample of. */
export function deviationCents({ sales, sumCents, sumOfSquares }: SalesTotal): number | null {
  if (sales === 0) {
    return null;
  }
  const variance = sumOfSquares / sales - (sumCents / sales) ** 2;
  return Math.sqrt(Math.max(0, variance)); // a rounding error below none
}
