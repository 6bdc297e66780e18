import { describe, expect, it } from 'vitest';
import { reviewNotice } from './review-notice.js';

const NOBODYS = { isLowestAskOwn: false, isHighestBidOwn: false };
const ownBid = { lowestAsk: 240, highestBid: 210, isHighestBidOwn: true };
const ownAsk = { lowestAsk: 230, highestBid: 200, isLowestAskOwn: true };

describe('reviewNotice', () => {
  it.each([
    ['sell', 'now', 200, { lowestAsk: 240, highestBid: 200 }],
    ['sell', 'place', 230, { lowestAsk: 240, highestBid: 229 }],
    ['sell', 'place', 230, { lowestAsk: 0, highestBid: 0 }],
    ['sell', 'place', 230, ownBid],
    ['buy', 'now', 240, { lowestAsk: 240, highestBid: 200 }],
    ['buy', 'now', 240, { ...ownBid, highestBid: 200 }],
    ['buy', 'place', 210, { lowestAsk: 211, highestBid: 200 }],
    ['buy', 'place', 210, { lowestAsk: 0, highestBid: 0 }],
  ] as const)('is null for a %s in mode %s at %d dollars before %o', (flow, mode, price, market) => {
    expect(reviewNotice({ flow, mode, price }, { ...NOBODYS, ...market })).toBeNull();
  });

  it.each([
    ['sell', 'now', 200, { lowestAsk: 240, highestBid: 190 }, /fallen to 190\$: nobody is buying/, 190],
    ['sell', 'now', 200, { lowestAsk: 240, highestBid: 0 }, /no bid/, null],
    ['sell', 'now', 200, ownBid, /210\$, is now your own/, null],
    ['sell', 'place', 230, { lowestAsk: 240, highestBid: 230 }, /is now a bid of 230\$/, 230],
    ['sell', 'place', 230, { lowestAsk: 240, highestBid: 235 }, /is now a bid of 235\$/, 235],
    ['sell', 'place', 210, ownBid, /own bid of 210\$ is in the way/, null],
    ['buy', 'now', 240, { lowestAsk: 250, highestBid: 200 }, /risen to 250\$: nobody is selling/, 250],
    ['buy', 'now', 240, { lowestAsk: 0, highestBid: 200 }, /no ask/, null],
    ['buy', 'now', 240, ownAsk, /230\$, is now your own/, null],
    ['buy', 'place', 210, { lowestAsk: 205, highestBid: 200 }, /is now an ask of 205\$/, 205],
    ['buy', 'place', 230, ownAsk, /own ask of 230\$ is in the way/, null],
  ] as const)(
    'blocks a %s in mode %s at %d dollars before %o',
    (flow, mode, price, market, text, instead) => {
      const notice = reviewNotice({ flow, mode, price }, { ...NOBODYS, ...market });
      expect(notice).toMatchObject({ isBlocked: true, priceInstead: instead });
      expect(notice?.text).toMatch(text);
    },
  );

  it.each([
    ['sell', 200, { lowestAsk: 240, highestBid: 210 }, /risen to 210\$: you would sell/, 210],
    ['buy', 240, { lowestAsk: 230, highestBid: 200 }, /fallen to 230\$: you would buy/, 230],
  ] as const)('tells a %s at %d dollars of the better price in %o', (flow, price, market, text, instead) => {
    const notice = reviewNotice({ flow, mode: 'now', price }, { ...NOBODYS, ...market });
    expect(notice).toMatchObject({ isBlocked: false, priceInstead: instead });
    expect(notice?.text).toMatch(text);
  });
});
