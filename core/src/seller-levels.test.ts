import { describe, expect, it } from 'vitest';
import { sellerFees, tradeAmounts } from './fees.js';
import {
  FIRST_LEVEL,
  levelAfter,
  levelOfSales,
  nextQuarterAt,
  quarterAt,
  SELLER_LEVELS,
  salesAt,
} from './seller-levels.js';

describe('the levels of sellers', () => {
  it('begin with the fee of the specification and end at 8 %, each with a lower fee for more sales', () => {
    expect(SELLER_LEVELS[0]).toEqual({ level: 1, minSales: 0, transactionFeePerMille: 95 });
    expect(SELLER_LEVELS.at(-1)?.transactionFeePerMille).toBe(80);
    for (const level of SELLER_LEVELS.slice(1)) {
      const before = SELLER_LEVELS[level.level - 2];
      expect(level.minSales).toBeGreaterThan(before?.minSales ?? 0);
      expect(level.transactionFeePerMille).toBeLessThan(before?.transactionFeePerMille ?? 0);
    }
  });

  it.each([
    [0, 1, 2],
    [5, 1, 2],
    [6, 2, 3],
    [29, 2, 3],
    [30, 3, 4],
    [99, 3, 4],
    [100, 4, undefined],
    [5000, 4, undefined],
  ])('%d sales give level %d, and %s is next', (sales, level, next) => {
    expect(levelOfSales(sales).level).toBe(level);
    expect(levelAfter(levelOfSales(sales))?.level).toBe(next);
  });

  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-01', '2026-04-01'],
    ['2026-03-31T23:59:59.999Z', '2026-01-01', '2026-04-01'],
    ['2026-04-01T00:00:00.000Z', '2026-04-01', '2026-07-01'],
    ['2026-12-31T23:59:59.999Z', '2026-10-01', '2027-01-01'],
  ])('%s is in the quarter from %s, before the one from %s', (at, quarter, next) => {
    expect(quarterAt(Date.parse(at))).toBe(quarter);
    expect(nextQuarterAt(Date.parse(at))).toBe(next);
  });

  it('count the sales of the quarter alone', () => {
    const sales = { quarter: '2026-10-01', sales: 40 };
    expect(salesAt(sales, Date.parse('2026-12-31T23:59:59.999Z'))).toBe(40);
    expect(salesAt(sales, Date.parse('2027-01-01T00:00:00.000Z'))).toBe(0);
    expect(salesAt({ quarter: null, sales: 0 }, 0)).toBe(0);
  });
});

describe('the fees of a level', () => {
  it.each([
    [FIRST_LEVEL, 19_10, 166_00],
    [levelOfSales(6), 18_09, 167_00],
    [levelOfSales(30), 17_09, 168_00],
    [levelOfSales(100), 16_08, 169_00],
  ])('at 201$: %o', (level, transactionFeeCents, totalCents) => {
    expect(sellerFees(201_00, level)).toMatchObject({
      transactionFeeCents,
      processingFeeCents: 6_03,
      totalCents,
    });
  });

  it('change what the platform keeps, not what the buyer pays', () => {
    for (const level of SELLER_LEVELS) {
      const { buyerTotalCents, sellerTotalCents, platformCents } = tradeAmounts(201_00, level);
      expect(buyerTotalCents).toBe(217_03);
      expect(sellerTotalCents + platformCents).toBe(buyerTotalCents);
    }
  });
});
