import { isPaymentFailed } from '@perkex/core/deals/deal.js';
import type { Transaction } from '../database/transaction.js';
import { type FailedPayment, saveFailedPayments } from '../users/failed-payments.js';
import type { MovedMoney } from './money-lines.js';
import type { TakenStep } from './save-steps.js';

/** Copies to the accounts of buyers which of their deals have failed for their payment, or no longer count as that. */
export async function noteFailedPayments(
  tx: Transaction,
  steps: readonly TakenStep[],
  { users }: Pick<MovedMoney, 'users'>,
): Promise<void> {
  const changes = steps.flatMap(({ stored: { key, deal: before }, stepped: { deal } }): FailedPayment[] => {
    const userId = users.get(key.id)?.buyer;
    const isFailed = isPaymentFailed(deal);
    return userId === undefined || isFailed === isPaymentFailed(before)
      ? []
      : [{ userId, dealId: key.id, atMs: isFailed ? deal.atMs : null }];
  });
  await saveFailedPayments(tx, changes);
}
