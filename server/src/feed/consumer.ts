import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import { sendLater, type Transaction } from '../database/transaction.js';
import type { FeedEntry } from './entry.js';

/** A consumer of the feed: stores what follows from the entries, and misses none. */
export interface Consumer {
  /** Its key in `feed_readers`; a released name never changes. */
  readonly name: string;
  /** True if something may follow from the entry. Must be quick: the orders of the entry are not answered before. */
  wants(entry: FeedEntry): boolean;
  /** Stores what follows from wanted entries, each stream in order, in the transaction that moves the cursors. */
  consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void>;
}

const REGISTER_CONSUMERS = statement({
  name: 'register-consumers',
  text: 'insert into feed_readers (reader) select unnest($1::text[]) on conflict do nothing',
});

/** It does not wait: another process that holds the consumer handles the new entries. */
const LOCK_FREE_CONSUMER = statement({
  name: 'lock-free-consumer',
  text: 'select reader from feed_readers where reader = $1 for update skip locked',
  row: { reader: text },
});

const LOCK_CONSUMER = statement({
  name: 'lock-consumer',
  text: 'select reader from feed_readers where reader = $1 for update',
  row: { reader: text },
});

/** A frozen process that holds a consumer must not block the others. */
const HOLD_BRIEFLY = 'set local idle_in_transaction_session_timeout = 3000';

/** Registers new consumers. Each starts with the oldest entry that is left, and no later one is deleted unread. */
export async function registerConsumers(pool: pg.Pool, consumers: readonly Consumer[]): Promise<void> {
  await REGISTER_CONSUMERS.run(pool, [consumers.map(({ name }) => name)]);
}

/**
 * Locks a consumer until the end of the transaction, which must be short: it fails after three idle seconds. The
 * consumer processes nothing in the meantime.
 */
export async function lockConsumerBriefly(tx: Transaction, name: string): Promise<void> {
  await sendLater(tx, () => tx.query(HOLD_BRIEFLY));
  await lockConsumer(tx, name);
}

/** The same for long work, such as a rebuild. */
export async function lockConsumer(tx: Transaction, name: string): Promise<void> {
  await LOCK_CONSUMER.row(tx, [name]);
}

/** Locks a consumer as `lockConsumerBriefly` does, unless it is locked. @returns true if it was free */
export async function lockFreeConsumer(tx: Transaction, name: string): Promise<boolean> {
  await sendLater(tx, () => tx.query(HOLD_BRIEFLY));
  return (await LOCK_FREE_CONSUMER.row(tx, [name])) !== undefined;
}
