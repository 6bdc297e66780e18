import { describe, expect, it } from 'vitest';
import { exceededLimit, type KeyAct, type KeyLimits, leftOfDay } from './key-limits.js';

const NONE: KeyLimits = { maxOrderCents: null, maxDayCents: null, side: null, productIds: null };
const BID: KeyAct = { side: 'bid', productId: 7, priceCents: 20_000 };

describe('the limits of a key', () => {
  it.each([
    [NONE, BID, null],
    [{ ...NONE, side: 'bid' }, BID, null],
    [{ ...NONE, side: 'ask' }, BID, { limit: 'side', side: 'ask' }],
    [{ ...NONE, productIds: [6, 7] }, BID, null],
    [{ ...NONE, productIds: [6] }, BID, { limit: 'products' }],
    [{ ...NONE, productIds: [6] }, { ...BID, productId: null }, null],
    [{ ...NONE, maxOrderCents: 20_000 }, BID, null],
    [{ ...NONE, maxOrderCents: 19_900 }, BID, { limit: 'order', maxCents: 19_900 }],
    [{ ...NONE, maxOrderCents: 19_900 }, { ...BID, priceCents: null }, null],
    [
      { ...NONE, side: 'ask' },
      { ...BID, priceCents: null },
      { limit: 'side', side: 'ask' },
    ],
  ] as const)('%j with %j exceeds %j', (limits, act, exceeded) => {
    expect(exceededLimit(limits, act)).toEqual(exceeded);
  });

  it('leave what the orders of the day have not used', () => {
    expect(leftOfDay(50_000, 20_000)).toBe(30_000);
    // The limit was lowered after the orders.
    expect(leftOfDay(10_000, 20_000)).toBe(0);
  });
});
