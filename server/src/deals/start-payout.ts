import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { debtCents } from '@perkex/core/deals/own-money.js';
import type { Transaction } from '../database/transaction.js';
import type { StoredDeal } from './deal-row.js';
import { lockMoneySumsOf } from './money-sums.js';
import { usersOfDeals } from './users-of-deal.js';

/** The event that starts the payout of a locked deal. */
export async function payoutEvent(tx: Transaction, stored: StoredDeal): Promise<DealEvent> {
  const [event] = await payoutEvents(tx, [stored]);
  return event as DealEvent;
}

/**
 * The events that start the payouts of different locked deals. They net what a seller owes across all their deals, as
 * buyer or as seller. The lock of their sums makes payouts at the same time wait, so each debt is netted once.
 */
export async function payoutEvents(tx: Transaction, all: readonly StoredDeal[]): Promise<DealEvent[]> {
  const users = await usersOfDeals(
    tx,
    all.map(({ key }) => key),
  );
  const sellers = [...new Set(users.map(({ seller }) => seller))];
  const owners = await lockMoneySumsOf(tx, sellers);
  const debts = new Map([...owners.values()].map(({ ownerId, sums }) => [ownerId, debtCents(sums)]));
  return all.map(({ deal }, index) => {
    const ownerId = owners.get(users[index]?.seller ?? '')?.ownerId ?? '';
    const debt = debts.get(ownerId) ?? 0;
    const nettedCents = Math.min(debt, deal.balances['owed-seller']);
    debts.set(ownerId, debt - nettedCents);
    return { type: 'start-payout', nettedCents };
  });
}
