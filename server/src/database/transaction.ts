import type pg from 'pg';

/** A connection inside a transaction. Only the functions of this file make one, so a write cannot forget it. */
export type Transaction = pg.ClientBase & { readonly isTransaction: true };

const actions = new WeakMap<pg.ClientBase, (() => void)[]>();

/** Does something as soon as the transaction is committed, and not at all if it never is. It must not throw. */
export function afterCommit(transaction: Transaction, action: () => void): void {
  const others = actions.get(transaction);
  if (others) {
    others.push(action);
  } else {
    actions.set(transaction, [action]);
  }
}

/**
 * Runs `work` in one transaction of a pooled connection: its result is committed, an error rolls everything
 * back and is thrown on.
 */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await transactionOn(client, work);
  } catch (error) {
    // A connection that failed once is not worth trusting again.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The same on a connection that the caller holds and nobody else uses meanwhile. */
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
    await client.query('rollback').catch(() => {}); // a broken connection has rolled back by itself
    throw error;
  } finally {
    actions.delete(client);
  }
}
