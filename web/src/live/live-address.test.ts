import { describe, expect, it } from 'vitest';
import { addressOf, covers } from './live-address.js';

const of = (...products: number[]) => ({ products, isOfMarket: false });
const market = { products: [3], isOfMarket: true };
const many = of(...Array.from({ length: 51 }, (_, index) => index + 1));

describe('addressOf', () => {
  it.each([
    ['nothing', of(), null],
    ['a product', of(3), '/live?product=3'],
    ['products, sorted', of(12, 3), '/live?product=3&product=12'],
    ['the market', market, '/live'],
    ['more products than a stream accepts', many, '/live'],
  ])('%s', (_what, subscription, address) => {
    expect(addressOf(subscription)).toBe(address);
  });
});

describe('covers', () => {
  it.each([
    ['the same', of(3, 4), of(4, 3), true],
    ['fewer products', of(3, 4), of(4), true],
    ['another product', of(3), of(3, 4), false],
    ['nothing', of(3), of(), false],
    ['the market', of(3), market, false],
    ['a product after the market', market, of(3), false],
    ['another product in addition to the market', market, { products: [9], isOfMarket: true }, true],
  ])('%s', (_what, carried, wanted, isCovered) => {
    expect(covers(carried, wanted)).toBe(isCovered);
  });
});
