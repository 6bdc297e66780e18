import type pg from 'pg';
import { int4, json, statement, uuid } from '../database/statement.js';
import { type Batch, type BatchChanges, isReadable, UnreadableBatchError } from './batch.js';

const POLL_EVERY_MS = 250;
const BATCHES_A_POLL = 200;
/**
 * Shorter than the retention of entries (`old-batches.ts`): a reader that pauses for longer may miss entries without
 * noticing.
 */
const SURELY_KEPT_MS = 30 * 60_000;

const READ_POSITION = statement({
  name: 'read-feed-position',
  text: `select lane, newest.seq from lanes
         cross join lateral (
           select batch.seq from batches as batch where batch.lane = lanes.lane order by batch.seq desc limit 1
         ) as newest`,
  row: { lane: uuid, seq: int4 },
});

const READ_NEW_BATCHES = statement({
  name: 'read-new-batches',
  text: `select lanes.lane, fresh.seq, fresh.changes
         from lanes
         cross join lateral (
           select batch.seq, batch.changes from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(($2::int4[])[array_position($1::uuid[], lanes.lane)], 0)
           order by batch.seq limit $3
         ) as fresh
         order by lanes.lane, fresh.seq limit $3`,
  row: { lane: uuid, seq: int4, changes: json<BatchChanges>() },
});

/** In-memory subscriber: starts at the current position and refetches after a gap. */
export interface Follower {
  /** Every entry once, each stream in order. Of two states of a book, the higher `seq` is newer. */
  onBatch(batch: Batch): void;
  /** Entries were missed that cannot be delivered any longer. */
  onMissed(): void;
}

/**
 * Delivers the entries of all processes to this process's subscribers: its own right after their commit, others' by
 * polling while there are subscribers. The table is the source of truth; direct delivery is only faster.
 */
export class Feed {
  private readonly followers = new Set<Follower>();
  /** The last delivered entry of each stream. */
  private position = new Map<string, number>();
  private started: Promise<void> | null = null;
  private polling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private hasFailed = false;
  /** Everything committed before this time has been delivered (performance.now). */
  private readUpToMs = Number.NEGATIVE_INFINITY;
  private doubtedAtMs = Number.NEGATIVE_INFINITY;
  /** The last read of the table by the wall clock, which continues while a machine sleeps. */
  private lastReadAtMs = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * Subscribes to all entries committed after this call.
   * @returns a function that unsubscribes
   * @throws when the database does not answer
   */
  async follow(follower: Follower): Promise<() => void> {
    this.started ??= this.start();
    try {
      await this.started;
    } catch (error) {
      this.started = null;
      throw error;
    }
    this.followers.add(follower);
    return () => {
      this.followers.delete(follower);
    };
  }

  /** True if everything committed by any process that long ago has been delivered. */
  isUpToDate(withinMs: number): boolean {
    return this.readUpToMs > this.doubtedAtMs && performance.now() - this.readUpToMs <= withinMs;
  }

  /**
   * Reports that a batch of this process may be committed but was not delivered. The feed counts as up to date again
   * after the next poll.
   */
  doubt(): void {
    this.doubtedAtMs = performance.now();
  }

  /** Delivers a batch of this process after its commit. */
  handOver(batch: Batch): void {
    const last = this.position.get(batch.lane) ?? 0;
    if (!this.timer || batch.seq <= last) {
      return;
    }
    if (batch.seq > last + 1) {
      // An entry was committed while the feed started. It arrives with the next poll, too late for callers that know
      // the answer to this batch.
      this.tell((follower) => follower.onMissed());
    }
    this.pass(batch);
  }

  /** Delivers new entries now, for callers that cannot wait for the next poll. */
  poll(): Promise<void> {
    this.polling = this.polling.then(() => this.readNew());
    return this.polling;
  }

  async close(): Promise<void> {
    if (this.timer) {
      clearInterval(this.timer);
    }
    this.timer = null;
    this.followers.clear();
    await this.polling;
  }

  private async start(): Promise<void> {
    const beganAtMs = performance.now();
    const rows = await READ_POSITION.rows(this.pool);
    this.position = new Map(rows.map(({ lane, seq }) => [lane, seq]));
    this.timer = setInterval(() => void this.poll(), POLL_EVERY_MS);
    this.timer.unref();
    this.readUpToMs = beganAtMs;
    this.lastReadAtMs = Date.now();
  }

  private async readNew(): Promise<void> {
    const beganAtMs = performance.now();
    const readAtMs = Date.now();
    try {
      for (let isMore = this.timer !== null; isMore; ) {
        const lanes = [...this.position.keys()];
        const rows = await READ_NEW_BATCHES.rows(this.pool, [
          lanes,
          [...this.position.values()],
          BATCHES_A_POLL,
        ]);
        for (const row of rows) {
          this.passRead(row);
        }
        isMore = rows.length === BATCHES_A_POLL;
      }
      // If the clock was set back, the elapsed time is unknown.
      if (Math.abs(readAtMs - this.lastReadAtMs) > SURELY_KEPT_MS) {
        this.tell((follower) => follower.onMissed());
      }
      this.hasFailed = false;
      this.readUpToMs = beganAtMs;
      this.lastReadAtMs = readAtMs;
    } catch (error) {
      if (!this.hasFailed) {
        this.onFailure(error);
      }
      this.hasFailed = true;
    }
  }

  private passRead(batch: Batch): void {
    const last = this.position.get(batch.lane);
    // While the table was being read, this process may have delivered more of its own entries.
    if (last !== undefined && batch.seq <= last) {
      return;
    }
    if (last !== undefined && batch.seq > last + 1) {
      this.tell((follower) => follower.onMissed());
    }
    if (isReadable(batch)) {
      this.pass(batch);
      return;
    }
    this.position.set(batch.lane, batch.seq);
    this.tell((follower) => follower.onMissed());
    this.onFailure(new UnreadableBatchError(batch));
  }

  private pass(batch: Batch): void {
    this.position.set(batch.lane, batch.seq);
    this.tell((follower) => follower.onBatch(batch));
  }

  private tell(what: (follower: Follower) => void): void {
    for (const follower of this.followers) {
      try {
        what(follower);
      } catch (error) {
        this.onFailure(error);
      }
    }
  }
}
