import { describe, expect, it } from 'vitest';
import { readArrival } from './arrival.js';

const NOTHING = { mode: 'place', size: null, price: null, review: null };
const ID = '0b0f3c56-5f3e-4b5a-9d35-5e6a7f8b9c0d';
const REVIEW = {
  flow: 'buy',
  productId: 1,
  name: 'Runner',
  size: '9',
  mode: 'now',
  price: 240,
  id: ID,
  uid: 'ada',
  isChecked: false,
};

const TICKED = { ...REVIEW, isChecked: true };

describe('readArrival', () => {
  it.each([
    ['by a deep link', null, {}],
    ['from a bid action', { bid: true }, { mode: 'place' }],
    ["from 'Buy For'", { bid: false, bidsBySize: [], lowestAsk: 240 }, { mode: 'now' }],
    ['with a size', { bid: true, size: '9' }, { size: '9' }],
    ['to continue a bid', { bid: true, mode: 'place', price: 210 }, { price: 210 }],
    ['to continue a purchase', { bid: false, mode: 'now', price: 240 }, { mode: 'now', price: 240 }],
    ['at a review', { bid: true, review: REVIEW }, { review: REVIEW }],
    ['at a review with its checks ticked', { review: TICKED }, { review: TICKED }],
    ['at a review with nonsense for its checks', { review: { ...REVIEW, isChecked: 1 } }, { review: REVIEW }],
  ])('%s', (_how, state, arrival) => {
    expect(readArrival(state)).toEqual({ ...NOTHING, ...arrival });
  });

  it.each([
    ['no object', 'bid'],
    ['a list', [1, 2]],
    ['an unknown mode', { mode: 'later' }],
    ['a size that is no text', { size: 9 }],
    ['a price that is text', { price: '210' }],
    ['a price of 0', { price: 0 }],
    ['a negative price', { price: -1 }],
    ['a price with cents', { price: 210.5 }],
    ['a price that is no number', { price: Number.NaN }],
    ['a price above the highest', { price: 1_000_001 }],
    ['a review without id', { review: { ...REVIEW, id: undefined } }],
    ['a review without product', { review: { ...REVIEW, productId: undefined } }],
    ['a review with another id', { review: { ...REVIEW, id: 'mine' } }],
    ['a review of nobody', { review: { ...REVIEW, uid: undefined } }],
    ['a review without mode', { review: { ...REVIEW, mode: undefined } }],
    ['a review of a nonsense price', { review: { ...REVIEW, price: 1e9 } }],
  ])('ignores %s', (_what, state) => {
    expect(readArrival(state)).toEqual(NOTHING);
  });
});
