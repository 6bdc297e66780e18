import { BLANK_ORDER_ROW as BLANK, type OrderRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { describe, expect, it } from 'vitest';
import type { Product } from '../api/products.js';
import { ownSizeMarket } from './size-market.js';

const order = (id: string, price: number, size = '9') => ({ id, size, priceCents: dollarsToCents(price) });
const row = (id: string, price: number, { name = 'Runner', size = '9' } = {}): OrderRow => ({
  id,
  productId: 1,
  name,
  brand: null,
  size,
  price,
  thumbnail: '',
});

const product = (asks: Product['asks'], bids: Product['bids'] = []): Product => ({
  id: 1,
  name: 'Runner',
  thumbnail: '',
  pictures: [],
  brand: null,
  model: null,
  nickname: null,
  kind: null,
  description: null,
  styleCode: null,
  colourway: null,
  releaseDate: null,
  tradesFrom: null,
  retailPrice: null,
  sizes: ['9', '10'],
  asks,
  bids,
  sales: [],
  olderSales: [],
});

describe('ownSizeMarket marks the lowest ask as own', () => {
  it.each([
    ['when it is the only order', [order('mine', 240)], [row('mine', 240)], true],
    ['not when there is a better one', [order('a', 230), order('mine', 240)], [row('mine', 240)], false],
    [
      'not when it was placed later at the same price',
      [order('a', 240), order('mine', 240)],
      [row('mine', 240)],
      false,
    ],
    [
      'when it was placed first at that price',
      [order('mine', 240), order('a', 240)],
      [row('mine', 240)],
      true,
    ],
    ['not in another size', [order('mine', 240, '10')], [row('mine', 240, { size: '10' })], false],
    [
      'not when another product has an order with its id',
      [order('x', 240)],
      [row('x', 240, { name: 'Other' })],
      false,
    ],
    ['not when an order at another price has its id', [order('x', 240)], [row('x', 250)], false],
    ['not without open asks', [], [row('mine', 240)], false],
  ])('%s', (_when, asks, rows, isOwn) => {
    const market = ownSizeMarket(product(asks), '9', { asks: [BLANK, ...rows], bids: [BLANK] });
    expect(market.isLowestAskOwn).toBe(isOwn);
    expect(market.isHighestBidOwn).toBe(false);
  });
});

it('ownSizeMarket marks the highest bid as own when it comes first', () => {
  const market = ownSizeMarket(product([], [order('mine', 200), order('a', 190)]), '9', {
    asks: [BLANK],
    bids: [BLANK, row('mine', 200)],
  });
  expect(market).toEqual({
    lowestAskCents: 0,
    highestBidCents: 20_000,
    isLowestAskOwn: false,
    isHighestBidOwn: true,
  });
});
