import { describe, expect, it } from 'vitest';
import {
  accepted,
  becomes,
  chosen,
  expectShown,
  type Line,
  market,
  moved,
  noAsks,
  noBids,
  paused,
  prices,
  type RestoredLine,
  typed,
  visitor,
} from '../../test/panel-table.js';
import { dollarsToCents } from '../money.js';
import { bidPanel } from './bid-panel.js';
import type { PanelMarket, PanelTrader } from './panel.js';

const buyer: PanelTrader = { isLoggedIn: true, missing: [] };
const unready: PanelTrader = { isLoggedIn: true, missing: ['payment', 'shipping'] };

const ENTER = 'enter';
const INITIAL = 'start';
const HIGHEST = 'best';
const NOT_HIGHEST = 'not-best';
const BUYING = 'now';
const NO_ASKS = 'nothing-now';
const CROSSING = 'crosses';
const MISSING = 'details-missing';
const OWN_ASK = 'own-now';
const WOULD_CROSS_OWN = 'crosses-own';
const ownAsk: PanelMarket = { ...market, isLowestAskOwn: true };
const ownBid: PanelMarket = { ...market, isHighestBidOwn: true };

const buyNow = chosen('now');
const placeBid = chosen('place');

const LINES: Line[] = [
  ['starts at the highest bid', market, buyer, [], 'place', 200, INITIAL, true],
  ['starts at 0 without bids', noBids, buyer, [], 'place', 0, ENTER, false],
  ['typed: the highest bid', market, buyer, [typed('200')], 'place', 200, NOT_HIGHEST, true],
  ['typed: below the highest bid', market, buyer, [typed('199')], 'place', 199, NOT_HIGHEST, true],
  ['typed: above the highest bid', market, buyer, [typed('201')], 'place', 201, HIGHEST, true],
  ['typed: the first bid of all', noBids, buyer, [typed('1')], 'place', 1, HIGHEST, true],
  ['typed: nothing', market, buyer, [typed('')], 'place', 0, ENTER, false],
  ['typed: letters around digits', market, buyer, [typed('$ 2 1 0 ,-')], 'place', 210, HIGHEST, true],
  [
    'typed: more than the maximum',
    noAsks,
    buyer,
    [typed('1000001')],
    'place',
    1_000_001,
    HIGHEST,
    false,
    'too-high',
  ],
  ['typed: one below the lowest ask', market, buyer, [typed('239')], 'place', 239, HIGHEST, true],
  ['typed: the lowest ask', market, buyer, [typed('240')], 'place', 240, HIGHEST, false, CROSSING],
  ['typed: above the lowest ask', market, buyer, [typed('999')], 'place', 999, HIGHEST, false, CROSSING],
  [
    'the pause after a price at the lowest ask',
    market,
    buyer,
    [typed('240'), paused(1)],
    'now',
    240,
    BUYING,
    true,
  ],
  [
    'the pause after a price above the lowest ask',
    market,
    buyer,
    [typed('300'), paused(1)],
    'now',
    240,
    BUYING,
    true,
  ],
  [
    'the pause of an unready buyer',
    market,
    unready,
    [typed('300'), paused(1)],
    'now',
    240,
    BUYING,
    false,
    MISSING,
  ],
  ['the pause of a visitor', market, visitor, [typed('300'), paused(1)], 'now', 240, BUYING, true],
  ['the pause without asks', noAsks, buyer, [typed('300'), paused(1)], 'place', 300, HIGHEST, true],
  [
    'a pause of an earlier input',
    market,
    buyer,
    [typed('300'), typed('3000'), paused(1)],
    'place',
    3000,
    HIGHEST,
    false,
    CROSSING,
  ],
  ['typing on, lower', market, buyer, [typed('300'), typed('30'), paused(2)], 'place', 30, NOT_HIGHEST, true],
  ['Buy Now', market, buyer, [buyNow], 'now', 240, BUYING, true],
  ['Buy Now without asks', noAsks, buyer, [buyNow], 'now', null, NO_ASKS, false],
  ['Buy Now, then typing', market, buyer, [buyNow, typed('5')], 'now', 240, BUYING, true],
  ['back to Place Bid', market, buyer, [typed('210'), buyNow, placeBid], 'place', 210, HIGHEST, true],
  ['back before the first input', market, buyer, [buyNow, placeBid], 'place', 200, INITIAL, true],
  [
    'back after a smart switch',
    market,
    buyer,
    [typed('300'), paused(1), placeBid],
    'place',
    300,
    HIGHEST,
    false,
    CROSSING,
  ],
  [
    'a higher bid arrives',
    market,
    buyer,
    [typed('210'), moved(prices(240, 220))],
    'place',
    210,
    NOT_HIGHEST,
    true,
  ],
  [
    'the ask is removed before the pause',
    market,
    buyer,
    [typed('300'), moved(noAsks), paused(1)],
    'place',
    300,
    HIGHEST,
    true,
  ],
  ['an ask falls to the bid', market, buyer, [moved(prices(200, 0)), paused(0)], 'now', 200, BUYING, true],
  ['the asks are removed in Buy Now', market, buyer, [buyNow, moved(noAsks)], 'now', null, NO_ASKS, false],
  [
    'the lowest ask is removed in Buy Now',
    market,
    buyer,
    [buyNow, moved(prices(250, 200))],
    'now',
    240,
    BUYING,
    false,
    'moved',
    250,
  ],
  [
    '… and the next is accepted',
    market,
    buyer,
    [buyNow, moved(prices(250, 200)), accepted(250)],
    'now',
    250,
    BUYING,
    true,
  ],
  [
    'a lower ask arrives in Buy Now',
    market,
    buyer,
    [buyNow, moved(prices(230, 200))],
    'now',
    230,
    BUYING,
    true,
    undefined,
    undefined,
    240,
  ],
  [
    '… and is gone again',
    market,
    buyer,
    [buyNow, moved(prices(230, 200)), moved(market)],
    'now',
    230,
    BUYING,
    false,
    'moved',
    240,
  ],
  [
    '… and Buy Now is chosen again',
    market,
    buyer,
    [buyNow, moved(prices(230, 200)), placeBid, buyNow],
    'now',
    230,
    BUYING,
    true,
  ],
  ['no payment and no shipping', market, unready, [typed('210')], 'place', 210, HIGHEST, false, MISSING],
  ['a visitor', market, visitor, [typed('210')], 'place', 210, HIGHEST, true],
  [
    'logging in halfway',
    market,
    visitor,
    [typed('210'), becomes(unready)],
    'place',
    210,
    HIGHEST,
    false,
    MISSING,
  ],
  ['setting both halfway', market, unready, [typed('210'), becomes(buyer)], 'place', 210, HIGHEST, true],
];

