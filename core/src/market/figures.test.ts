import { describe, expect, it } from 'vitest';
import {
  asksBySize,
  bidsBySize,
  highestBidCents,
  lowestAskCents,
  priceChangePercent,
  pricesOfSize,
} from './figures.js';

const entries = [
  { size: '9', priceCents: 240_00 },
  { size: '10', priceCents: 200_00 },
  { size: '9', priceCents: 230_00 },
];

describe('the derived figures of section 3', () => {
  it('are grouped by size for asks and bids', () => {
    expect(asksBySize(entries)).toEqual([
      { size: '9', asks: [24_000, 23_000] },
      { size: '10', asks: [20_000] },
    ]);
    expect(bidsBySize(entries)[1]).toEqual({ size: '10', bids: [20_000] });
  });

  it('include the lowest ask and the highest bid, over all sizes or of one', () => {
    expect(lowestAskCents(entries)).toBe(20_000);
    expect(highestBidCents(entries)).toBe(24_000);
    expect(lowestAskCents(pricesOfSize(entries, '9'))).toBe(23_000);
  });

  it('are 0 without orders', () => {
    expect(lowestAskCents([])).toBe(0);
    expect(highestBidCents([])).toBe(0);
  });

  it.each([
    [110, 100, 10],
    [100, 110, -9.1],
    [100, 100, 0],
    [1_000_001, 1_000_000, 0],
    [999_999, 1_000_000, 0],
    [2001, 2000, 0.1],
    [1999, 2000, -0.1],
  ])('a sale at %d after one at %d changed the price by %d %%', (last, before, percent) => {
    expect(priceChangePercent(last, before)).toBe(percent);
  });

  it('include no price change with fewer than two sales', () => {
    expect(priceChangePercent(100, undefined)).toBeNull();
  });
});
