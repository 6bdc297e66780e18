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
import { askPanel } from './ask-panel.js';
import type { PanelMarket, PanelTrader } from './panel.js';

const seller: PanelTrader = { isLoggedIn: true, missing: [] };
const withoutPayout: PanelTrader = { isLoggedIn: true, missing: ['payout'] };
const empty = prices(0, 0);

const ENTER = 'enter';
const LOWEST = 'best';
const NOT_LOWEST = 'not-best';
const SELLING = 'now';
const NO_BIDS = 'nothing-now';
const CROSSING = 'crosses';
const OWN_BID = 'own-now';
const WOULD_MEET_OWN = 'meets-own';
const ownBid: PanelMarket = { ...market, isHighestBidOwn: true };
const ownAsk: PanelMarket = { ...market, isLowestAskOwn: true };

const sellNow = chosen('now');
const placeAsk = chosen('place');

const LINES: Line[] = [
  ['starts at the lowest ask', market, seller, [], 'place', 240, NOT_LOWEST, true],
  ['starts at 0 without asks', noAsks, seller, [], 'place', 0, ENTER, false],
  ['typed: below the lowest ask', market, seller, [typed('239')], 'place', 239, LOWEST, true],
  ['typed: at the lowest ask', market, seller, [typed('240')], 'place', 240, NOT_LOWEST, true],
  ['typed: above the lowest ask', market, seller, [typed('241')], 'place', 241, NOT_LOWEST, true],
  ['typed: the first ask of all', empty, seller, [typed('50')], 'place', 50, LOWEST, true],
  ['typed: nothing', market, seller, [typed('')], 'place', 0, ENTER, false],
  ['typed: no digits', market, seller, [typed('abc')], 'place', 0, ENTER, false],
  ['typed: digits among others', market, seller, [typed('2a3.0$')], 'place', 230, LOWEST, true],
  ['typed: 1, the minimum', noBids, seller, [typed('1')], 'place', 1, LOWEST, true],
  ['typed: the maximum', market, seller, [typed('1000000')], 'place', 1_000_000, NOT_LOWEST, true],
  [
    'typed: more than the maximum',
    market,
    seller,
    [typed('1000001')],
    'place',
    1_000_001,
    NOT_LOWEST,
    false,
    'too-high',
  ],
  ['typed: one above the highest bid', market, seller, [typed('201')], 'place', 201, LOWEST, true],
  ['typed: the highest bid', market, seller, [typed('200')], 'place', 200, LOWEST, false, CROSSING],
  ['typed: below the highest bid', market, seller, [typed('2')], 'place', 2, LOWEST, false, CROSSING],
  ['the pause after that', market, seller, [typed('200'), paused(1)], 'now', 200, SELLING, true],
  ['the pause below it', market, seller, [typed('150'), paused(1)], 'now', 200, SELLING, true],
  [
    'the pause without a payout',
    market,
    withoutPayout,
    [typed('150'), paused(1)],
    'now',
    200,
    SELLING,
    false,
    'details-missing',
  ],
  ['the pause of a visitor', market, visitor, [typed('150'), paused(1)], 'now', 200, SELLING, true],
  ['the pause after 0', market, seller, [typed('0'), paused(1)], 'place', 0, ENTER, false],
  ['the pause without bids', noBids, seller, [typed('5'), paused(1)], 'place', 5, LOWEST, true],
  ['the pause after a good ask', market, seller, [typed('230'), paused(1)], 'place', 230, LOWEST, true],
  [
    'a pause of an earlier input',
    market,
    seller,
    [typed('2'), typed('20'), paused(1)],
    'place',
    20,
    LOWEST,
    false,
    CROSSING,
  ],
  ['typing on', market, seller, [typed('2'), typed('230'), paused(1)], 'place', 230, LOWEST, true],
  [
    'typing on, then a pause',
    market,
    seller,
    [typed('2'), typed('230'), paused(2)],
    'place',
    230,
    LOWEST,
    true,
  ],
  ['Sell Now', market, seller, [sellNow], 'now', 200, SELLING, true],
  ['Sell Now without bids', noBids, seller, [sellNow], 'now', null, NO_BIDS, false],
  ['Sell Now in an empty market', empty, visitor, [sellNow], 'now', null, NO_BIDS, false],
  ['Sell Now, then typing', market, seller, [sellNow, typed('5')], 'now', 200, SELLING, true],
  [
    'Sell Now, then a late pause',
    market,
    seller,
    [typed('5'), sellNow, paused(1)],
    'now',
    200,
    SELLING,
    true,
  ],
  ['back to Place Ask', market, seller, [typed('230'), sellNow, placeAsk], 'place', 230, LOWEST, true],
  [
    'back after a smart switch',
    market,
    seller,
    [typed('150'), paused(1), placeAsk],
    'place',
    150,
    LOWEST,
    false,
    CROSSING,
  ],
  [
    'a late pause after going back',
    market,
    seller,
    [typed('5'), sellNow, placeAsk, paused(1)],
    'place',
    5,
    LOWEST,
    false,
    CROSSING,
  ],
  [
    'a lower ask arrives',
    market,
    seller,
    [typed('230'), moved(prices(220, 200))],
    'place',
    230,
    NOT_LOWEST,
    true,
  ],
  ['a bid rises to the ask', market, seller, [moved(prices(0, 240))], 'place', 240, LOWEST, false, CROSSING],
  ['… and 1.5 s pass', market, seller, [moved(prices(0, 240)), paused(0)], 'now', 240, SELLING, true],
  [
    'the bid goes before the pause',
    market,
    seller,
    [typed('150'), moved(noBids), paused(1)],
    'place',
    150,
    LOWEST,
    true,
  ],
  [
    'another bid before the pause',
    market,
    seller,
    [typed('150'), moved(prices(240, 190)), paused(1)],
    'now',
    190,
    SELLING,
    true,
  ],
  ['the bids go in Sell Now', market, seller, [sellNow, moved(noBids)], 'now', null, NO_BIDS, false],
  [
    'a better bid in Sell Now',
    market,
    seller,
    [sellNow, moved(prices(240, 210))],
    'now',
    200,
    SELLING,
    false,
    'moved',
    210,
  ],
  [
    '… is accepted',
    market,
    seller,
    [sellNow, moved(prices(240, 210)), accepted(210)],
    'now',
    210,
    SELLING,
    true,
  ],
  [
    '… or goes again',
    market,
    seller,
    [sellNow, moved(prices(240, 210)), moved(market)],
    'now',
    200,
    SELLING,
    true,
  ],
  [
    '… or moves on before it is accepted',
    market,
    seller,
    [sellNow, moved(prices(240, 210)), moved(prices(240, 190)), accepted(210)],
    'now',
    200,
    SELLING,
    false,
    'moved',
    190,
  ],
  [
    '… or is seen by coming back to Sell Now',
    market,
    seller,
    [sellNow, moved(prices(240, 210)), placeAsk, sellNow],
    'now',
    210,
    SELLING,
    true,
  ],
  ['the first bid in Sell Now', noBids, seller, [sellNow, moved(market)], 'now', 200, SELLING, true],
  [
    'another bid after the bids went',
    market,
    seller,
    [sellNow, moved(noBids), moved(prices(240, 190))],
    'now',
    200,
    SELLING,
    false,
    'moved',
    190,
  ],
  ['no payout', market, withoutPayout, [typed('230')], 'place', 230, LOWEST, false, 'details-missing'],
  [
    'no payout and no asks',
    noAsks,
    withoutPayout,
    [typed('230')],
    'place',
    230,
    LOWEST,
    false,
    'details-missing',
  ],
  ['a visitor', market, visitor, [typed('230')], 'place', 230, LOWEST, true],
  ['a visitor with no price', market, visitor, [typed('')], 'place', 0, ENTER, false],
  [
    'logging in halfway',
    market,
    visitor,
    [typed('230'), becomes(withoutPayout)],
    'place',
    230,
    LOWEST,
    false,
    'details-missing',
  ],
  [
    'setting a payout halfway',
    market,
    withoutPayout,
    [typed('230'), becomes(seller)],
    'place',
    230,
    LOWEST,
    true,
  ],
];

