import { describe, expect, it } from 'vitest';
import { listedLevels } from './listed-levels.js';

const order = (size: string, priceCents: number) => ({ size, priceCents });
const orders = [order('9', 24_000), order('9', 24_000), order('10', 23_000), order('10', 25_000)];
const shown = (side: 'asks' | 'bids', size: string | null) =>
  listedLevels(orders, side, size, undefined).map((level) => [level.size, level.price, level.quantity]);

describe('listedLevels', () => {
  it('start with the best price of all sizes', () => {
    expect(shown('asks', null)).toEqual([
      ['10', 230, 1],
      ['9', 240, 2],
      ['10', 250, 1],
    ]);
    expect(shown('bids', null)[0]).toEqual(['10', 250, 1]);
  });

  it('contain only the chosen size, from its book once that is loaded', () => {
    expect(shown('asks', '9')).toEqual([['9', 240, 2]]);
    expect(listedLevels(orders, 'asks', '9', [{ price: 239, quantity: 4 }])).toEqual([
      { size: '9', price: 239, quantity: 4 },
    ]);
  });
});
