import { DAYS_COMPARED_WITH, moveInPeriod, type PeriodOfSales } from '../figures/movers.js';
import { Column } from './columns.js';
import type { PastSales, Sale, SalesOfProduct } from './found.js';
import { type Hours, NO_SALES, NOTHING_SOLD, ProductSales } from './product-sales.js';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
/** The number of recent days, today included, whose sales are summed up by hour. They cover the last 48 hours. */
export const RECENT_DAYS = 3;

/** The consecutive spans of earlier days by which sizes are compared, counted from today as 1. */
export const DAYS_OF_SIZES = [
  { from: RECENT_DAYS + 1, to: WEEK_DAYS },
  { from: WEEK_DAYS + 1, to: MONTH_DAYS },
  { from: MONTH_DAYS + 1, to: WEEK_DAYS + DAYS_COMPARED_WITH },
  { from: WEEK_DAYS + DAYS_COMPARED_WITH + 1, to: MONTH_DAYS + DAYS_COMPARED_WITH },
] as const;

/** The maximum of a rise or a discount, in hundredths of a per cent. */
export const MAX_BASIS_POINTS = 1_000_000_000;

/** The sales of all products. */
export class SalesColumns {
  private readonly sold: ProductSales[] = [];
  /** Sales in the last 30 days. */
  readonly lately = new Column();
  readonly yearly = new Column();
  /** The price change in hundredths of a per cent. */
  readonly rise = new Column();

  at(place: number): SalesOfProduct {
    return this.soldAt(place).now;
  }

  /**
   * Replaces the sales of a product.
   * @param newest all sales since `past.untilMs`
   */
  set(place: number, past: PastSales, newest: readonly Sale[]): void {
    const isNone = past === NO_SALES && newest.length === 0;
    this.sold[place] = isNone ? NOTHING_SOLD : new ProductSales(past, newest);
    this.note(place);
  }

  /** Adds a sale; a known one changes nothing. @returns false if the sums may or may not contain it */
  add(place: number, sale: Sale): boolean {
    if (this.soldAt(place) === NOTHING_SOLD) {
      this.sold[place] = new ProductSales(NO_SALES, []);
    }
    return this.noteIf(place, this.soldAt(place).add(sale));
  }

  /** Removes one of the newest sales. @returns false if it is none, and may be in the sums */
  remove(place: number, id: string): boolean {
    return this.noteIf(place, this.soldAt(place).remove(id));
  }

  /** Marks one of the newest sales as odd. @returns false if it is none, and may be in the sums */
  setOdd(place: number, id: string): boolean {
    return this.noteIf(place, this.soldAt(place).setOdd(id));
  }

  /** The sales of a product in some hours of the last two days, compared with the rest of the last 30 days. */
  inHours(place: number, { since }: Hours): PeriodOfSales {
    return this.soldAt(place).since(since);
  }

  /** The price change of one size over 7 days in per cent; null without a comparison. */
  changeOfSize(place: number, size: string): number | null {
    return this.soldAt(place).changeOfSize(size);
  }

  private soldAt(place: number): ProductSales {
    return this.sold[place] ?? NOTHING_SOLD;
  }

  private noteIf(place: number, isKnown: boolean): boolean {
    if (isKnown) {
      this.note(place);
    }
    return isKnown;
  }

  private note(place: number): void {
    const { month, salesOfYear } = this.at(place);
    this.lately.set(place, month.sales);
    this.yearly.set(place, salesOfYear);
    this.rise.set(place, basisPoints(moveInPeriod(month)));
  }
}

/** Hundredths of a per cent; no change known gives the minimum. */
export function basisPoints(percent: number | null): number {
  return percent === null
    ? -MAX_BASIS_POINTS
    : Math.max(-MAX_BASIS_POINTS, Math.min(MAX_BASIS_POINTS, Math.round(percent * 100)));
}