/** The best order of a side is the trader's own. */
const OWN: Line[] = [
  ['Buy Now against an own ask', ownAsk, buyer, [buyNow], 'now', 240, OWN_ASK, false],
  ['a bid at the own ask', ownAsk, buyer, [typed('240')], 'place', 240, HIGHEST, false, WOULD_CROSS_OWN],
  [
    '… is not switched to Buy Now',
    ownAsk,
    buyer,
    [typed('500'), paused(1)],
    'place',
    500,
    HIGHEST,
    false,
    WOULD_CROSS_OWN,
  ],
  [
    '… until the own ask is gone',
    ownAsk,
    buyer,
    [typed('500'), moved(market), paused(1)],
    'now',
    240,
    BUYING,
    true,
  ],
  [
    'an own ask becomes the lowest in Buy Now',
    market,
    buyer,
    [buyNow, moved({ ...prices(230, 200), isLowestAskOwn: true })],
    'now',
    240,
    OWN_ASK,
    false,
  ],
  ['a bid below an own ask', ownAsk, buyer, [typed('239')], 'place', 239, HIGHEST, true],
  ['Buy Now beside an own bid', ownBid, buyer, [buyNow], 'now', 240, BUYING, true],
];

const RESTORED: RestoredLine[] = [
  ['a bid below the highest', market, 'place', 150, [], 'place', 150, NOT_HIGHEST, true],
  ['the highest bid, which counts as an input', market, 'place', 200, [], 'place', 200, NOT_HIGHEST, true],
  ['a good bid', market, 'place', 210, [], 'place', 210, HIGHEST, true],
  ['a bid that now crosses', market, 'place', 240, [], 'place', 240, HIGHEST, false, CROSSING],
  ['… and switches after 1.5 s', market, 'place', 300, [paused(1)], 'now', 240, BUYING, true],
  ['a pause of an earlier input', market, 'place', 300, [paused(0)], 'place', 300, HIGHEST, false, CROSSING],
];

describe('the bid/buy panel', () => {
  it.each([...LINES, ...OWN])('%s', (_what, start, trader, events, ...shown) =>
    expectShown(bidPanel, bidPanel.start(start, trader), events, shown),
  );

  it('opens in Buy Now if the buyer chose it', () => {
    expect(bidPanel.view(bidPanel.start(market, buyer, 'now')).priceCents).toBe(24_000);
  });

  it.each(RESTORED)('restores %s', (_what, start, startMode, named, events, ...shown) =>
    expectShown(bidPanel, bidPanel.start(start, buyer, startMode, dollarsToCents(named)), events, shown),
  );
});
