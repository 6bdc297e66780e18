import { DAYS_COMPARED_WITH, moveInPeriod, type PeriodOfSales, periodOfSales } from '../figures/movers.js';
import { Column } from './columns.js';
import type { PastSales, Sale, SalesOfProduct, SalesOfSize } from './found.js';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
/** The number of recent days, today included, whose sales are kept one by one. They cover the last 48 hours. */
export const RECENT_DAYS = 3;

/** The consecutive spans of earlier days by which sizes are compared, counted from today as 1. */
export const DAYS_OF_SIZES = [
  { from: RECENT_DAYS + 1, to: WEEK_DAYS },
  { from: WEEK_DAYS + 1, to: MONTH_DAYS },
  { from: MONTH_DAYS + 1, to: WEEK_DAYS + DAYS_COMPARED_WITH },
  { from: WEEK_DAYS + DAYS_COMPARED_WITH + 1, to: MONTH_DAYS + DAYS_COMPARED_WITH },
] as const;

const NO_PERIOD: PeriodOfSales = { sales: 0, sumCents: 0, compared: 0, changePercent: null };

export const NO_SALES: PastSales = {
  lastId: '',
  lastCents: null,
  lastUsualCents: null,
  salesOfYear: 0,
  sizes: [],
};

/** The maximum of a rise or a discount, in hundredths of a per cent. */
export const MAX_BASIS_POINTS = 1_000_000_000;

/** A period of some hours up to now. */
export interface Hours {
  /** The lowest id of a sale in the period: ids sort by time. */
  readonly since: string;
}

/** The sales of a product: a summary of past days, and each sale since then. */
interface Sold {
  readonly past: PastSales;
  /** Oldest first. */
  readonly recent: Sale[];
  /** The totals of both. */
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

/** The sales of all products. */
export class SalesColumns {
  private readonly sold: Sold[] = [];
  /** Sales in the last 30 days. */
  readonly lately = new Column();
  readonly ofYear = new Column();
  /** The price change in hundredths of a per cent. */
  readonly rise = new Column();

  at(place: number): SalesOfProduct {
    return this.soldAt(place).now;
  }

  /**
   * Replaces the sales of a product.
   * @param recent all sales of the last `RECENT_DAYS` days
   */
  set(place: number, past: PastSales, recent: readonly Sale[]): void {
    if (past === NO_SALES && recent.length === 0) {
      this.sold[place] = NOTHING_SOLD;
      this.note(place);
    } else {
      this.keep(place, past, recent.toSorted(byId));
    }
  }

  /** Adds a recent sale; a known one changes nothing. */
  add(place: number, sale: Sale): void {
    const { past, recent } = this.soldAt(place);
    // It is nearly always the newest, but servers that trade at the same time report their sales out of order.
    const after = recent.findLastIndex(({ id }) => id <= sale.id);
    if (recent[after]?.id !== sale.id) {
      this.keep(place, past, recent.toSpliced(after + 1, 0, sale));
    }
  }

  /** Removes a recent sale. @returns false if it is none, and may be in the summary of past days */
  remove(place: number, id: string): boolean {
    const { past, recent } = this.soldAt(place);
    const others = recent.filter((sale) => sale.id !== id);
    if (others.length === recent.length) {
      return false;
    }
    this.keep(place, past, others);
    return true;
  }

  /** Marks a recent sale as odd. */
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

  /** The sales of a product in some hours of the last two days, compared with the rest of the last 30 days. */
  inHours(place: number, { since }: Hours): PeriodOfSales {
    const { past, recent } = this.soldAt(place);
    if (recent.length === 0 || (recent.at(-1)?.id ?? '') < since) {
      return NO_PERIOD;
    }
    return compared(past.sizes, recent, HOURS, ({ id }) => (id >= since ? 'now' : 'before'));
  }

  /** The price change of one size over 7 days in per cent; null without a comparison. */
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

/** The side of a comparison to which sales belong: the period, the time before it, or neither. */
type Side = 'now' | 'before' | null;

/** The side of each of `DAYS_OF_SIZES`. */
type Sides = readonly [Side, Side, Side, Side];

const HOURS: Sides = ['before', 'before', null, null];
const WEEK: Sides = ['now', 'before', 'before', null];
const MONTH: Sides = ['now', 'now', 'before', 'before'];

/** @param sideOf the side of each recent sale, by default the period */
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

/** Hundredths of a per cent; no change known gives the minimum. */
export function basisPoints(percent: number | null): number {
  return percent === null
    ? -MAX_BASIS_POINTS
    : Math.max(-MAX_BASIS_POINTS, Math.min(MAX_BASIS_POINTS, Math.round(percent * 100)));
}
