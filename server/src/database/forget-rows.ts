import { statement } from './statement.js';
import type { Transaction } from './transaction.js';

/** Declares at the top of a module how a user's rows of a table are deleted. */
export function forgetRows(name: string, table: string): (tx: Transaction, userId: string) => Promise<void> {
  const deletion = statement({ name, text: `delete from ${table} where user_id = $1` });
  return async (tx, userId) => {
    await deletion.run(tx, [userId]);
  };
}
