import { type PeriodOfSales, periodOfSales } from '../figures/movers.js';
import type { PastSales, Sale, SalesOfHour, SalesOfProduct, SalesOfSize } from './found.js';

/** A sale is known by its id for this long before the newest one. Verdicts and reports of other servers come sooner. */
export const KNOWN_MS = 60_000;
export const HOUR_MS = 3_600_000;

export const NO_SALES: PastSales = {
  untilMs: Number.NEGATIVE_INFINITY,
  lastId: '',
  lastCents: null,
  lastUsualCents: null,
  salesOfYear: 0,
  sizes: [],
  hours: [],
};

/** A period from the beginning of an hour up to now. */
export interface Hours {
  /** The first hour, counted from 1970. */
  readonly since: number;
}

/** The sales of a size, without odd ones. */
interface Total {
  readonly size: string;
  sales: number;
  sumCents: number;
}

/**
 * The sales of a product. Those of the recent days are summed up by hour, so a sale costs the same however many there
 * were. Only the newest are known by their ids: one of these may be reported twice or late, turn out to be odd, or
 * become void.
 */
export class ProductSales {
  private readonly salesOfYearBefore: number;
  private readonly sizes: readonly SalesOfSize[];
  private readonly hours: (Total & { readonly hour: number })[];
  /** The sums of the recent days by size, the newest sales included. */
  private readonly recent: Total[] = [];
  private readonly newest: Sale[] = [];
  /** The last of all sales but the newest. */
  private last: Pick<PastSales, 'lastId' | 'lastCents' | 'lastUsualCents'>;
  private untilMs: number;
  private totals: SalesOfProduct;

  /** @param newest all sales since `past.untilMs` */
  constructor({ untilMs, salesOfYear, sizes, hours, ...last }: PastSales, newest: readonly Sale[]) {
    this.salesOfYearBefore = salesOfYear;
    this.sizes = sizes;
    this.hours = hours.map((hour) => ({ ...hour }));
    this.last = last;
    this.untilMs = untilMs;
    for (const { size, sales, sumCents } of hours) {
      addTo(this.recent, size, sales, sumCents);
    }
    for (const sale of newest) {
      this.insert(sale);
    }
    this.totals = this.summedUp();
  }

  /** The totals of all sales. */
  get now(): SalesOfProduct {
    return this.totals;
  }

  /** Adds a sale; a known one changes nothing. @returns false if the sums may or may not contain it */
  add(sale: Sale): boolean {
    if (sale.atMs < this.untilMs) {
      return false;
    }
    if (this.insert(sale)) {
      this.sumUpOld();
      this.totals = this.summedUp();
    }
    return true;
  }

  /** Removes one of the newest sales. @returns false if it is none of them */
  remove(id: string): boolean {
    const index = this.newest.findLastIndex((sale) => sale.id === id);
    const [sale] = index < 0 ? [] : this.newest.splice(index, 1);
    if (!sale) {
      return false;
    }
    this.count(sale, -1);
    this.totals = this.summedUp();
    return true;
  }

  /** Marks one of the newest sales as odd. @returns false if it is none of them */
  setOdd(id: string): boolean {
    const index = this.newest.findLastIndex((sale) => sale.id === id);
    const sale = this.newest[index];
    if (!sale) {
      return false;
    }
    this.count(sale, -1);
    this.newest[index] = { ...sale, isOdd: true };
    this.totals = this.summedUp();
    return true;
  }

  /** The sales since the beginning of an hour of the last two days, compared with the rest of the last 30 days. */
  since(hour: number): PeriodOfSales {
    const lastHour = this.newest.length > 0 ? hourOf(this.newest.at(-1)?.atMs) : this.hours.at(-1)?.hour;
    if (lastHour === undefined || lastHour < hour) {
      return NO_PERIOD;
    }
    const sums = new Sums();
    sums.addPast(this.sizes, ['before', 'before', null, null]);
    const sideOf = (each: number) => (each >= hour ? 'now' : 'before');
    for (const { size, sales, sumCents, hour: each } of this.hours) {
      sums.add(size, sideOf(each), sales, sumCents);
    }
    for (const { size, cents, atMs } of this.newest.filter(isUsual)) {
      sums.add(size, sideOf(hourOf(atMs)), 1, cents);
    }
    return sums.period();
  }

  /** The price change of one size over 7 days in per cent; null without a comparison. */
  changeOfSize(size: string): number | null {
    return this.period(WEEK, (each) => each.size === size).changePercent;
  }

  /** @returns false if it is known */
  private insert(sale: Sale): boolean {
    // It is nearly always the newest, but servers that trade at the same time report their sales out of order.
    const after = this.newest.findLastIndex(({ id }) => id <= sale.id);
    if (this.newest[after]?.id === sale.id) {
      return false;
    }
    this.newest.splice(after + 1, 0, sale);
    this.count(sale, 1);
    return true;
  }

