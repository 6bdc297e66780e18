import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../src/clock/clock.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { consumeNext } from '../src/feed/consume.js';
import { type Consumer, registerConsumers } from '../src/feed/consumer.js';
import { Feed } from '../src/feed/feed.js';
import { FeedStream } from '../src/feed/feed-stream.js';

/** For writers whose entries no subscriber needs. */
export const silentFeed = { handOver() {}, newStream: () => new FeedStream(randomUUID()) };

/** The feed of a process on this database. */
export function openFeed(
  pool: pg.Pool,
  onFailure: (error: unknown) => void = () => {},
  clock: Clock = SYSTEM_CLOCK,
): Feed {
  return new Feed({ pool, clock, newId: randomUUID, onFailure });
}

/** Inserts entries of another server, without its process. @returns the id of their stream */
export async function insertEntries(
  { pool }: Pick<Database, 'pool'>,
  changes: readonly unknown[],
  stream = randomUUID() as string,
): Promise<string> {
  await pool.query('insert into lanes (lane, seen_at) values ($1, now())', [stream]);
  for (const [index, each] of changes.entries()) {
    await pool.query(
      'insert into batches (lane, seq, product_id, changes, at) values ($1, $2, 1, $3, now())',
      [stream, index + 1, JSON.stringify(each)],
    );
  }
  await pool.query(`insert into feed_announcements (lane, seq, products) values ($1, $2, '{1}')`, [
    stream,
    changes.length,
  ]);
  return stream;
}

/** Lets a consumer process everything that is new, as a server does all the time. */
export async function consumeAll({ pool }: Pick<Database, 'pool'>, consumer: Consumer): Promise<void> {
  await registerConsumers(pool, [consumer]);
  while (await consumeNext(pool, consumer)) {}
}
