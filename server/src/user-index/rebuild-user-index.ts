import type pg from 'pg';
import { isDistributed } from '../database/citus.js';
import { bool, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumer } from '../feed/consumer.js';
import { copyAllAgain, removeAllCopies } from './index-rows.js';
import { USER_INDEX_CONSUMER } from './user-index-consumer.js';

const REGISTER = statement({
  name: 'register-user-index',
  text: `insert into feed_readers (reader) values ('${USER_INDEX_CONSUMER}') on conflict do nothing`,
});

const IS_KEPT = statement({
  name: 'is-user-index-kept',
  text: `select exists (select from feed_readers where reader = '${USER_INDEX_CONSUMER}') as "isKept"`,
  row: { isKept: bool },
});

const FORGET_CURSORS = statement({
  name: 'forget-cursors-of-user-index',
  text: `delete from feed_cursors where reader = '${USER_INDEX_CONSUMER}'`,
});

const FORGET_CONSUMER = statement({
  name: 'forget-user-index',
  text: `delete from feed_readers where reader = '${USER_INDEX_CONSUMER}'`,
});

/** True if this database has copies of the orders and trades of users. */
export async function isUserIndexKept(connection: pg.Pool | pg.ClientBase): Promise<boolean> {
  return (await IS_KEPT.row(connection))?.isKept === true;
}

/**
 * Copies all open orders and trades again, and lets the consumer keep the copies afterwards. The market may trade in
 * the meantime: what the copies miss is in entries that the consumer has not passed.
 * @returns the numbers of orders and trades
 */
export async function rebuildUserIndex(
  tx: Transaction,
): Promise<{ readonly orders: number; readonly trades: number }> {
  await REGISTER.run(tx);
  await lockConsumer(tx, USER_INDEX_CONSUMER);
  return copyAllAgain(tx);
}

/**
 * After a backup was loaded: a distributed database gets the copies, any other loses those that the backup may have. No
 * server would keep them there, and entries of the feed would wait for its consumer for ever.
 */
export async function renewUserIndex(tx: Transaction): Promise<void> {
  if (isDistributed(tx)) {
    await rebuildUserIndex(tx);
    return;
  }
  await removeAllCopies(tx);
  await FORGET_CURSORS.run(tx);
  await FORGET_CONSUMER.run(tx);
}