/** The best order of a side is the person's own. */
const OWN: Line[] = [
  ['Sell Now against an own bid', ownBid, seller, [sellNow], 'now', 200, OWN_BID, false],
  ['an ask at an own bid', ownBid, seller, [typed('200')], 'place', 200, LOWEST, false, WOULD_MEET_OWN],
  [
    '… is not switched to Sell Now',
    ownBid,
    seller,
    [typed('200'), paused(1)],
    'place',
    200,
    LOWEST,
    false,
    WOULD_MEET_OWN,
  ],
  [
    '… until the own bid is gone',
    ownBid,
    seller,
    [typed('200'), moved(market), paused(1)],
    'now',
    200,
    SELLING,
    true,
  ],
  ['the own bid is known late', market, seller, [sellNow, moved(ownBid)], 'now', 200, OWN_BID, false],
  [
    'an own bid above the one seen in Sell Now',
    market,
    seller,
    [sellNow, moved({ ...prices(240, 210), isHighestBidOwn: true })],
    'now',
    200,
    OWN_BID,
    false,
  ],
  ['an ask above an own bid', ownBid, seller, [typed('201')], 'place', 201, LOWEST, true],
  ['Sell Now beside an own ask', ownAsk, seller, [sellNow], 'now', 200, SELLING, true],
  ['an ask below an own ask', ownAsk, seller, [typed('239')], 'place', 239, LOWEST, true],
];

const RESTORED: RestoredLine[] = [
  ['a good ask', market, 'place', 230, [], 'place', 230, LOWEST, true],
  ['an ask that is not the lowest', market, 'place', 250, [], 'place', 250, NOT_LOWEST, true],
  ['no ask', market, 'place', 0, [], 'place', 0, ENTER, false],
  ['an ask that crosses by now', market, 'place', 200, [], 'place', 200, LOWEST, false, CROSSING],
  ['… and 1.5 s pass', market, 'place', 150, [paused(1)], 'now', 200, SELLING, true],
  ['Sell Now', market, 'now', 230, [], 'now', 200, SELLING, true],
  ['Sell Now, then a pause', market, 'now', 150, [paused(1)], 'now', 200, SELLING, true],
  ['Sell Now, then Place Ask', market, 'now', 230, [placeAsk], 'place', 230, LOWEST, true],
  ['Sell Now, the bids are gone', noBids, 'now', 230, [], 'now', null, NO_BIDS, false],
];

describe('the ask/sell panel', () => {
  it.each([...LINES, ...OWN])('%s', (_what, start, trader, events, ...shown) =>
    expectShown(askPanel, askPanel.start(start, trader), events, shown),
  );

  it.each([
    ['a good price', '230', ['payout']],
    ['a price that crosses', '200', []],
    ['no price', '', []],
  ])('at %s names what the seller has to set first', (_what, text, missing) => {
    const state = askPanel.next(askPanel.start(market, withoutPayout), typed(text));
    expect(askPanel.view(state).missing).toEqual(missing);
  });

  it.each(RESTORED)('restored: %s', (_what, start, startMode, named, events, ...shown) =>
    expectShown(askPanel, askPanel.start(start, seller, startMode, dollarsToCents(named)), events, shown),
  );
});
