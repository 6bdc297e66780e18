import { describe, expect, it } from 'vitest';
import { marketLists, moveInPeriod, periodOfSales, type SizeInPeriod } from './movers.js';

interface ProductInPeriod extends SizeInPeriod {
  readonly productId: number;
  readonly premiumPercent: number | null;
  readonly spreadPercent: number | null;
}

const product = (productId: number, more: Partial<ProductInPeriod> = {}): ProductInPeriod => ({
  productId,
  sales: 0,
  sumCents: 0,
  salesBefore: 0,
  sumCentsBefore: 0,
  premiumPercent: null,
  spreadPercent: null,
  ...more,
});

/** Sales at `dollars`, after two sales at 100 dollars. */
const moved = (productId: number, sales: number, dollars: number) =>
  product(productId, { sales, sumCents: sales * dollars * 100, salesBefore: 2, sumCentsBefore: 200_00 });

const LENGTH = 3;

const changeOf = (...sizes: SizeInPeriod[]) => periodOfSales(sizes).changePercent;

describe('the change in a period', () => {
  it.each([
    [moved(1, 3, 120), 20],
    [moved(1, 1, 90), -10],
    [product(1, { sales: 1, sumCents: 100_00 }), null],
    [product(1, { salesBefore: 1, sumCentsBefore: 100_00 }), null],
  ])('of one size compares its average price with the one before (%#)', (sold, change) => {
    expect(changeOf(sold)).toBe(change);
  });

  const size = (
    sales: number,
    dollars: number,
    salesBefore: number,
    dollarsBefore: number,
  ): SizeInPeriod => ({
    sales,
    sumCents: sales * dollars * 100,
    salesBefore,
    sumCentsBefore: salesBefore * dollarsBefore * 100,
  });

  it('compares each size with itself, so a shift to larger sizes is no rise', () => {
    expect(changeOf(size(1, 100, 9, 100), size(9, 300, 1, 300))).toBe(0);
  });

  it('is weighted by sales and covers only sizes that were also sold before', () => {
    expect(changeOf(size(1, 110, 5, 100), size(3, 100, 1, 100), size(7, 900, 0, 0))).toBe(2.5);
    expect(periodOfSales([size(2, 110, 1, 100), size(7, 900, 0, 0)])).toEqual({
      sales: 9,
      sumCents: 652_000,
      compared: 2,
      changePercent: 10,
    });
  });
});

it('a move needs three comparable sales', () => {
  const moveOf = (...sizes: SizeInPeriod[]) => moveInPeriod(periodOfSales(sizes));
  expect([moveOf(moved(1, 2, 120)), moveOf(moved(1, 3, 120))]).toEqual([null, 20]);
  expect(moveOf(moved(1, 2, 120), product(1, { sales: 5, sumCents: 500 }))).toBeNull();
});

describe('the lists of the market', () => {
  const idsOf = (products: readonly ProductInPeriod[]) => {
    const oldestFirst = products.toSorted((a, b) => a.productId - b.productId);
    const at = (place: number) => oldestFirst[place] ?? product(0);
    const lists = marketLists(
      {
        count: oldestFirst.length,
        salesAt: (place) => at(place).sales,
        moveAt: (place) => moveInPeriod(periodOfSales([at(place)])),
        premiumAt: (place) => at(place).premiumPercent,
        spreadAt: (place) => at(place).spreadPercent,
      },
      LENGTH,
    );
    return Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list.map((place) => at(place).productId)]),
    );
  };

  it('are empty without sales and orders', () => {
    expect(idsOf([product(1)])).toEqual({
      mostSold: [],
      largestRise: [],
      largestFall: [],
      largestPremium: [],
      narrowestSpread: [],
    });
  });

  it('rank by sales, and the older product first among equals', () => {
    expect(idsOf([moved(4, 5, 100), moved(3, 9, 100), moved(2, 5, 100), moved(1, 4, 100)]).mostSold).toEqual([
      3, 2, 4,
    ]);
  });

  it('rank rises and falls by size, among products with enough sales', () => {
    const { largestRise, largestFall } = idsOf([
      moved(1, 3, 110),
      moved(2, 3, 150),
      moved(3, 2, 900),
      moved(4, 3, 100),
      moved(5, 3, 60),
      moved(6, 3, 90),
      moved(7, 2, 1),
    ]);
    expect([largestRise, largestFall]).toEqual([
      [2, 1],
      [5, 6],
    ]);
  });

  it('rank by largest premium and by narrowest spread', () => {
    const { largestPremium, narrowestSpread } = idsOf([
      product(1, { premiumPercent: -5, spreadPercent: 2 }),
      product(2, { premiumPercent: 80, spreadPercent: 0.5 }),
      product(3, { premiumPercent: 0 }),
      product(4, { spreadPercent: 1 }),
    ]);
    expect([largestPremium, narrowestSpread]).toEqual([
      [2, 3, 1],
      [2, 4, 1],
    ]);
  });
});
