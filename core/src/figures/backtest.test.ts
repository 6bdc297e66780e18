import { describe, expect, it } from 'vitest';
import { backtest } from './backtest.js';
import { addDays } from './days.js';

const TODAY = '2026-03-11';

/** Days with two sales each, so many days before today, at these prices. */
function salesOf(prices: Readonly<Record<number, readonly [low: number, high: number]>>) {
  return Object.entries(prices).map(([daysAgo, [lowCents, highCents]]) => ({
    day: addDays(TODAY, -Number(daysAgo)),
    sales: 2,
    lowCents,
    highCents,
  }));
}

/** Ten weeks, one day of sales in each, the prices rising by 10 from the oldest. */
const RISING = salesOf(
  Object.fromEntries(
    Array.from({ length: 10 }, (_, week) => [70 - 7 * week, [200 + 10 * week, 205 + 10 * week] as const]),
  ),
);

describe('a backtest', () => {
  it.each([
    ['bid', 199, 0],
    ['bid', 200, 1],
    ['bid', 209, 1],
    ['bid', 230, 4],
    ['bid', 290, 10],
    ['bid', 1_000, 10],
    ['ask', 296, 0],
    ['ask', 295, 1],
    ['ask', 265, 4],
    ['ask', 205, 10],
    ['ask', 1, 10],
  ] as const)('a %s at %i would have been filled in %i of ten weeks', (side, price, filled) => {
    expect(backtest(side, price, RISING, TODAY)).toEqual({ filled, weeks: 10 });
  });

  it('counts a week once, however many of its days fill the order', () => {
    const days = salesOf({ 1: [200, 200], 2: [200, 200], 7: [200, 200], 8: [300, 300], 28: [300, 300] });
    expect(backtest('bid', 250, days, TODAY)).toEqual({ filled: 1, weeks: 4 });
  });

  it('leaves out today, which is not over', () => {
    const days = salesOf({
      0: [100, 100],
      1: [200, 200],
      8: [200, 200],
      15: [200, 200],
      22: [200, 200],
      23: [200, 200],
    });
    expect(backtest('bid', 150, days, TODAY)).toEqual({ filled: 0, weeks: 4 });
  });

  it('leaves out the weeks before the first sale, but not those without sales after it', () => {
    const early = salesOf({ 40: [200, 200], 41: [200, 200], 20: [200, 200], 3: [200, 200], 2: [200, 200] });
    expect(backtest('bid', 200, early, TODAY)).toEqual({ filled: 3, weeks: 6 });
    const earlier = [...early, ...salesOf({ 80: [200, 200] })];
    expect(backtest('bid', 200, earlier, TODAY)).toEqual({ filled: 3, weeks: 10 });
  });

  it('is silent with fewer than ten sales, or with fewer than four weeks of sales', () => {
    const few = salesOf({ 1: [200, 200], 8: [200, 200], 15: [200, 200], 22: [200, 200] });
    expect(backtest('bid', 200, few, TODAY)).toBeNull();
    const young = salesOf(Object.fromEntries(Array.from({ length: 21 }, (_, day) => [day + 1, [200, 200]])));
    expect(backtest('bid', 200, young, TODAY)).toBeNull();
    expect(backtest('bid', 200, [...young, ...salesOf({ 22: [200, 200] })], TODAY)).toEqual({
      filled: 4,
      weeks: 4,
    });
    expect(backtest('ask', 200, [], TODAY)).toBeNull();
  });
});
