import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, json, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { type Batch, type BatchChanges, isReadable, UnreadableBatchError } from './batch.js';

/** It does not wait: another process that holds the consumer handles the new entries. */
const TAKE_FREE_READER = statement({
  name: 'take-free-feed-reader',
  text: 'select reader from feed_readers where reader = $1 for update skip locked',
  row: { reader: text },
});

const TAKE_READER = statement({
  name: 'take-feed-reader',
  text: 'select reader from feed_readers where reader = $1 for update',
  row: { reader: text },
});

/** A frozen process that holds a consumer must not block the others. */
const HOLD_BRIEFLY = 'set local idle_in_transaction_session_timeout = 3000';

const READ_UNREAD_BATCHES = statement({
  name: 'read-unread-batches',
  text: `select lanes.lane, unread.seq, unread.changes
         from lanes
         left join feed_cursors as passed on passed.reader = $1 and passed.lane = lanes.lane
         cross join lateral (
           select batch.seq, batch.changes from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0)
           order by batch.seq limit $2
         ) as unread
         order by lanes.lane, unread.seq limit $2`,
  row: { lane: uuid, seq: int4, changes: json<BatchChanges>() },
});

const CURSORS = new RowSet<Batch>({ lane: [uuid, ({ lane }) => lane], seq: [int4, ({ seq }) => seq] });

const MOVE_CURSORS = statement({
  name: 'move-feed-cursors',
  text: `insert into feed_cursors (lane, seq, reader)
         select passed.lane, passed.seq, $3 from ${CURSORS.as('passed')}
         on conflict (reader, lane) do update set seq = excluded.seq`,
});

/**
 * Locks a consumer until the end of the transaction, which must be short: it fails after three idle seconds. The
 * consumer processes nothing in the meantime.
 */
export async function takeReaderBriefly(tx: Transaction, reader: string): Promise<void> {
  await tx.query(HOLD_BRIEFLY);
  await takeReader(tx, reader);
}

/** The same for long work, such as a rebuild. */
export async function takeReader(tx: Transaction, reader: string): Promise<void> {
  await TAKE_READER.row(tx, [reader]);
}

/** A consumer of the feed: stores what follows from the entries and misses none. */
export interface Keeper {
  /** Its row in `feed_readers`, created by its migration. */
  readonly reader: string;
  /** Stores what follows from these entries, each stream in order, in the transaction that moves the cursor. */
  keep(transaction: Transaction, batches: readonly Batch[]): Promise<void>;
  /** Called after the commit of its work. */
  onKept?(): void;
}

const BATCHES_AT_ONCE = 100;

interface KeepOptions {
  /** Called for each unreadable entry that is skipped; otherwise it would block all later ones. */
  readonly onUnreadable?: (error: UnreadableBatchError) => void;
  /** True to wait while another process holds the consumer. */
  readonly waits?: boolean;
}

/**
 * Lets a consumer process the next entries, exactly once in the database whatever fails.
 * @returns true if there may be more; 'taken' while another process holds the consumer
 * @throws UnreadableBatchError without `onUnreadable`
 */
export async function keepNext(
  pool: pg.Pool,
  keeper: Keeper,
  { onUnreadable, waits = false }: KeepOptions = {},
): Promise<boolean | 'taken'> {
  const take = waits ? TAKE_READER : TAKE_FREE_READER;
  const found = await transaction(pool, async (tx) => {
    await tx.query(HOLD_BRIEFLY);
    if (!(await take.row(tx, [keeper.reader]))) {
      return 'taken';
    }
    const batches = await READ_UNREAD_BATCHES.rows(tx, [keeper.reader, BATCHES_AT_ONCE]);
    if (batches.length > 0) {
      await keeper.keep(tx, readableOf(batches, onUnreadable));
      const newest = [...groupBy(batches, ({ lane }) => lane).values()].map(
        (ofLane) => ofLane.at(-1) as Batch,
      );
      await MOVE_CURSORS.run(tx, [...CURSORS.values(newest), keeper.reader]);
    }
    return batches.length;
  });
  if (found !== 'taken' && found > 0) {
    keeper.onKept?.();
  }
  return found === 'taken' ? found : found === BATCHES_AT_ONCE;
}

function readableOf(
  batches: readonly Batch[],
  onUnreadable: ((error: UnreadableBatchError) => void) | undefined,
): Batch[] {
  return batches.filter((batch) => {
    if (isReadable(batch)) {
      return true;
    }
    const error = new UnreadableBatchError(batch);
    if (!onUnreadable) {
      throw error;
    }
    onUnreadable(error);
    return false;
  });
}

const LOOK_EVERY_MS = 1_000;
const TAKEN_FOR_MS = 100;
/**
 * Users who set alerts lock a consumer in turn: with many of them it is never free, so the worker then waits for it.
 */
const TAKEN_AT_MOST = 3;
/** The interval between the starts of two rounds: new entries are processed together, a few times a second. */
const ROUND_MS = 200;

/** Runs a consumer in every process: the first one to lock it processes the new entries. */
export class KeeperAtWork {
  private underWay: Promise<void> | null = null;
  private isWoken = false;
  private hasFailed = false;
  /** The number of consecutive attempts at which the consumer was locked by others. */
  private taken = 0;
  private nextRoundMs = Number.NEGATIVE_INFINITY;
  private readonly timer: NodeJS.Timeout;
  private readonly ending = new AbortController();

  constructor(
    private readonly pool: pg.Pool,
    private readonly keeper: Keeper,
    private readonly onFailure: (error: unknown) => void,
    private readonly roundMs = ROUND_MS,
  ) {
    this.timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.timer.unref();
    this.wake();
  }

  /** Reports new entries. They are processed at once, unless a round has just run. */
  wake(): void {
    this.isWoken = true;
    if (!this.ending.signal.aborted) {
      this.underWay ??= this.work().finally(() => {
        this.underWay = null;
      });
    }
  }

  async close(): Promise<void> {
    this.ending.abort();
    clearInterval(this.timer);
    await this.underWay;
  }

  private async work(): Promise<void> {
    try {
      while (this.isWoken && (await this.isTime())) {
        this.isWoken = false;
        this.nextRoundMs = performance.now() + this.roundMs;
        const isMore = await keepNext(this.pool, this.keeper, {
          onUnreadable: this.onFailure,
          waits: this.taken >= TAKEN_AT_MOST,
        });
        this.taken = isMore === 'taken' ? this.taken + 1 : 0;
        if (isMore === 'taken') {
          setTimeout(() => this.wake(), TAKEN_FOR_MS).unref();
        } else if (isMore) {
          this.isWoken = true;
          this.nextRoundMs = performance.now();
        }
      }
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) {
        this.onFailure(error);
      }
      this.hasFailed = true;
    }
  }

  /** Waits for the next round. @returns false if there are no further rounds */
  private async isTime(): Promise<boolean> {
    const { signal } = this.ending;
    await pause(Math.max(0, this.nextRoundMs - performance.now()), undefined, { signal }).catch(() => {});
    return !signal.aborted;
  }
}
