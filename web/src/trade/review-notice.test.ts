import { expect, it } from 'vitest';
import { reviewNotice } from './review-notice.js';

const id = '0b0f3c56-5f3e-4b5a-9d35-5e6a7f8b9c0d';

it.each([
  ['sell', 'now', 200, { lowestAsk: 240, highestBid: 200 }, null],
  ['sell', 'now', 200, { lowestAsk: 240, highestBid: 210 }, /risen to 210\$: you would sell/],
  ['sell', 'now', 200, { lowestAsk: 240, highestBid: 190 }, /fallen to 190\$: nobody buys for 200\$/],
  ['sell', 'now', 200, { lowestAsk: 240, highestBid: 0 }, /no bid/],
  ['sell', 'place', 230, { lowestAsk: 240, highestBid: 229 }, null],
  ['sell', 'place', 230, { lowestAsk: 0, highestBid: 0 }, null],
  ['sell', 'place', 230, { lowestAsk: 240, highestBid: 230 }, /a bid of 230\$ by now/],
  ['buy', 'now', 240, { lowestAsk: 240, highestBid: 200 }, null],
  ['buy', 'now', 240, { lowestAsk: 230, highestBid: 200 }, /fallen to 230\$: you would buy/],
  ['buy', 'now', 240, { lowestAsk: 250, highestBid: 200 }, /risen to 250\$: nobody sells for 240\$/],
  ['buy', 'now', 240, { lowestAsk: 0, highestBid: 200 }, /no ask/],
  ['buy', 'place', 210, { lowestAsk: 211, highestBid: 200 }, null],
  ['buy', 'place', 210, { lowestAsk: 0, highestBid: 0 }, null],
  ['buy', 'place', 210, { lowestAsk: 205, highestBid: 200 }, /an ask of 205\$ by now/],
] as const)('reviewing a %s in mode %s at %d dollars before %o', (flow, mode, price, market, notice) => {
  const said = reviewNotice(flow, { id, uid: 'ada', mode, price }, market);
  if (notice === null) {
    expect(said).toBeNull();
  } else {
    expect(said).toMatch(notice);
  }
});
