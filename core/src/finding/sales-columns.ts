import { DAYS_COMPARED_WITH, moveInPeriod, type PeriodOfSales, periodOfSales } from '../figures/movers.js';
import { Column } from './columns.js';
import type { PastSales, Sale, SalesOfProduct, SalesOfSize } from './found.js';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
/** Today and the days before it whose sales are known one by one: 48 hours ago was in one of them. */
export const RECENT_DAYS = 3;

/** The days before the recent ones by which sizes are compared, counted from today as 1: each goes on where the one before ends. */
export const DAYS_OF_SIZES = [
  { from: RECENT_DAYS + 1, to: WEEK_DAYS },
  { from: WEEK_DAYS + 1, to: MONTH_DAYS },
  { from: MONTH_DAYS + 1, to: WEEK_DAYS + DAYS_COMPARED_WITH },
  { from: WEEK_DAYS + DAYS_COMPARED_WITH + 1, to: MONTH_DAYS + DAYS_COMPARED_WITH },
] as const;

export const NO_PERIOD: PeriodOfSales = { sales: 0, sumCents: 0, compared: 0, changePercent: null };

export const NO_SALES: PastSales = {
  lastId: '',
  lastCents: null,
  lastUsualCents: null,
  salesOfYear: 0,
  sizes: [],
};

/** Of a rise or a discount, in hundredths of a per cent. */
export const MOST_BASIS_POINTS = 1_000_000_000;

/** Some hours up to now. */
export interface Hours {
  /** The least id of a sale in them: ids sort by time. */
  readonly since: string;
}

/** Of a product: what it sold in the days that are over, and the sales since, one by one. */
interface Sold {
  readonly past: PastSales;
  /** The oldest first. */
  readonly recent: Sale[];
  /** Both together. */
  readonly now: SalesOfProduct;
}

const NOTHING_SOLD: Sold = {
  past: NO_SALES,
  recent: [],
  now: {
    lastId: '',
    lastCents: null,
    lastUsualCents: null,
    week: NO_PERIOD,
    month: NO_PERIOD,
    salesOfYear: 0,
  },
};

/** What the sales of all products say. */
export class SalesColumns {
  private readonly sold: Sold[] = [];
  /** Of the last 30 days. */
  readonly lately = new Column();
  readonly ofYear = new Column();
  /** In hundredths of a per cent. */
  readonly rise = new Column();

  at(place: number): SalesOfProduct {
    return this.soldAt(place).now;
  }

  /**
   * Tells what a product has sold, instead of what was told before.
   * @param recent all sales of the last `RECENT_DAYS`
   */
  set(place: number, past: PastSales, recent: readonly Sale[]): void {
    if (past === NO_SALES && recent.length === 0) {
      this.sold[place] = NOTHING_SOLD;
      this.note(place);
    } else {
      this.keep(place, past, recent.toSorted(byId));
    }
  }

  /** Adds a sale of these days; one that is known already changes nothing. */
  add(place: number, sale: Sale): void {
    const { past, recent } = this.soldAt(place);
    // Nearly always the newest; servers that trade at once tell of their sales as they come.
    const after = recent.findLastIndex(({ id }) => id <= sale.id);
    if (recent[after]?.id !== sale.id) {
      this.keep(place, past, recent.toSpliced(after + 1, 0, sale));
    }
  }

  /** A sale of these days was found to be odd. */
  setOdd(place: number, id: string): void {
    const { past, recent } = this.soldAt(place);
    if (recent.some((sale) => sale.id === id && !sale.isOdd)) {
      this.keep(
        place,
        past,
        recent.map((sale) => (sale.id === id ? { ...sale, isOdd: true } : sale)),
      );
    }
  }

  /** What was sold at a place in some hours of the last two days, compared with the rest of the last 30 days. */
  inHours(place: number, { since }: Hours): PeriodOfSales {
    const { past, recent } = this.soldAt(place);
    if (recent.length === 0 || (recent.at(-1)?.id ?? '') < since) {
      return NO_PERIOD;
    }
    return compared(past.sizes, recent, HOURS, ({ id }) => (id >= since ? 'now' : 'before'));
  }

  /** How the price of one size has changed in 7 days, in per cent; null without anything to compare. */
  changeOfSize(place: number, size: string): number | null {
    const { past, recent } = this.soldAt(place);
    const sizes = past.sizes.filter((each) => each.size === size);
    return compared(
      sizes,
      recent.filter((each) => each.size === size),
      WEEK,
    ).changePercent;
  }

  private soldAt(place: number): Sold {
    return this.sold[place] ?? NOTHING_SOLD;
  }

  private keep(place: number, past: PastSales, recent: Sale[]): void {
    const usual = recent.filter(isUsual);
    const last = recent.at(-1);
    this.sold[place] = {
      past,
      recent,
      now: {
        lastId: last?.id ?? past.lastId,
        lastCents: last?.cents ?? past.lastCents,
        lastUsualCents: usual.at(-1)?.cents ?? past.lastUsualCents,
        week: compared(past.sizes, recent, WEEK),
        month: compared(past.sizes, recent, MONTH),
        salesOfYear: past.salesOfYear + usual.length,
      },
    };
    this.note(place);
  }

  private note(place: number): void {
    const { month, salesOfYear } = this.at(place);
    this.lately.set(place, month.sales);
    this.ofYear.set(place, salesOfYear);
    this.rise.set(place, basisPoints(moveInPeriod(month)));
  }
}

/** The side of a comparison on which sales are: those of the period, those before it, or neither. */
type Side = 'now' | 'before' | null;

/** Where the sales of each of `DAYS_OF_SIZES` are. */
type Sides = readonly [Side, Side, Side, Side];

const HOURS: Sides = ['before', 'before', null, null];
const WEEK: Sides = ['now', 'before', 'before', null];
const MONTH: Sides = ['now', 'now', 'before', 'before'];

/** @param sideOf where each recent sale is: in the period, unless this says something else */
function compared(
  past: readonly SalesOfSize[],
  recent: readonly Sale[],
  sides: Sides,
  sideOf: (sale: Sale) => Side = () => 'now',
): PeriodOfSales {
  const sizes = new Map<
    string,
    { sales: number; sumCents: number; salesBefore: number; sumCentsBefore: number }
  >();
  const add = (size: string, side: Side, sales: number, cents: number) => {
    const of = sizes.get(size) ?? { sales: 0, sumCents: 0, salesBefore: 0, sumCentsBefore: 0 };
    sizes.set(size, of);
    if (side === 'now') {
      of.sales += sales;
      of.sumCents += cents;
    } else if (side === 'before') {
      of.salesBefore += sales;
      of.sumCentsBefore += cents;
    }
  };
  for (const { size, sums } of past) {
    for (const [index, side] of sides.entries()) {
      add(size, side, sums[2 * index] ?? 0, sums[2 * index + 1] ?? 0);
    }
  }
  for (const sale of recent.filter(isUsual)) {
    add(sale.size, sideOf(sale), 1, sale.cents);
  }
  return periodOfSales(sizes.values());
}

function isUsual({ isOdd }: Sale): boolean {
  return !isOdd;
}

function byId(a: Sale, b: Sale): number {
  return a.id < b.id ? -1 : 1;
}

/** Hundredths of a per cent, of which no rise is the least there can be. */
export function basisPoints(percent: number | null): number {
  return percent === null
    ? -MOST_BASIS_POINTS
    : Math.max(-MOST_BASIS_POINTS, Math.min(MOST_BASIS_POINTS, Math.round(percent * 100)));
}
