import { addToGroup } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { isPipelined, socketOf } from './pipelined.js';

/** A connection inside a transaction. Only this file creates one, so a write cannot forget the transaction. */
export type Transaction = pg.ClientBase & { readonly isTransaction: true };

const actions = new WeakMap<pg.ClientBase, (() => void)[]>();

/** Saves the items that a transaction has collected. */
type SaveItems<Item> = (transaction: Transaction, items: readonly Item[]) => Promise<void>;

const collected = new WeakMap<pg.ClientBase, Map<SaveItems<never>, unknown[]>>();

const deferred = new WeakMap<pg.ClientBase, Promise<unknown>[]>();

/**
 * Sends a statement whose answer nothing needs, without waiting for it: on a pipelined connection it leaves with the
 * next statement, or with the commit. If it fails, the transaction does, with its error.
 */
export async function sendLater(transaction: Transaction, send: () => Promise<unknown>): Promise<void> {
  const sent = send();
  if (!isPipelined(transaction)) {
    await sent;
    return;
  }
  sent.catch(() => {}); // handled at the end of the transaction
  addToGroup(deferred, transaction, sent);
}

/**
 * Runs two statements in this order, in one round trip if the connection is pipelined: each function must send its
 * statement before it waits for anything. @throws the error of the first that failed
 */
export async function together<First, Second>(
  transaction: Transaction,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  if (!isPipelined(transaction)) {
    return [await first(), await second()];
  }
  const sent = [first(), second()] as const;
  const error = await failureOf(sent);
  if (error !== undefined) {
    throw error;
  }
  return Promise.all(sent);
}

/** Saves items before the commit, with all others that the transaction has collected for the same function. */
export function saveAtEnd<Item>(
  transaction: Transaction,
  save: SaveItems<Item>,
  items: readonly Item[],
): void {
  const itemsBySave = collected.get(transaction) ?? new Map<SaveItems<never>, unknown[]>();
  collected.set(transaction, itemsBySave);
  itemsBySave.set(save, [...(itemsBySave.get(save) ?? []), ...items]);
}

/** Runs an action after the commit of the transaction, and never if it is rolled back. It must not throw. */
export function afterCommit(transaction: Transaction, action: () => void): void {
  addToGroup(actions, transaction, action);
}

/** Runs `work` on a pooled connection, which is not reused once it has failed. */
export async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` in one transaction of a pooled connection: commits its result, or rolls back and rethrows its error. */
export function transaction<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return onConnection(pool, (client) => transactionOn(client, work));
}

/** The same on a connection that the caller owns and uses for nothing else in the meantime. */
export async function transactionOn<Result>(
  client: pg.ClientBase,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const begun = client.query('begin');
  if (isPipelined(client)) {
    // `begin` is sent with the first statement. If it fails, no further statement may run.
    begun.catch(() => socketOf(client).destroy());
  } else {
    await begun;
  }
  try {
    const result = await work(client as Transaction);
    for (const [save, items] of collected.get(client) ?? []) {
      await save(client as Transaction, items as never[]);
    }
    const [ended] = await Promise.all([client.query('commit'), begun, ...(deferred.get(client) ?? [])]);
    if (ended.command !== 'COMMIT') {
      throw new Error('The transaction was rolled back, because the error of a statement was ignored.');
    }
    for (const action of actions.get(client) ?? []) {
      action();
    }
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a broken connection rolls back automatically
    throw (await failureOf(deferred.get(client))) ?? error;
  } finally {
    actions.delete(client);
    collected.delete(client);
    deferred.delete(client);
  }
}

/** The error of the first statement that failed. Those after it only failed because of it. */
async function failureOf(statements: readonly Promise<unknown>[] = []): Promise<unknown> {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected');
  return (failed as PromiseRejectedResult | undefined)?.reason;
}
