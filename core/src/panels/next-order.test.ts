import { describe, expect, it } from 'vitest';
import { dollarsToCents, MAX_PRICE_CENTS } from '../money.js';
import type { Side } from '../order-book/order.js';
import { nextBestOrder } from './next-order.js';

type Row = [
  what: string,
  side: Side,
  own: number,
  lowestAsk: number,
  highestBid: number,
  expected: [mode: 'place' | 'now', price: number] | null,
];

const ROWS: Row[] = [
  ['the highest bid needs none', 'bid', 200, 240, 200, null],
  ['an outbid bid is raised above the highest', 'bid', 190, 240, 200, ['place', 201]],
  ['without asks too', 'bid', 190, 0, 200, ['place', 201]],
  ['a bid next to the lowest ask buys', 'bid', 190, 201, 200, ['now', 201]],
  ['nothing is above the highest price', 'bid', 1, 0, MAX_PRICE_CENTS / 100, null],
  ['the lowest ask needs none', 'ask', 240, 240, 200, null],
  ['an undercut ask is lowered below the lowest', 'ask', 250, 240, 200, ['place', 239]],
  ['without bids too', 'ask', 250, 240, 0, ['place', 239]],
  ['an ask next to the highest bid sells', 'ask', 250, 240, 239, ['now', 239]],
  ['nothing is below the lowest price', 'ask', 2, 1, 0, null],
  ['unknown prices need none', 'ask', 2, 0, 0, null],
];

describe('the next order after an outbid one', () => {
  it.each(ROWS)('%s', (_what, side, own, lowestAsk, highestBid, expected) => {
    const best = { lowestAskCents: dollarsToCents(lowestAsk), highestBidCents: dollarsToCents(highestBid) };
    const found = nextBestOrder(side, dollarsToCents(own), best);
    expect(found && [found.mode, found.priceCents / 100]).toEqual(expected);
  });
});
