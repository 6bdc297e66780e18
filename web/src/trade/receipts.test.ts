import { dollarsToCents, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import { FIRST_LEVEL, SELLER_LEVELS } from '@perkex/core/seller-levels.js';
import { describe, expect, it } from 'vitest';
import { buySide } from './buy-side.js';
import { sellSide } from './sell-side.js';

const SETTINGS = {
  asks: [],
  bids: [],
  sales: [],
  purchases: [],
  shipping: {
    name: 'Ada',
    surname: 'Lovelace',
    street: 'Market Street',
    street_number: '12',
    city: 'London',
    zip: 'N1 9GU',
    country: 'United Kingdom',
    phone: '5550100',
  },
  payout: { type: 'PAYPAL' as const },
  payment: { type: 'CC' as const },
};

const textOf = (lines: readonly (readonly string[])[]) => lines.map((parts) => parts.join(' '));

describe.each([sellSide, buySide])('the receipt of $title', ({ fees, details }) => {
  it.each(SELLER_LEVELS)('adds up at every price and level $level', (level) => {
    const dollars = Array.from({ length: 3_000 }, (_, index) => index + 1);
    for (const priceCents of [...dollars.map(dollarsToCents), MAX_PRICE_CENTS - 100, MAX_PRICE_CENTS]) {
      const { lines, totalCents } = fees(priceCents, level);
      const sum = lines.reduce(
        (cents, { amountCents, sign }) => (sign === '+' ? cents + amountCents : cents - amountCents),
        priceCents,
      );
      expect([priceCents, sum]).toEqual([priceCents, totalCents]);
      expect(lines.every(({ amountCents }) => amountCents > 0)).toBe(true);
    }
  });

  it('omits full details that are not set', () => {
    const nothing = {
      ...SETTINGS,
      shipping: { ...SETTINGS.shipping, street: '' },
      payout: { type: '' as const },
      payment: { type: '' as const },
    };
    expect(details.map(({ full }) => full(nothing))).toEqual(details.map(() => []));
  });
});

it('tells a seller why the total is more than price and fees', () => {
  expect(sellSide.fees(dollarsToCents(278), FIRST_LEVEL).lines.at(-1)).toEqual({
    name: 'Rounding in your favour',
    amountCents: 75,
    sign: '+',
    note: 'Of each fee, only the whole dollars are taken.',
  });
  expect(sellSide.fees(dollarsToCents(2_000), FIRST_LEVEL).lines.map(({ name }) => name)).toEqual([
    'Transaction Fee (9,5%)',
    'Payment Proc. (3%)',
    'Shipping',
  ]);
});

it('shows a buyer the whole address, and a seller the payout', () => {
  expect(buySide.details.map(({ full }) => textOf(full(SETTINGS)))).toEqual([
    ['CC', 'Credit card'],
    ['Ada Lovelace', 'Market Street 12', 'N1 9GU London', 'United Kingdom', '5550100'],
  ]);
  expect(sellSide.details.map(({ full }) => textOf(full(SETTINGS)))).toEqual([
    ['Payout Method: Active', 'PayPal'],
  ]);
});
