import { describe, expect, it } from 'vitest';
import { depthOf, levelsOf } from './depth-levels.js';

describe('depthOf', () => {
  it('adds up each side from the best level on, as a share of the deeper side', () => {
    const ladder = depthOf(
      [
        { price: 240, quantity: 1 },
        { price: 245, quantity: 3 },
      ],
      [{ price: 230, quantity: 2 }],
      8,
    );
    expect(ladder.asks.map(({ total, share }) => [total, share])).toEqual([
      [1, 0.25],
      [4, 1],
    ]);
    expect(ladder.bids).toEqual([{ price: 230, quantity: 2, total: 2, share: 0.5 }]);
    expect(ladder.spread).toBe(10);
  });

  it('shows a limited number of levels of each side, and measures depth by those', () => {
    const levels = [1, 2, 3].map((step) => ({ price: 240 + step, quantity: 1 }));
    const { asks } = depthOf(levels, [], 2);
    expect(asks.map(({ price, share }) => [price, share])).toEqual([
      [241, 0.5],
      [242, 1],
    ]);
  });

  it('has no spread if one side is empty', () => {
    expect(depthOf([{ price: 240, quantity: 1 }], [], 8).spread).toBeNull();
    expect(depthOf([], [], 8)).toEqual({ asks: [], bids: [], spread: null });
  });
});

it('counts the orders at each price', () => {
  const order = (priceCents: number) => ({ size: '9', priceCents });
  expect(levelsOf([order(24_000), order(24_000), order(25_000)])).toEqual([
    { price: 240, quantity: 2 },
    { price: 250, quantity: 1 },
  ]);
});
