import { highestBidCents, lowestAskCents } from '@perkex/core/market/figures.js';
import { describe, expect, it } from 'vitest';
import { bestPrice, sizesText } from './best-price.js';

const order = (size: string, priceCents: number) => ({ size, priceCents });

describe('bestPrice', () => {
  it('names each size with the best price once', () => {
    const asks = [order('10', 30_000), order('9', 24_000), order('8', 24_000), order('9', 24_000)];
    expect(bestPrice(asks, lowestAskCents)).toEqual({ priceCents: 24_000, sizes: ['9', '8'] });
    expect(bestPrice(asks, highestBidCents)).toEqual({ priceCents: 30_000, sizes: ['10'] });
  });

  it('is null without orders', () => {
    expect(bestPrice([], lowestAskCents)).toBeNull();
  });
});

it.each([
  [['9'], 'Size 9'],
  [['9', '10'], 'Sizes 9, 10'],
  [['9', '10', '11'], 'Size 9 and 2 more'],
])('sizes %j are named "%s"', (sizes, text) => {
  expect(sizesText(sizes)).toBe(text);
});
