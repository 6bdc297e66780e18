import { describe, expect, it } from 'vitest';
import type { HistoryRange } from '../figures/history.js';
import { type Pair, withSales } from './pairs.js';
import { gainPercent, totalOfPairs, valuationOf } from './valuation.js';
import {
  firstDayOfValuation,
  listingKey,
  type ValuationOverTime,
  valuationOverTime,
} from './valuation-over-time.js';

const TODAY = '2026-11-22'; // a Sunday

let made = 0;

function pair(more: Partial<Pair> = {}): Pair {
  made += 1;
  const id = String(made).padStart(4, '0');
  return {
    id,
    isBought: true,
    productId: 1,
    size: '9',
    costCents: 200_00,
    since: '2026-01-05',
    until: null,
    ...more,
  };
}

const untilOf = (pairs: readonly Pair[]) => pairs.map(({ since, until }) => `${since} ${until}`);

describe('a sale', () => {
  const sold = (day: string, more = {}) => ({ productId: 1, size: '9', day, ...more });

  it('takes the oldest pair of its product and size', () => {
    const pairs = [pair({ since: '2026-02-01' }), pair({ since: '2026-01-01' }), pair({ size: '10' })];
    expect(untilOf(withSales(pairs, [sold('2026-03-01')]))).toEqual([
      '2026-01-01 2026-03-01',
      '2026-01-05 null',
      '2026-02-01 null',
    ]);
  });

  it('takes no pair that was added later or has already left', () => {
    const pairs = [pair({ since: '2026-04-01' }), pair({ since: '2026-01-01', until: '2026-01-02' })];
    expect(untilOf(withSales(pairs, [sold('2026-03-01')]))).toEqual([
      '2026-01-01 2026-01-02',
      '2026-04-01 null',
    ]);
  });

  it('takes one pair per sale, the oldest sale first', () => {
    const pairs = [pair({ since: '2026-01-01' }), pair({ since: '2026-02-01' })];
    const sales = [sold('2026-05-01'), sold('2026-01-15'), sold('2026-06-01')];
    expect(untilOf(withSales(pairs, sales))).toEqual(['2026-01-01 2026-01-15', '2026-02-01 2026-05-01']);
  });
});

describe('the valuation of a pair', () => {
  it.each([
    [
      { lastSale: { priceCents: 250_00, day: '2026-08-25' }, highestBidCents: 240_00 },
      { cents: 250_00, by: 'sale' },
    ],
    [
      { lastSale: { priceCents: 250_00, day: '2026-08-24' }, highestBidCents: 240_00 },
      { cents: 240_00, by: 'bid' },
    ],
    [
      { lastSale: null, highestBidCents: 240_00 },
      { cents: 240_00, by: 'bid' },
    ],
    [{ lastSale: { priceCents: 250_00, day: '2025-01-01' }, highestBidCents: null }, null],
    [{ lastSale: null, highestBidCents: null }, null],
  ] as const)('of %j is %j', (market, worth) => {
    expect(valuationOf(market, TODAY)).toEqual(worth);
  });

  it('is left out of the total when there is no price', () => {
    const total = totalOfPairs([
      { costCents: 200_00, worthCents: 250_00 },
      { costCents: 100_00, worthCents: 80_00 },
      { costCents: 900_00, worthCents: null },
    ]);
    expect(total).toEqual({ priced: 2, unpriced: 1, costCents: 300_00, worthCents: 330_00 });
    expect(gainPercent(total.costCents, total.worthCents)).toBe(10);
    expect(gainPercent(300_00, 200_00)).toBe(-33.3);
    expect(gainPercent(0, 0)).toBeNull();
  });
});

describe('the valuation of a collection over time', () => {
  const closes = (...days: [day: string, dollars: number][]) =>
    new Map([['1 9', days.map(([day, dollars]) => ({ day, closeCents: dollars * 100 }))]]);
  const now = (dollars: number) => new Map([[listingKey({ productId: 1, size: '9' }), dollars * 100]]);
  const dollars = (points: ReturnType<typeof valuationOverTime>) =>
    points.map(({ start, worthCents, costCents }) => [start, worthCents / 100, costCents / 100]);

  /** The points of a history up to today: first day of the bucket, valuation and cost. */
  const overTime = (
    range: HistoryRange,
    pairs: readonly Pair[],
    market: Pick<ValuationOverTime, 'closes' | 'valuationNow'>,
  ) => {
    const sold = [...market.closes.values()].flatMap(([first]) => first?.day ?? []).sort()[0] ?? null;
    const from = firstDayOfValuation(range, { owned: pairs[0]?.since ?? null, sold }, TODAY);
    return dollars(valuationOverTime({ pairs, ...market, range, from, today: TODAY }));
  };

  it('is daily from the day of the first pair and ends with the current valuation', () => {
    const pairs = [pair({ since: '2026-11-19' }), pair({ since: '2026-11-21', costCents: 300_00 })];
    const market = { closes: closes(['2026-11-18', 210], ['2026-11-20', 230]), valuationNow: now(260) };
    expect(overTime('1M', pairs, market)).toEqual([
      ['2026-11-19', 210, 200],
      ['2026-11-20', 230, 200],
      ['2026-11-21', 460, 500],
      [TODAY, 520, 500],
    ]);
  });

  it('excludes a pair from the day it leaves, and skips a day without any price', () => {
    const pairs = [
      pair({ since: '2026-11-18', until: '2026-11-20' }),
      pair({ since: '2026-11-21', size: '10' }),
    ];
    const market = { closes: closes(['2026-11-19', 210]), valuationNow: new Map() };
    expect(overTime('1M', pairs, market)).toEqual([['2026-11-19', 210, 200]]);
  });

  it('is weekly for six months, with the valuation at the end of each week', () => {
    const market = {
      closes: closes(['2026-11-01', 100], ['2026-11-08', 120], ['2026-11-09', 150]),
      valuationNow: now(170),
    };
    expect(overTime('6M', [pair({ since: '2026-11-04' })], market)).toEqual([
      ['2026-11-02', 120, 200],
      ['2026-11-09', 150, 200],
      ['2026-11-16', 170, 200],
    ]);
  });

  it('is monthly beyond two years in range ALL, without a price 90 days after the last sale', () => {
    const market = { closes: closes(['2024-01-05', 100]), valuationNow: now(170) };
    expect(overTime('ALL', [pair({ since: '2024-01-10' })], market)).toEqual([
      ['2024-01-01', 100, 200],
      ['2024-02-01', 100, 200],
      ['2024-03-01', 100, 200],
      ['2026-11-01', 170, 200],
    ]);
  });

  it('starts at the first price in range ALL, even if a pair was bought long before', () => {
    const market = { closes: closes(['2026-11-10', 100]), valuationNow: now(170) };
    expect(overTime('ALL', [pair({ since: '1970-01-01' })], market)).toEqual([
      ['2026-11-09', 100, 200],
      ['2026-11-16', 170, 200],
    ]);
    expect(
      overTime('ALL', [pair({ since: '1970-01-01' })], { closes: new Map(), valuationNow: now(170) }),
    ).toEqual([['2026-11-16', 170, 200]]);
  });
});
