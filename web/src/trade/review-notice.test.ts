import { dollarsToCents } from '@perkex/core/money.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import { describe, expect, it } from 'vitest';
import { reviewNotice } from './review-notice.js';

/** Prices are whole dollars here. */
const offers = (lowestAsk: number, highestBid: number): PanelMarket => ({
  lowestAskCents: dollarsToCents(lowestAsk),
  highestBidCents: dollarsToCents(highestBid),
  isLowestAskOwn: false,
  isHighestBidOwn: false,
});
const ownBid = { ...offers(240, 210), isHighestBidOwn: true };
const ownAsk = { ...offers(230, 200), isLowestAskOwn: true };

describe('reviewNotice', () => {
  it.each([
    ['sell', 'now', 200, offers(240, 200)],
    ['sell', 'place', 230, offers(240, 229)],
    ['sell', 'place', 230, offers(0, 0)],
    ['sell', 'place', 230, ownBid],
    ['buy', 'now', 240, offers(240, 200)],
    ['buy', 'now', 240, { ...offers(240, 200), isHighestBidOwn: true }],
    ['buy', 'place', 210, offers(211, 200)],
    ['buy', 'place', 210, offers(0, 0)],
  ] as const)('is null for a %s in mode %s at %d dollars before %o', (flow, mode, price, market) => {
    expect(reviewNotice({ flow, mode, priceCents: dollarsToCents(price) }, market)).toBeNull();
  });

  it.each([
    ['sell', 'now', 200, offers(240, 190), /fallen to 190\$: there are no more buyers/, 190],
    ['sell', 'now', 200, offers(240, 0), /no bid/, null],
    ['sell', 'now', 200, ownBid, /210\$, is now your own/, null],
    ['sell', 'place', 230, offers(240, 230), /is now a bid of 230\$/, 230],
    ['sell', 'place', 230, offers(240, 235), /is now a bid of 235\$/, 235],
    ['sell', 'place', 210, ownBid, /own bid of 210\$ is in the way/, null],
    ['buy', 'now', 240, offers(250, 200), /risen to 250\$: there are no more sellers/, 250],
    ['buy', 'now', 240, offers(0, 200), /no ask/, null],
    ['buy', 'now', 240, ownAsk, /230\$, is now your own/, null],
    ['buy', 'place', 210, offers(205, 200), /is now an ask of 205\$/, 205],
    ['buy', 'place', 230, ownAsk, /own ask of 230\$ is in the way/, null],
  ] as const)(
    'blocks a %s in mode %s at %d dollars before %o',
    (flow, mode, price, market, text, instead) => {
      const notice = reviewNotice({ flow, mode, priceCents: dollarsToCents(price) }, market);
      expect(notice).toMatchObject({
        isBlocked: true,
        priceInsteadCents: instead && dollarsToCents(instead),
      });
      expect(notice?.text).toMatch(text);
    },
  );

  it.each([
    ['sell', 200, offers(240, 210), /risen to 210\$: you would sell/, 210],
    ['buy', 240, offers(230, 200), /fallen to 230\$: you would buy/, 230],
  ] as const)('tells a %s at %d dollars of the better price in %o', (flow, price, market, text, instead) => {
    const notice = reviewNotice({ flow, mode: 'now', priceCents: dollarsToCents(price) }, market);
    expect(notice).toMatchObject({ isBlocked: false, priceInsteadCents: dollarsToCents(instead) });
    expect(notice?.text).toMatch(text);
  });
});
