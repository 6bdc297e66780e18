import { describe, expect, it } from 'vitest';
import { market, noAsks, noBids, prices } from '../../test/panel-table.js';
import { dollarsToCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import type { PanelMarket } from './panel.js';
import { priceChips, typicalPriceCents } from './price-chips.js';

type Line = [
  what: string,
  side: Side,
  market: PanelMarket,
  lastSale: number,
  typical: number,
  chips: readonly string[],
];

/** The market has a lowest ask of 240 and a highest bid of 200. */
const LINES: Line[] = [
  ['a bid', 'bid', market, 230, 220, ['match 200', 'beat 201', 'last-sale 230', 'typical 220']],
  ['an ask', 'ask', market, 230, 220, ['match 240', 'beat 239', 'last-sale 230', 'typical 220']],
  ['a bid without past sales', 'bid', market, 0, 0, ['match 200', 'beat 201']],
  ['the first bid', 'bid', noBids, 230, 0, ['last-sale 230']],
  ['the first ask', 'ask', noAsks, 230, 0, ['last-sale 230']],
  ['an order in an empty market', 'bid', prices(0, 0), 0, 0, []],
  ['a bid at past prices that would buy', 'bid', market, 240, 300, ['match 200', 'beat 201']],
  ['an ask at past prices that would sell', 'ask', market, 200, 100, ['match 240', 'beat 239']],
  ['a bid that cannot be better without buying', 'bid', prices(201, 200), 0, 0, ['match 200']],
  ['an ask that cannot be better without selling', 'ask', prices(201, 200), 0, 0, ['match 201']],
  ['an ask at the lowest price of all', 'ask', prices(1, 0), 0, 0, ['match 1']],
  ['a bid at the highest price of all', 'bid', prices(0, 1_000_000), 0, 0, ['match 1000000']],
  ['equal prices', 'bid', market, 200, 201, ['match 200', 'beat 201']],
  ['equal past prices', 'bid', market, 230, 230, ['match 200', 'beat 201', 'last-sale 230']],
  ['a bid beside an own best one', 'bid', { ...market, isHighestBidOwn: true }, 230, 0, ['last-sale 230']],
  ['an ask beside an own best one', 'ask', { ...market, isLowestAskOwn: true }, 230, 0, ['last-sale 230']],
];

describe('the offered prices', () => {
  it.each(LINES)('of %s (%s)', (_what, side, panelMarket, lastSale, typical, chips) => {
    const past = { lastSaleCents: dollarsToCents(lastSale), typicalCents: dollarsToCents(typical) };
    expect(
      priceChips(side, panelMarket, past).map(({ of, priceCents }) => `${of} ${priceCents / 100}`),
    ).toEqual(chips);
  });
});

describe('the typical price', () => {
  it.each([
    [
      'counts each sale',
      [
        [2, 100_00],
        [1, 130_00],
      ],
      110_00,
    ],
    [
      'is whole dollars',
      [
        [2, 100_00],
        [1, 101_00],
      ],
      100_00,
    ],
    ['needs three sales', [[2, 100_00]], 0],
    ['is unknown without sales', [], 0],
  ] as const)('%s', (_what, days, cents) => {
    expect(typicalPriceCents(days.map(([sales, averageCents]) => ({ sales, averageCents })))).toBe(cents);
  });
});
