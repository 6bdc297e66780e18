import type { Deal, Party } from '@perkex/core/deals/deal.js';
import { openDeal } from '@perkex/core/deals/step.js';
import { tradeAmounts } from '@perkex/core/fees.js';
import { describe, expect, it } from 'vitest';
import { nextDealStep } from './next-deal-step.js';

const NEW = openDeal(
  {
    priceCents: 200_00,
    ...tradeAmounts(200_00),
    taker: 'buyer',
    isRelisting: true,
    isPairHere: false,
    tradedAtMs: Date.UTC(2026, 10, 2, 10),
  },
  'card',
  new Set(),
);

function nextOf(changes: Partial<Deal>, houses: readonly Party[] = [], isFailing = false): string | null {
  const step = nextDealStep({ ...NEW, ...changes }, new Set(houses), isFailing);
  return step && `${step.by} ${step.type}`;
}

describe('the demonstration', () => {
  it('does the work of the desk and of the carrier', () => {
    expect(nextOf({ state: 'shipped' })).toBe('desk receive');
    expect(nextOf({ state: 'received' })).toBe('desk pass');
    expect(nextOf({ state: 'verified' })).toBe('desk send');
    expect(nextOf({ state: 'sent' })).toBe('carrier parcel-arrived');
    expect(nextOf({ state: 'delivered', claim: 'open' })).toBe('desk request-return');
    expect(nextOf({ state: 'delivered', claim: 'return' })).toBe('desk receive');
    expect(nextOf({ state: 'objectable', hasObjected: true })).toBe('second-member pass');
    expect(nextOf({ state: 'rejected' })).toBe('desk return-pair');
    expect(nextOf({ state: 'cancelled', penalty: 'appealed' })).toBe('second-member waive-penalty');
  });

  it('does the work of house accounts, and never that of visitors', () => {
    expect(nextOf({ state: 'paid' }, ['seller'])).toBe('seller ship');
    expect(nextOf({ state: 'objectable' }, ['seller'])).toBe('seller accept-verdict');
    expect(nextOf({ state: 'delivered' }, ['buyer'])).toBe('buyer confirm');
    const returned = { state: 'rejected', choice: 'open', parcelOut: 'announced' } as const;
    expect(nextOf(returned, ['buyer'])).toBe('buyer choose-refund');
    expect(nextOf({ state: 'paid' }, ['buyer'])).toBeNull();
    expect(nextOf({ state: 'objectable' }, ['buyer'])).toBeNull();
    expect(nextOf({ state: 'delivered' }, ['seller'])).toBeNull();
    expect(nextOf(returned, ['seller'])).toBeNull();
  });

  it('waits for payments and for the end', () => {
    for (const state of ['unpaid', 'cancelled', 'lost', 'complete', 'closed'] as const) {
      expect(nextOf({ state }, ['buyer', 'seller'])).toBeNull();
    }
  });

  it('fails a few pairs, but none of a visitor', () => {
    expect(nextOf({ state: 'received' }, ['seller'], true)).toBe('desk fail');
    expect(nextOf({ state: 'received' }, ['buyer'], true)).toBe('desk pass');
  });
});
