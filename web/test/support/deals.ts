import type { OwnDeal, TimelineEntry } from '@perkex/contract/deals.js';
import { DEALS_MARK_ID } from '@perkex/contract/deals-mark.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { onTestFinished } from 'vitest';

export const DEAL_ID = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
export const DUE_AT = '2026-11-27T18:00:00.000Z';

export const TRADE: TimelineEntry = {
  version: 0,
  event: 'trade',
  by: 'buyer',
  state: 'unpaid',
  date: '2026-11-26T18:00:00.000Z',
  details: null,
};

/** A deal of the buyer, who has just bought. */
export function deal(changes: Partial<OwnDeal> = {}): OwnDeal {
  return {
    id: DEAL_ID,
    productId: 7,
    name: 'Air Runner Low',
    brand: null,
    thumbnail: '/drawings/7.svg',
    styleCode: null,
    colourway: null,
    size: '9',
    price: 200,
    total: 216.5,
    party: 'buyer',
    date: TRADE.date,
    state: 'unpaid',
    version: 0,
    dueAt: DUE_AT,
    isDisputed: false,
    steps: [],
    payment: null,
    cancellation: null,
    isOverdue: false,
    replacedBy: null,
    replaces: null,
    penalty: null,
    shipTo: null,
    money: [],
    timeline: [TRADE],
    ...changes,
  };
}

/** Makes this a page of a market whose deals have started. */
export function markDealsStarted(payments: ProviderName | null = null): void {
  const mark = document.createElement('script');
  mark.id = DEALS_MARK_ID;
  mark.type = 'application/json';
  mark.textContent = JSON.stringify(payments);
  document.body.append(mark);
  onTestFinished(() => mark.remove());
}
