import { describe, expect, it } from 'vitest';
import { dollarsToCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import { placeOfPrice, type QueuePlace } from './queue-place.js';

const of = (...dollars: number[]) => dollars.map((price) => ({ priceCents: dollarsToCents(price) }));
const bids = of(250, 250, 240, 240, 230);
const asks = of(230, 240, 240, 250);

type Line = [
  what: string,
  side: Side,
  price: number,
  orders: ReturnType<typeof of>,
  place: QueuePlace | null,
];

const LINES: Line[] = [
  ['a bid above all others', 'bid', 251, bids, { ahead: 0, rank: 1 }],
  ['a bid as high as the best', 'bid', 250, bids, { ahead: 2, rank: 3 }],
  ['a bid between two prices', 'bid', 245, bids, { ahead: 2, rank: 1 }],
  ['a bid as high as some', 'bid', 240, bids, { ahead: 4, rank: 3 }],
  ['a bid below all others', 'bid', 1, bids, { ahead: 5, rank: 1 }],
  ['the only bid', 'bid', 1, [], { ahead: 0, rank: 1 }],
  ['an ask below all others', 'ask', 229, asks, { ahead: 0, rank: 1 }],
  ['an ask as low as some', 'ask', 240, asks, { ahead: 3, rank: 3 }],
  ['an ask above all others', 'ask', 300, asks, { ahead: 4, rank: 1 }],
];

describe('the place of a new order', () => {
  it.each(LINES)('%s (%s, %d$)', (_what, side, price, orders, place) => {
    expect(placeOfPrice(side, dollarsToCents(price), orders, 50)).toEqual(place);
  });

  it('is unknown if the list may have ended before its price', () => {
    expect(placeOfPrice('bid', dollarsToCents(230), bids, 5)).toBeNull();
    expect(placeOfPrice('bid', dollarsToCents(1), bids, 5)).toBeNull();
    expect(placeOfPrice('bid', dollarsToCents(240), bids, 5)).toEqual({ ahead: 4, rank: 3 });
  });
});
