import { describe, expect, it } from 'vitest';
import { readArrival } from './arrival.js';

const REPLACED = { id: '00000000-0000-4000-8000-000000000001', priceCents: 20_000 };
const NO_QUERY = new URLSearchParams();
const NOTHING = {
  mode: 'place',
  size: null,
  priceCents: null,
  replaces: undefined,
  expiresIn: null,
  isRelisting: null,
  otherSizes: [],
  review: null,
};
const ID = '0b0f3c56-5f3e-4b5a-9d35-5e6a7f8b9c0d';
const REVIEW = {
  flow: 'buy',
  productId: 1,
  name: 'Runner',
  size: '9',
  mode: 'now',
  priceCents: 24_000,
  id: ID,
  uid: 'ada',
  isChecked: false,
  isPriceConfirmed: false,
  isPriceDoubted: false,
};

const TICKED = { ...REVIEW, isChecked: true };

describe('readArrival', () => {
  it.each([
    ['by a deep link', null, {}],
    ['from a bid action', { bid: true }, { mode: 'place' }],
    ["from 'Buy For'", { bid: false, bidsBySize: [], lowestAsk: 24_000 }, { mode: 'now' }],
    ['with a size', { bid: true, size: '9' }, { size: '9' }],
    ['to continue a bid', { bid: true, mode: 'place', priceCents: 21_000 }, { priceCents: 21_000 }],
    [
      'to continue a purchase',
      { bid: false, mode: 'now', priceCents: 24_000 },
      { mode: 'now', priceCents: 24_000 },
    ],
    ['with an order to replace', { bid: true, replaces: REPLACED }, { replaces: REPLACED }],
    ['with nonsense for an order to replace', { replaces: { id: 'x', priceCents: 1 } }, {}],
    ['with a lifetime', { bid: true, expiresIn: 7 }, { expiresIn: 7 }],
    ['with an unknown lifetime', { bid: true, expiresIn: 8 }, {}],
    ['with a choice not to be listed again', { bid: true, isRelisting: false }, { isRelisting: false }],
    ['with nonsense for that choice', { bid: true, isRelisting: 'no' }, {}],
    ['with other sizes', { bid: true, otherSizes: ['8', '10'] }, { otherSizes: ['8', '10'] }],
    ['with too many other sizes', { bid: true, otherSizes: ['1', '2', '3', '4', '5'] }, {}],
    ['with nonsense for other sizes', { bid: true, otherSizes: [8] }, {}],
    ['at a review', { bid: true, review: REVIEW }, { review: REVIEW }],
    [
      'at a review without a brand',
      { review: { ...REVIEW, brand: null } },
      { review: { ...REVIEW, brand: null } },
    ],
    [
      'at a review with that choice',
      { review: { ...REVIEW, isRelisting: false } },
      { review: { ...REVIEW, isRelisting: false } },
    ],
    ['at a review with its checks ticked', { review: TICKED }, { review: TICKED }],
    ['at a review with nonsense for its checks', { review: { ...REVIEW, isChecked: 1 } }, { review: REVIEW }],
  ])('%s', (_how, state, arrival) => {
    expect(readArrival(NO_QUERY, state)).toEqual({ ...NOTHING, ...arrival });
  });

  it.each([
    ['to bid', 'mode=bid', null, { mode: 'place' }],
    ['to buy at once', 'mode=now', null, { mode: 'now' }],
    ['with a size', 'size=9&mode=now', null, { mode: 'now', size: '9' }],
    ['of an unknown mode', 'mode=later', null, {}],
    ['and a state that says otherwise', 'size=9&mode=now', { bid: true, size: '10' }, { size: '9' }],
    ['with a price', 'size=9&price=210', null, { size: '9', priceCents: 21_000 }],
    ['with a price of cents', 'price=210.50', null, {}],
    ['with a negative price', 'price=-210', null, {}],
    ['with a price above the maximum', 'price=1000001', null, {}],
    ['with a price in another notation', 'price=1e3', null, {}],
    ['with a price of nonsense', 'price=%3Cscript%3E', null, {}],
    [
      'with a price, and one that was chosen later',
      'price=210',
      { priceCents: 22_000 },
      { priceCents: 22_000 },
    ],
    ['with a price, and one that was deleted later', 'price=210', { priceCents: 0 }, {}],
    ['and a mode that was chosen later', 'mode=bid', { bid: true, mode: 'now' }, { mode: 'now' }],
  ])('by an address %s', (_how, query, state, arrival) => {
    expect(readArrival(new URLSearchParams(query), state)).toEqual({ ...NOTHING, ...arrival });
  });

  it.each([
    ['a value that is not an object', 'bid'],
    ['a list', [1, 2]],
    ['an unknown mode', { mode: 'later' }],
    ['a size that is not text', { size: 9 }],
    ['a price that is text', { priceCents: '21000' }],
    ['a price of 0', { priceCents: 0 }],
    ['a negative price', { priceCents: -100 }],
    ['a price that is not whole dollars', { priceCents: 21_050 }],
    ['a price that is not a number', { priceCents: Number.NaN }],
    ['a price above the maximum', { priceCents: 100_000_100 }],
    ['a review without id', { review: { ...REVIEW, id: undefined } }],
    ['a review without product', { review: { ...REVIEW, productId: undefined } }],
    ['a review with another id', { review: { ...REVIEW, id: 'mine' } }],
    ['a review with a brand that is not text', { review: { ...REVIEW, brand: 5 } }],
    ['a review without a user', { review: { ...REVIEW, uid: undefined } }],
    ['a review without mode', { review: { ...REVIEW, mode: undefined } }],
    ['a review with nonsense for a choice', { review: { ...REVIEW, isRelisting: 0 } }],
    ['a review with a nonsense price', { review: { ...REVIEW, priceCents: 1e11 } }],
  ])('ignores %s', (_what, state) => {
    expect(readArrival(NO_QUERY, state)).toEqual(NOTHING);
  });
});
