import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, json, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { type Batch, type BatchChanges, isReadable, UnreadableBatchError } from './batch.js';

/** Nobody waits: another process that reads for the same reader will see to what is new. */
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

/** A process that freezes while it has a reader must not hold up what the others would keep. */
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
 * Has a reader until the transaction ends, which it must soon: it fails when its process does nothing in it for three
 * seconds. No keeper keeps anything for that reader in the meantime.
 */
export async function takeReaderBriefly(tx: Transaction, reader: string): Promise<void> {
  await tx.query(HOLD_BRIEFLY);
  await takeReader(tx, reader);
}

/** The same for what may take long, such as a rebuild. */
export async function takeReader(tx: Transaction, reader: string): Promise<void> {
  await TAKE_READER.row(tx, [reader]);
}

/** Keeps something that follows from the batches, and misses none. */
export interface Keeper {
  /** Its row of `feed_readers`, which its migration makes. */
  readonly reader: string;
  /** Keeps what follows from these batches; those of a lane are in order. In the transaction in which the cursor moves. */
  keep(transaction: Transaction, batches: readonly Batch[]): Promise<void>;
  /** What it kept is committed. */
  onKept?(): void;
}

const BATCHES_AT_ONCE = 100;

interface KeepOptions {
  /** Hears of each batch that cannot be read and is passed over, or it would hold up all that follow. */
  readonly onUnreadable?: (error: UnreadableBatchError) => void;
  /** Whether to stand in line while somebody else has the reader. */
  readonly waits?: boolean;
}

/**
 * Lets the keeper keep the next batches, exactly once in the database whatever dies when.
 * @returns whether there may be more; 'taken' while another process reads for it
 * @throws UnreadableBatchError where nobody hears of it
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
/** Those who set alerts take a reader one after the other: among many of them nobody finds it free. */
const TAKEN_AT_MOST = 3;
/** Between the beginnings of two rounds: however much is new, it is kept a few times a second, all of it together. */
const ROUND_MS = 200;

/** A keeper at work, in every process: whichever comes first keeps what is new. */
export class KeeperAtWork {
  private underWay: Promise<void> | null = null;
  private isWoken = false;
  private hasFailed = false;
  /** How often in a row somebody else had the reader. */
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

  /** Something is new: it is kept at once, unless something just was. */
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

  /** Waits for the next round. @returns false when there is to be none any more */
  private async isTime(): Promise<boolean> {
    const { signal } = this.ending;
    await pause(Math.max(0, this.nextRoundMs - performance.now()), undefined, { signal }).catch(() => {});
    return !signal.aborted;
  }
}
