import type { Transaction } from '../../database/transaction.js';

/** Changes of one user follow each other until the transaction ends. @returns whether the user is there */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select 1 from identity_users where id = $1 for update', [userId]);
  return rowCount === 1;
}
