import { describe, expect, it } from 'vitest';
import { prices } from '../../test/panel-table.js';
import { dollarsToCents } from '../money.js';
import type { Side } from '../order-book/order.js';
import type { PanelMarket } from './panel.js';
import { isPriceRepeated, lastSalesOf, type PriceReference, priceQuestion } from './price-question.js';

const empty = prices(0, 0);
const market = prices(240, 200);
const noAsks = prices(0, 200);
const noBids = prices(240, 0);
const sillyAsk = prices(1_000_000, 200);
const sillyBid = prices(240, 1);

/** Oldest first: the last sale of size 9 is at 250, that of the product at 100. */
const sales = [
  { size: '9', priceCents: 900_00 },
  { size: '9', priceCents: 250_00 },
  { size: '10', priceCents: 100_00 },
];
const otherSize = [{ size: '10', priceCents: 100_00 }];

type Line = [
  what: string,
  side: Side,
  price: number,
  market: PanelMarket,
  lastSales: typeof sales,
  reference: PriceReference['of'] | null,
];

const LINES: Line[] = [
  ['the bid that 299.99 is read as', 'bid', 29_999, noAsks, sales, 'sale-of-size'],
  ['a bid 30 % above the last sale of the size', 'bid', 325, empty, sales, 'sale-of-size'],
  ['a bid a dollar below that', 'bid', 324, empty, sales, null],
  ['a bid below every price', 'bid', 1, market, sales, null],
  ['a bid 30 % above the last sale of another size', 'bid', 130, empty, otherSize, 'sale-of-product'],
  ['a bid a dollar below that', 'bid', 129, empty, otherSize, null],
  ['a bid above the last sale of another size, beside one of its own', 'bid', 300, empty, sales, null],
  ['a purchase at the lowest ask', 'bid', 240, market, [], null],
  ['a bid 30 % above the lowest ask', 'bid', 312, market, [], 'lowest-ask'],
  ['a bid a dollar below that', 'bid', 311, market, [], null],
  ['a purchase at an ask far above the last sale', 'bid', 1_000_000, sillyAsk, sales, 'sale-of-size'],
  ['a bid below such an ask', 'bid', 29_999, sillyAsk, sales, 'sale-of-size'],
  ['a bid far above the only other bid', 'bid', 29_999, noAsks, [], 'highest-bid'],
  ['a bid far above the other bids, below the lowest ask', 'bid', 230, prices(240, 10), [], null],
  ['the first bid of all', 'bid', 29_999, empty, [], null],
  ['an ask 30 % below the last sale of the size', 'ask', 175, empty, sales, 'sale-of-size'],
  ['an ask a dollar above that', 'ask', 176, empty, sales, null],
  ['an ask above every price', 'ask', 1_000_000, market, sales, null],
  ['an ask 30 % below the last sale of another size', 'ask', 70, empty, otherSize, 'sale-of-product'],
  ['an ask a dollar above that', 'ask', 71, empty, otherSize, null],
  ['a sale to the highest bid', 'ask', 200, market, [], null],
  ['an ask 30 % below the highest bid', 'ask', 140, market, [], 'highest-bid'],
  ['an ask a dollar above that', 'ask', 141, market, [], null],
  ['a sale to a bid far below the last sale', 'ask', 1, sillyBid, sales, 'sale-of-size'],
  ['an ask above such a bid', 'ask', 30, sillyBid, sales, 'sale-of-size'],
  ['an ask far below the only other ask', 'ask', 30, noBids, [], 'lowest-ask'],
  ['the first ask of all', 'ask', 1, empty, [], null],
];

describe('the price question', () => {
  it.each(LINES)('%s (%s, %d$)', (_what, side, price, offers, lastSales, reference) => {
    expect(priceQuestion(side, dollarsToCents(price), offers, lastSalesOf('9', lastSales))?.of ?? null).toBe(
      reference,
    );
  });

  it('names the reference price', () => {
    expect(priceQuestion('bid', 2_999_900, noAsks, lastSalesOf('9', sales))).toEqual({
      of: 'sale-of-size',
      priceCents: 25_000,
    });
  });
});

describe('a price that is typed again', () => {
  it.each([
    ['299', true],
    [' 299 $ ', true],
    ['0299', true],
    ['29900', false],
    ['2.99', false],
    ['299.00', false],
    ['299,', false],
    ['-299', false],
    ['', false],
    ['29', false],
    ['299 299', false],
  ])('%j confirms 299$: %s', (text, isRepeated) => {
    expect(isPriceRepeated(text, 299_00)).toBe(isRepeated);
  });
});
