import { describe, expect, it } from 'vitest';
import type { DayOfSales } from './day-of-sales.js';
import { firstDayOf, historyOf } from './history.js';

const TODAY = '2026-11-22'; // a Sunday

/** A day with sales at these prices, in chronological order. */
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
    sumOfSquares: 0,
  };
}

describe('the history of a product', () => {
  it.each([
    ['1M', '2026-10-22'],
    ['3M', '2026-08-22'],
    ['6M', '2026-05-18'],
    ['1Y', '2025-11-17'],
    ['ALL', null],
  ] as const)('of %s begins with the bucket of %s', (range, day) => {
    expect(firstDayOf(range, TODAY)).toBe(day);
  });

  it('is daily, without days that have no sale', () => {
    expect(
      historyOf([sold('2026-10-21', 1), sold('2026-10-22', 210, 250, 190), sold(TODAY, 200)], '1M', TODAY),
    ).toEqual([
      {
        start: '2026-10-22',
        openCents: 210_00,
        highCents: 250_00,
        lowCents: 190_00,
        closeCents: 190_00,
        averageCents: 65_000 / 3,
        sales: 3,
      },
      {
        start: TODAY,
        openCents: 200_00,
        highCents: 200_00,
        lowCents: 200_00,
        closeCents: 200_00,
        averageCents: 200_00,
        sales: 1,
      },
    ]);
  });

  it('opens a week with its first sale and closes it with its last', () => {
    const days = [
      sold('2026-11-15', 5),
      sold('2026-11-16', 100, 300),
      sold('2026-11-18', 50),
      sold(TODAY, 250, 200),
    ];
    expect(historyOf(days, '6M', TODAY)).toMatchObject([
      { start: '2026-11-09', sales: 1 },
      {
        start: '2026-11-16',
        openCents: 100_00,
        highCents: 300_00,
        lowCents: 50_00,
        closeCents: 200_00,
        averageCents: 180_00,
        sales: 5,
      },
    ]);
  });

  it('is weekly up to two years in range ALL, and monthly beyond that', () => {
    const starts = (...days: string[]) =>
      historyOf(
        days.map((day) => sold(day, 100)),
        'ALL',
        TODAY,
      ).map(({ start }) => start);
    expect(starts('2024-11-22', TODAY)).toEqual(['2024-11-18', '2026-11-16']);
    expect(starts('2024-11-21', '2024-11-30', TODAY)).toEqual(['2024-11-01', '2026-11-01']);
  });

  it('is empty without sales', () => {
    expect(historyOf([], 'ALL', TODAY)).toEqual([]);
    expect(historyOf([sold('2020-01-01', 1)], '1Y', TODAY)).toEqual([]);
  });
});
