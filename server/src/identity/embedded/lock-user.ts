import type { Transaction } from '../../database/transaction.js';

/** Changes of one user follow each other until the transaction ends. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select 1 from identity_users where id = $1 for update', [userId]);
}
