import type { Transaction } from '../database/transaction.js';

/** Forgets a user's shipping, payout and payment. The next reading makes empty ones. */
export async function forgetSettings(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from accounts where user_id = $1', [userId]);
}
