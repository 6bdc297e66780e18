import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const LOCK_USER = statement({
  name: 'lock-account-of-user',
  text: `insert into accounts (user_id) values ($1)
         on conflict (user_id) do update set user_id = excluded.user_id`,
});

/**
 * Locks a user's row until the transaction ends, and creates it if needed. Concurrent changes that count the user's
 * rows run one after the other, so each counts the rows of the previous one.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await LOCK_USER.run(tx, [userId]);
}
