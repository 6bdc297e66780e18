import type { OwnDeal } from '@perkex/contract/deals.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { DealPage } from '../../src/deals/deal-page.js';
import { DEAL_ID, markDealsStarted } from './deals.js';
import { openPage, server } from './open-page.js';

/** Opens the page of a deal on a market whose deals have started. */
export function openDealPage(shown: OwnDeal, payments: ProviderName | null = null) {
  server.answer('deal', shown);
  markDealsStarted(payments);
  const at = `/dashboard/orders/${DEAL_ID}`;
  return openPage(DealPage, { at, path: '/dashboard/orders/:deal', userId: 'ada' });
}
