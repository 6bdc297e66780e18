import { priceChangePercent } from '../market/figures.js';
import { percentOf } from '../percent.js';
import { averageCents, type DayOfSales, deviationCents, totalOf } from './day-of-sales.js';
import { addDays, type Day } from './days.js';

/** The number of days that most figures cover: today and the days before it. */
export const FIGURES_DAYS = 365;

/** The number of days that the premium covers. */
const PREMIUM_DAYS = 30;

/** The summary of a book; null for an empty side. */
export interface BookSummary {
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  readonly openAsks: number;
  readonly openBids: number;
}

/** The data from which the figures of a product, or of one of its sizes, are derived. */
export interface ProductSales {
  readonly today: Day;
  /** Days with sales that count, oldest first; days that are too old are ignored. */
  readonly days: readonly DayOfSales[];
  /** Prices of sales, newest first, odd sales included; only the first two are used. */
  readonly newestCents: readonly number[];
  /** The newest sale that counts, however old; null for none. */
  readonly lastUsualCents: number | null;
  readonly sales72h: number;
  readonly retailCents: number | null;
  readonly books: readonly BookSummary[];
}

/** The figures of docs/market-figures.md; null where undefined. Only percentages are rounded. */
export interface ProductFigures {
  readonly lastSaleCents: number | null;
  readonly changeCents: number | null;
  readonly changePercent: number | null;
  readonly highCents: number | null;
  readonly lowCents: number | null;
  readonly averageCents: number | null;
  readonly volatilityPercent: number | null;
  readonly typicalLowCents: number | null;
  readonly typicalHighCents: number | null;
  readonly premiumPercent: number | null;
  readonly sales72h: number;
  readonly sales365d: number;
  readonly turnoverCents: number;
  readonly spreadPercent: number | null;
  readonly openAsks: number;
  readonly openBids: number;
}

export function productFigures({
  today,
  days,
  newestCents,
  lastUsualCents,
  sales72h,
  retailCents,
  books,
}: ProductSales): ProductFigures {
  const [lastCents, centsBefore] = newestCents;
  const year = totalOf(daysUpTo(today, days, FIGURES_DAYS));
  const average = averageCents(year);
  const deviation = deviationCents(year);
  return {
    lastSaleCents: lastCents ?? null,
    changeCents: lastCents === undefined || centsBefore === undefined ? null : lastCents - centsBefore,
    changePercent: lastCents === undefined ? null : priceChangePercent(lastCents, centsBefore),
    highCents: year.highCents,
    lowCents: year.lowCents,
    averageCents: average,
    volatilityPercent: average === null || deviation === null ? null : percentOf(deviation, average),
    ...typicalRange(average, deviation, year),
    premiumPercent: premiumPercent(daysUpTo(today, days, PREMIUM_DAYS), lastUsualCents, retailCents),
    sales72h,
    sales365d: year.sales,
    turnoverCents: year.sumCents,
    spreadPercent: narrowestSpread(books),
    openAsks: books.reduce((sum, { openAsks }) => sum + openAsks, 0),
    openBids: books.reduce((sum, { openBids }) => sum + openBids, 0),
  };
}

/** The given days that are within the last `count` days, today included. */
function daysUpTo<OfDay extends { readonly day: Day }>(
  today: Day,
  days: readonly OfDay[],
  count: number,
): OfDay[] {
  const first = addDays(today, 1 - count);
  return days.filter(({ day }) => day >= first && day <= today);
}

/** The range of most prices: one standard deviation around the average, within the lowest and highest price paid. */
function typicalRange(
  average: number | null,
  deviation: number | null,
  { highCents, lowCents }: { readonly highCents: number | null; readonly lowCents: number | null },
): Pick<ProductFigures, 'typicalLowCents' | 'typicalHighCents'> {
  if (average === null || deviation === null || highCents === null || lowCents === null) {
    return { typicalLowCents: null, typicalHighCents: null };
  }
  return {
    typicalLowCents: Math.max(lowCents, average - deviation),
    typicalHighCents: Math.min(highCents, average + deviation),
  };
}

/** The premium of the average price over retail, or of the last sale without recent ones, in per cent. */
export function premiumPercent(
  lately: readonly Pick<DayOfSales, 'sales' | 'sumCents'>[],
  lastCents: number | null,
  retailCents: number | null,
): number | null {
  const total = {
    sales: lately.reduce((sum, { sales }) => sum + sales, 0),
    sumCents: lately.reduce((sum, { sumCents }) => sum + sumCents, 0),
  };
  const cents = averageCents(total) ?? lastCents;
  return cents === null || retailCents === null ? null : percentOf(cents - retailCents, retailCents);
}

/** The spread of one size in per cent; null if a side is empty. */
export function spreadPercent({
  lowestAskCents,
  highestBidCents,
}: Pick<BookSummary, 'lowestAskCents' | 'highestBidCents'>): number | null {
  return lowestAskCents === null || highestBidCents === null
    ? null
    : percentOf(lowestAskCents - highestBidCents, lowestAskCents);
}

/** Orders of different sizes never cross, so the spread of a product is its narrowest size's. */
function narrowestSpread(books: readonly BookSummary[]): number | null {
  const spreads = books.map(spreadPercent).filter((spread) => spread !== null);
  return spreads.length === 0 ? null : Math.min(...spreads);
}
