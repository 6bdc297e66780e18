import { addDays, type Day, nextQuarter } from '../figures/days.js';
import { groupBy } from '../group-by.js';
import { type Member, membersOf, type Turnover } from './weights.js';

/** The value of the index on its first day. */
const FIRST_VALUE = 1000;

/**
 * The number of sold products that the index needs to start, and of products with turnover that a new composition
 * needs.
 */
export const MIN_PRODUCTS = 10;

const TURNOVER_DAYS = 365;

/** The sales of one product on one day, all sizes together. */
export interface ProductDay {
  readonly productId: number;
  readonly day: Day;
  readonly sales: number;
  readonly sumCents: number;
}

/** A recomposition of the index: it takes effect after this day, by the turnover of the year before. */
export interface Composition {
  readonly day: Day;
  readonly turnovers: readonly Turnover[];
}

export interface IndexPoint {
  readonly day: Day;
  /** Not rounded. */
  readonly value: number;
}

/** The day on which the tenth product is first sold; null before that. */
export function firstDayOfIndex(firstSales: readonly Day[]): Day | null {
  return [...firstSales].sort()[MIN_PRODUCTS - 1] ?? null;
}

/** The index's first day, and the first days of the quarters after it, up to today. */
export function compositionDays(firstDay: Day, today: Day): Day[] {
  const days = [firstDay];
  for (let day = nextQuarter(firstDay); day <= today; day = nextQuarter(day)) {
    days.push(day);
  }
  return days;
}

/** The days whose turnover determines a composition: those before its quarter, or those up to the index's first day. */
export function turnoverDays(day: Day, firstDay: Day): { readonly from: Day; readonly to: Day } {
  const to = day === firstDay ? day : addDays(day, -1);
  return { from: addDays(to, 1 - TURNOVER_DAYS), to };
}

/**
 * The PX50 on each day with a sale of one of its products, oldest first.
 * @param compositions oldest first; the first one starts the index
 * @param days all days with sales of every product in a composition; one without sales up to then is left out of it
 */
export function px50(compositions: readonly Composition[], days: readonly ProductDay[]): IndexPoint[] {
  const soldOn = groupBy(days, ({ day }) => day);
  const composedOn = new Map(compositions.map((composition) => [composition.day, composition]));
  const lastAverages = new Map<number, number>();
  const points: IndexPoint[] = [];
  let basket: Basket | null = null;
  for (const day of [...new Set([...soldOn.keys(), ...composedOn.keys()])].sort()) {
    const sold = soldOn.get(day) ?? [];
    for (const { productId, sumCents, sales } of sold) {
      lastAverages.set(productId, sumCents / sales);
    }
    if (basket && sold.some(({ productId }) => basket?.has(productId))) {
      points.push({ day, value: basket.valueAt(lastAverages) });
    }
    // The sales of a product may have become void since the turnovers were read.
    const priced = (composedOn.get(day)?.turnovers ?? []).filter(({ productId }) =>
      lastAverages.has(productId),
    );
    const members = membersOf(priced);
    if (members.length >= MIN_PRODUCTS) {
      basket = new Basket(members, lastAverages, basket?.valueAt(lastAverages) ?? FIRST_VALUE);
      points.push(...(points.length === 0 ? [{ day, value: FIRST_VALUE }] : []));
    }
  }
  return points;
}

/** The products of the index between two compositions. */
class Basket {
  private readonly shares: ReadonlyMap<number, number>;

  constructor(
    members: readonly Member[],
    averages: ReadonlyMap<number, number>,
    private readonly firstValue: number,
  ) {
    this.shares = new Map(
      members.map(({ productId, weight }) => [productId, weight / averageOf(productId, averages)]),
    );
  }

  has(productId: number): boolean {
    return this.shares.has(productId);
  }

  valueAt(averages: ReadonlyMap<number, number>): number {
    let relative = 0;
    for (const [productId, share] of this.shares) {
      relative += share * averageOf(productId, averages);
    }
    return this.firstValue * relative;
  }
}

function averageOf(productId: number, averages: ReadonlyMap<number, number>): number {
  const average = averages.get(productId);
  if (average === undefined) {
    throw new Error(`Product ${productId} is in the index before its first sale.`);
  }
  return average;
}
