import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayOfSales } from './day-of-sales.js';
import { addDays } from './days.js';
import { type ProductSales, productFigures } from './product-figures.js';

const TODAY = '2026-11-22';

/** A day with sales at these prices in dollars, in chronological order. */
function sold(day: string, ...dollars: number[]): DayOfSales {
  const cents = dollars.map((price) => price * 100);
  return {
    day,
    sales: cents.length,
    openCents: cents[0]!,
    highCents: Math.max(...cents),
    lowCents: Math.min(...cents),
    closeCents: cents.at(-1)!,
    sumCents: cents.reduce((sum, price) => sum + price, 0),
    sumOfSquares: cents.reduce((sum, price) => sum + price ** 2, 0),
  };
}

function figures(more: Partial<ProductSales> = {}) {
  return productFigures({
    today: TODAY,
    days: [],
    newestCents: [],
    lastUsualCents: null,
    sales72h: 0,
    retailCents: null,
    books: [],
    ...more,
  });
}

const book = (lowestAskCents: number | null, highestBidCents: number | null, openAsks = 0, openBids = 0) => ({
  lowestAskCents,
  highestBidCents,
  openAsks,
  openBids,
});

describe('the figures of a product', () => {
  it('are null without sales and orders', () => {
    expect(figures()).toEqual({
      lastSaleCents: null,
      changeCents: null,
      changePercent: null,
      highCents: null,
      lowCents: null,
      averageCents: null,
      volatilityPercent: null,
      typicalLowCents: null,
      typicalHighCents: null,
      premiumPercent: null,
      sales72h: 0,
      sales365d: 0,
      turnoverCents: 0,
      spreadPercent: null,
      openAsks: 0,
      openBids: 0,
    });
  });

  it.each([
    [[], null, null, null],
    [[240_00], 240_00, null, null],
    [[240_00, 200_00], 240_00, 40_00, 20],
    [[200_00, 240_00, 100_00], 200_00, -40_00, -16.7],
    [[200_00, 200_00], 200_00, 0, 0],
  ])('include the last sale and its change for sales at %j', (newestCents, last, change, percent) => {
    const { lastSaleCents, changeCents, changePercent } = figures({ newestCents });
    expect([lastSaleCents, changeCents, changePercent]).toEqual([last, change, percent]);
  });

  it('cover today and the 364 days before', () => {
    const days = [
      sold(addDays(TODAY, -365), 1, 1_000_000),
      sold(addDays(TODAY, -364), 100),
      sold(TODAY, 300, 200),
    ];
    expect(figures({ days })).toMatchObject({
      highCents: 300_00,
      lowCents: 100_00,
      averageCents: 200_00,
      sales365d: 3,
      turnoverCents: 600_00,
    });
  });

  it.each([
    ['one sale', [200], 0, 200, 200],
    ['equal prices', [200, 200, 200], 0, 200, 200],
    ['two prices', [100, 300], 50, 100, 300],
    // the population's standard deviation, 100 around 250, not a sample's
    ['a spread market', [150, 350, 150, 350], 40, 150, 350],
    ['an outlier', [100, 100, 100, 100, 100, 100, 100, 100, 100, 1100], 150, 100, 500],
    ['a range that ends at the highest price', [100, 500, 500, 500], 43.3, 226.79, 500],
  ])('include volatility and typical range for %s', (_what, dollars, volatility, low, high) => {
    const shown = figures({ days: [sold(TODAY, ...dollars)] });
    expect(shown.volatilityPercent).toBe(volatility);
    expect(shown.typicalLowCents).toBeCloseTo(low * 100, 0);
    expect(shown.typicalHighCents).toBeCloseTo(high * 100, 0);
  });

  it.each([
    ['the average of the last 30 days', [sold(addDays(TODAY, -29), 210, 230), sold(TODAY, 220)], 10],
    ['without older sales', [sold(addDays(TODAY, -30), 1_000), sold(TODAY, 220)], 10],
    ['the last sale that counts, without one in 30 days', [sold(addDays(TODAY, -30), 1_000)], 150],
  ])('base the premium on %s', (_what, days, premium) => {
    const newestCents = [55_00, 500_00];
    expect(figures({ days, newestCents, lastUsualCents: 500_00, retailCents: 200_00 }).premiumPercent).toBe(
      premium,
    );
  });

  it('show a discount as a negative premium, and no premium without a retail price or a sale', () => {
    expect(figures({ lastUsualCents: 150_00, retailCents: 200_00 }).premiumPercent).toBe(-25);
    expect(figures({ lastUsualCents: 150_00 }).premiumPercent).toBeNull();
    expect(figures({ retailCents: 200_00 }).premiumPercent).toBeNull();
  });

  it.each([
    ['both sides', [book(200_00, 150_00)], 25],
    ['no bid', [book(200_00, null)], null],
    ['no ask', [book(null, 150_00)], null],
    ['the narrowest size', [book(200_00, 100_00), book(300_00, 270_00), book(100_00, null)], 10],
  ])('include the spread of %s', (_what, books, spread) => {
    expect(figures({ books }).spreadPercent).toBe(spread);
  });

  it('count the open orders of all sizes', () => {
    expect(figures({ books: [book(1, null, 2, 0), book(1, 1, 3, 4)] })).toMatchObject({
      openAsks: 5,
      openBids: 4,
    });
  });

  it('do not depend on how sales are spread over days', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(price, fc.nat(364)), { minLength: 1, maxLength: 60 }), (sales) => {
        const prices = sales.map(([dollars]) => dollars);
        const spread = figures({ days: sales.map(([dollars, ago]) => sold(addDays(TODAY, -ago), dollars)) });
        const mean = prices.reduce((sum, dollars) => sum + dollars, 0) / prices.length;
        const variance = prices.reduce((sum, dollars) => sum + (dollars - mean) ** 2, 0) / prices.length;
        expect(spread.averageCents).toBeCloseTo(mean * 100, 3);
        expect(Math.abs(spread.volatilityPercent! - (100 * Math.sqrt(variance)) / mean)).toBeLessThan(0.051);
        expect(spread.typicalLowCents!).toBeGreaterThanOrEqual(100 * Math.min(...prices));
        expect(spread.typicalHighCents!).toBeLessThanOrEqual(100 * Math.max(...prices));
        expect(spread.typicalLowCents!).toBeLessThanOrEqual(spread.typicalHighCents! + 1e-6);
      }),
    );
  });
});
