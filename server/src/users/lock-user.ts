import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const LOCK_USER = statement({
  name: 'lock-account-of-user',
  text: `insert into accounts (user_id) values ($1)
         on conflict (user_id) do update set user_id = excluded.user_id`,
});

/**
 * Locks the row of a user, which is made if it is missing, until the transaction ends: of two changes at once that count
 * what the user has, the second counts what the first did.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await LOCK_USER.run(tx, [userId]);
}