  private count({ size, cents, isOdd }: Sale, sales: 1 | -1): void {
    if (!isOdd) {
      addTo(this.recent, size, sales, sales * cents);
    }
  }

  /** Adds old sales to the sums of their hours, many at a time. */
  private sumUpOld(): void {
    const untilMs = (this.newest.at(-1)?.atMs ?? 0) - KNOWN_MS;
    if ((this.newest[0]?.atMs ?? untilMs) >= untilMs - KNOWN_MS) {
      return;
    }
    const old = this.newest.splice(
      0,
      this.newest.findIndex(({ atMs }) => atMs >= untilMs),
    );
    for (const { size, cents, atMs } of old.filter(isUsual)) {
      addToHour(this.hours, { hour: hourOf(atMs), size, sales: 1, sumCents: cents });
    }
    this.last = this.lastOf(old);
    this.untilMs = untilMs;
  }

  private lastOf(sales: readonly Sale[]): ProductSales['last'] {
    const last = sales.at(-1);
    return {
      lastId: last?.id ?? this.last.lastId,
      lastCents: last?.cents ?? this.last.lastCents,
      lastUsualCents: sales.findLast(isUsual)?.cents ?? this.last.lastUsualCents,
    };
  }

  private summedUp(): SalesOfProduct {
    return {
      ...this.lastOf(this.newest),
      week: this.period(WEEK),
      month: this.period(MONTH),
      salesOfYear: this.recent.reduce((sum, { sales }) => sum + sales, this.salesOfYearBefore),
    };
  }

  private period(
    sides: Sides,
    isWanted: (sales: { readonly size: string }) => boolean = () => true,
  ): PeriodOfSales {
    const sums = new Sums();
    sums.addPast(this.sizes.filter(isWanted), sides);
    for (const { size, sales, sumCents } of this.recent.filter(isWanted)) {
      sums.add(size, 'now', sales, sumCents);
    }
    return sums.period();
  }
}

/** The side of a comparison to which sales belong: the period, the time before it, or neither. */
type Side = 'now' | 'before' | null;

/** The side of each of `DAYS_OF_SIZES`. */
type Sides = readonly [Side, Side, Side, Side];

const WEEK: Sides = ['now', 'before', 'before', null];
const MONTH: Sides = ['now', 'now', 'before', 'before'];

/** The two sides of a comparison, size by size. */
class Sums {
  private readonly sizes = new Map<
    string,
    { sales: number; sumCents: number; salesBefore: number; sumCentsBefore: number }
  >();

  add(size: string, side: Side, sales: number, cents: number): void {
    const sums = this.sizes.get(size) ?? { sales: 0, sumCents: 0, salesBefore: 0, sumCentsBefore: 0 };
    this.sizes.set(size, sums);
    if (side === 'now') {
      sums.sales += sales;
      sums.sumCents += cents;
    } else if (side === 'before') {
      sums.salesBefore += sales;
      sums.sumCentsBefore += cents;
    }
  }

  addPast(past: readonly SalesOfSize[], sides: Sides): void {
    for (const { size, sums } of past) {
      for (const [index, side] of sides.entries()) {
        this.add(size, side, sums[2 * index] ?? 0, sums[2 * index + 1] ?? 0);
      }
    }
  }

  period(): PeriodOfSales {
    return periodOfSales(this.sizes.values());
  }
}

function addTo(totals: Total[], size: string, sales: number, sumCents: number): void {
  const known = totals.find((total) => total.size === size);
  if (known) {
    known.sales += sales;
    known.sumCents += sumCents;
  } else {
    totals.push({ size, sales, sumCents });
  }
}

/** @param hours in their order; the new one is nearly always among the last */
function addToHour(hours: (Total & { readonly hour: number })[], added: SalesOfHour): void {
  const after = hours.findLastIndex(({ hour }) => hour <= added.hour);
  for (let index = after; hours[index]?.hour === added.hour; index -= 1) {
    const known = hours[index];
    if (known?.size === added.size) {
      known.sales += added.sales;
      known.sumCents += added.sumCents;
      return;
    }
  }
  hours.splice(after + 1, 0, { ...added });
}

function hourOf(atMs = 0): number {
  return Math.floor(atMs / HOUR_MS);
}

function isUsual({ isOdd }: Sale): boolean {
  return !isOdd;
}

const NO_PERIOD: PeriodOfSales = periodOfSales([]);

/** The sales of a product without any. */
export const NOTHING_SOLD = new ProductSales(NO_SALES, []);
