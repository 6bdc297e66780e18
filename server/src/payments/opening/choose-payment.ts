import type { Transaction } from '../../database/transaction.js';
import { noteSavedCard } from '../../users/failed-payments.js';
import { forgetCard } from '../payment-accounts.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

/**
 * With play money, users who choose a payment get a test card that works, in place of any other: with their next
 * payment, or now if one has failed (after-the-trade.md, "Payments").
 */
export async function attachCardOfPlay(
  tx: Transaction,
  userId: string,
  setup: PaymentSetupSources | null,
): Promise<void> {
  if (setup?.kind !== 'cards' || !setup.provider.hasInstantSetup) {
    return;
  }
  await noteSavedCard(tx, userId);
  if (await forgetCard(tx, userId, setup.provider.name)) {
    await setup.onReady(tx, userId);
  }
}
