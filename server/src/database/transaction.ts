import type pg from 'pg';

/** A connection inside a transaction. Only this file creates one, so a write cannot forget the transaction. */
export type Transaction = pg.ClientBase & { readonly isTransaction: true };

const actions = new WeakMap<pg.ClientBase, (() => void)[]>();

/** Runs an action after the commit of the transaction, and never if it is rolled back. It must not throw. */
export function afterCommit(transaction: Transaction, action: () => void): void {
  const others = actions.get(transaction);
  if (others) {
    others.push(action);
  } else {
    actions.set(transaction, [action]);
  }
}

/** Runs `work` in one transaction of a pooled connection: commits its result, or rolls back and rethrows its error. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await transactionOn(client, work);
  } catch (error) {
    // A connection that failed once is not reused.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The same on a connection that the caller owns and uses for nothing else in the meantime. */
export async function transactionOn<Result>(
  client: pg.ClientBase,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work(client as Transaction);
    await client.query('commit');
    for (const action of actions.get(client) ?? []) {
      action();
    }
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a broken connection rolls back automatically
    throw error;
  } finally {
    actions.delete(client);
  }
}
