import { expect, it } from 'vitest';
import { firstSizes, sizeRows } from './size-rows.js';

const order = (size: string, priceCents: number) => ({ size, priceCents });

it('sizeRows counts the orders of each traded size and names the best prices', () => {
  const asks = [order('9', 24_000), order('9', 25_000)];
  const bids = [order('9', 20_000), order('10', 21_000)];
  expect(sizeRows(['8', '9', '10'], asks, bids)).toEqual([
    { size: '9', asks: 2, bids: 1, askCents: 24_000, bidCents: 20_000 },
    { size: '10', asks: 0, bids: 1, askCents: 0, bidCents: 21_000 },
  ]);
});

it('firstSizes has the best prices, then the busiest sizes, in the order of the sizes', () => {
  const row = (size: string, asks: number, askCents: number, bidCents: number) => ({
    size,
    asks,
    bids: 1,
    askCents,
    bidCents,
  });
  const rows = [
    row('8', 1, 30_000, 20_000),
    row('9', 5, 30_000, 20_000),
    row('10', 3, 30_000, 21_000),
    row('11', 1, 29_000, 0),
  ];
  expect(firstSizes(rows, 3).map(({ size }) => size)).toEqual(['9', '10', '11']);
  expect(firstSizes(rows, 2).map(({ size }) => size)).toEqual(['10', '11']);
  expect(firstSizes([], 2)).toEqual([]);
});
