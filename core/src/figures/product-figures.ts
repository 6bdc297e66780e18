import { priceChangePercent } from '../market/figures.js';
import { percentOf } from '../percent.js';
import { averageCents, type DayOfSales, deviationCents, totalOf } from './day-of-sales.js';
import { addDays, type Day } from './days.js';

/** How many days most figures are of: today and those before it. */
export const FIGURES_DAYS = 365;

/** How many days the premium is of. */
const PREMIUM_DAYS = 30;

/** A book as its summary has it; null for none. */
export interface BookSummary {
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  readonly openAsks: number;
  readonly openBids: number;
}

/** What the figures of a product, or of one size of it, are told from. */
export interface ProductSales {
  readonly today: Day;
  /** Days with sales that count, oldest first; those that are too old do not count. */
  readonly days: readonly DayOfSales[];
  /** The newest sale first, odd ones included; any before the first two say nothing. */
  readonly newestCents: readonly number[];
  /** The newest sale that counts, however old; null for none. */
  readonly lastUsualCents: number | null;
  readonly sales72h: number;
  readonly retailCents: number | null;
  readonly books: readonly BookSummary[];
}

/** The figures of docs/market-figures.md; null where there is nothing to say. Not rounded, but for per cent. */
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

/** Those of the last days up to today, so many of them. */
export function daysUpTo<OfDay extends { readonly day: Day }>(
  today: Day,
  days: readonly OfDay[],
  count: number,
): OfDay[] {
  const first = addDays(today, 1 - count);
  return days.filter(({ day }) => day >= first && day <= today);
}

/** What most prices are within: a standard deviation around the average, and no price that nobody has paid. */
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

/** How far the average price, or the last one where nothing was sold lately, is above retail. */
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

/** How far apart the best prices of one size are; null where a side is empty. */
export function spreadPercent({
  lowestAskCents,
  highestBidCents,
}: Pick<BookSummary, 'lowestAskCents' | 'highestBidCents'>): number | null {
  return lowestAskCents === null || highestBidCents === null
    ? null
    : percentOf(lowestAskCents - highestBidCents, lowestAskCents);
}

/** Prices of different sizes do not meet, so a product has the spread of the size where it is narrowest. */
function narrowestSpread(books: readonly BookSummary[]): number | null {
  const spreads = books.map(spreadPercent).filter((spread) => spread !== null);
  return spreads.length === 0 ? null : Math.min(...spreads);
}
