import { moveInPeriod, type PeriodOfSales } from '../figures/movers.js';
import { Column } from './columns.js';
import type { Sale, SalesOfProduct } from './found.js';

export const NO_PERIOD: PeriodOfSales = { sales: 0, sumCents: 0, salesBefore: 0, sumCentsBefore: 0 };

export const NO_SALES: SalesOfProduct = {
  lastId: '',
  lastCents: null,
  centsBefore: null,
  week: NO_PERIOD,
  month: NO_PERIOD,
  salesOfYear: 0,
};

/** Of a rise or a discount, in hundredths of a per cent. */
export const MOST_BASIS_POINTS = 1_000_000_000;

/** Some hours up to now, by ids of sales, which sort by time. */
export interface Hours {
  /** The least id of the period. */
  readonly since: string;
  /** The least id of the same length of time before it. */
  readonly sinceBefore: string;
}

/** The sales of a product: those of the days that are over, summed up, and those since, one by one. */
interface Sold {
  readonly past: SalesOfProduct;
  /** The oldest first. */
  readonly recent: Sale[];
  /** Both together. */
  readonly now: SalesOfProduct;
}

const NOTHING_SOLD: Sold = { past: NO_SALES, recent: [], now: NO_SALES };

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
   * @param past what the sales up to some day say
   * @param recent all sales since then; of the last two days at least
   */
  set(place: number, past: SalesOfProduct, recent: readonly Sale[]): void {
    this.sold[place] =
      past === NO_SALES && recent.length === 0 ? NOTHING_SOLD : { past, recent: [], now: past };
    this.note(place);
    for (const sale of recent) {
      this.add(place, sale);
    }
  }

  /** Adds a sale of these days; one that is known already changes nothing. */
  add(place: number, sale: Sale): void {
    const { past, recent, now } = this.soldAt(place);
    // Nearly always the newest; servers that trade at once tell of their sales as they come.
    const after = recent.findLastIndex(({ id }) => id <= sale.id);
    if (recent[after]?.id === sale.id) {
      return;
    }
    const all = recent.length === 0 ? [] : recent;
    all.splice(after + 1, 0, sale);
    const [last, before] = [all.at(-1) ?? sale, all.at(-2)];
    this.sold[place] = {
      past,
      recent: all,
      now: {
        lastId: last.id,
        lastCents: last.cents,
        centsBefore: before ? before.cents : past.lastCents,
        week: withSale(now.week, sale),
        month: withSale(now.month, sale),
        salesOfYear: now.salesOfYear + 1,
      },
    };
    this.note(place);
  }

  /** What was sold at a place in some hours, of the last two days. */
  inHours(place: number, { since, sinceBefore }: Hours): PeriodOfSales {
    const { recent } = this.soldAt(place);
    if (recent.length === 0 || (recent.at(-1)?.id ?? '') < sinceBefore) {
      return NO_PERIOD;
    }
    let [sales, sumCents, salesBefore, sumCentsBefore] = [0, 0, 0, 0];
    for (const { id, cents } of recent) {
      if (id >= since) {
        sales += 1;
        sumCents += cents;
      } else if (id >= sinceBefore) {
        salesBefore += 1;
        sumCentsBefore += cents;
      }
    }
    return { sales, sumCents, salesBefore, sumCentsBefore };
  }

  private soldAt(place: number): Sold {
    return this.sold[place] ?? NOTHING_SOLD;
  }

  private note(place: number): void {
    const { month, salesOfYear } = this.at(place);
    this.lately.set(place, month.sales);
    this.ofYear.set(place, salesOfYear);
    this.rise.set(place, basisPoints(moveInPeriod(month)));
  }
}

function withSale({ sales, sumCents, ...before }: PeriodOfSales, { cents }: Sale): PeriodOfSales {
  return { ...before, sales: sales + 1, sumCents: sumCents + cents };
}

/** Hundredths of a per cent, of which no rise is the least there can be. */
export function basisPoints(percent: number | null): number {
  return percent === null
    ? -MOST_BASIS_POINTS
    : Math.max(-MOST_BASIS_POINTS, Math.min(MOST_BASIS_POINTS, Math.round(percent * 100)));
}
