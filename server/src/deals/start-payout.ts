import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { debtCents } from '@perkex/core/deals/own-money.js';
import type { Transaction } from '../database/transaction.js';
import type { StoredDeal } from './deal-row.js';
import { lockMoneySums } from './money-sums.js';
import { usersOfDeal } from './users-of-deal.js';

/**
 * The event that starts the payout of a locked deal. It nets what the seller owes across all their deals, as buyer or as
 * seller. The lock of their sums makes payouts at the same time wait, so each debt is netted once.
 */
export async function payoutEvent(tx: Transaction, { key, deal }: StoredDeal): Promise<DealEvent> {
  const { seller } = await usersOfDeal(tx, key);
  const debt = debtCents(await lockMoneySums(tx, seller));
  return { type: 'start-payout', nettedCents: Math.min(debt, deal.balances['owed-seller']) };
}
