import { dollarsToCents } from '@perkex/core/money.js';
import { describe, expect, it } from 'vitest';
import { reviewNotice } from './review-notice.js';

const NOBODYS = { isLowestAskOwn: false, isHighestBidOwn: false };
const ownBid = { lowestAskCents: 24_000, highestBidCents: 21_000, isHighestBidOwn: true };
const ownAsk = { lowestAskCents: 23_000, highestBidCents: 20_000, isLowestAskOwn: true };

describe('a review', () => {
  it.each([
    ['sell', 'now', 200, { lowestAskCents: 24_000, highestBidCents: 20_000 }],
    ['sell', 'place', 230, { lowestAskCents: 24_000, highestBidCents: 22_900 }],
    ['sell', 'place', 230, { lowestAskCents: 0, highestBidCents: 0 }],
    ['sell', 'place', 230, ownBid],
    ['buy', 'now', 240, { lowestAskCents: 24_000, highestBidCents: 20_000 }],
    ['buy', 'now', 240, { ...ownBid, highestBidCents: 20_000 }],
    ['buy', 'place', 210, { lowestAskCents: 21_100, highestBidCents: 20_000 }],
    ['buy', 'place', 210, { lowestAskCents: 0, highestBidCents: 0 }],
  ] as const)('of a %s in mode %s at %d dollars stands before %o', (flow, mode, price, market) => {
    expect(
      reviewNotice({ flow, mode, priceCents: dollarsToCents(price) }, { ...NOBODYS, ...market }),
    ).toBeNull();
  });

  it.each([
    [
      'sell',
      'now',
      200,
      { lowestAskCents: 24_000, highestBidCents: 19_000 },
      /fallen to 190\$: nobody is buying/,
      19_000,
    ],
    ['sell', 'now', 200, { lowestAskCents: 24_000, highestBidCents: 0 }, /no bid/, null],
    ['sell', 'now', 200, ownBid, /210\$, is now your own/, null],
    [
      'sell',
      'place',
      230,
      { lowestAskCents: 24_000, highestBidCents: 23_000 },
      /is now a bid of 230\$/,
      23_000,
    ],
    [
      'sell',
      'place',
      230,
      { lowestAskCents: 24_000, highestBidCents: 23_500 },
      /is now a bid of 235\$/,
      23_500,
    ],
    ['sell', 'place', 210, ownBid, /own bid of 210\$ is in the way/, null],
    [
      'buy',
      'now',
      240,
      { lowestAskCents: 25_000, highestBidCents: 20_000 },
      /risen to 250\$: nobody is selling/,
      25_000,
    ],
    ['buy', 'now', 240, { lowestAskCents: 0, highestBidCents: 20_000 }, /no ask/, null],
    ['buy', 'now', 240, ownAsk, /230\$, is now your own/, null],
    [
      'buy',
      'place',
      210,
      { lowestAskCents: 20_500, highestBidCents: 20_000 },
      /is now an ask of 205\$/,
      20_500,
    ],
    ['buy', 'place', 230, ownAsk, /own ask of 230\$ is in the way/, null],
  ] as const)(
    'of a %s in mode %s at %d dollars is dead before %o',
    (flow, mode, price, market, text, instead) => {
      const notice = reviewNotice(
        { flow, mode, priceCents: dollarsToCents(price) },
        { ...NOBODYS, ...market },
      );
      expect(notice).toMatchObject({ isBlocked: true, priceInsteadCents: instead });
      expect(notice?.text).toMatch(text);
    },
  );

  it.each([
    [
      'sell',
      200,
      { lowestAskCents: 24_000, highestBidCents: 21_000 },
      /risen to 210\$: you would sell/,
      21_000,
    ],
    [
      'buy',
      240,
      { lowestAskCents: 23_000, highestBidCents: 20_000 },
      /fallen to 230\$: you would buy/,
      23_000,
    ],
  ] as const)(
    'of a %s at %d dollars tells of the better price in %o',
    (flow, price, market, text, instead) => {
      const notice = reviewNotice(
        { flow, mode: 'now', priceCents: dollarsToCents(price) },
        { ...NOBODYS, ...market },
      );
      expect(notice).toMatchObject({ isBlocked: false, priceInsteadCents: instead });
      expect(notice?.text).toMatch(text);
    },
  );
});
