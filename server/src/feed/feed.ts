import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { isDistributed, placedStatement } from '../database/citus.js';
import { int4, json, statement, uuid } from '../database/statement.js';
import { inTurn } from '../process/in-turn.js';
import { AnnouncedEntries } from './announced-entries.js';
import type { EntryChanges } from './change-kind.js';
import { type FeedEntry, isReadable, UnreadableEntryError } from './entry.js';
import { FeedStream } from './feed-stream.js';

const POLL_EVERY_MS = 250;
/** Looks for announcements, which costs less. */
const LOOK_EVERY_MS = 100;
const ENTRIES_A_POLL = 200;
/**
 * Shorter than the retention of entries (`old-entries.ts`): a reader that pauses for longer may miss entries without
 * noticing.
 */
const SURELY_KEPT_MS = 30 * 60_000;
const FORGET_EVERY_MS = 10 * 60_000;

const READ_POSITION = placedStatement({
  name: 'read-feed-position',
  text: `select lane as stream, newest.seq from lanes
         cross join lateral (
           select batch.seq from batches as batch where batch.lane = lanes.lane order by batch.seq desc limit 1
         ) as newest`,
  distributedText: 'select lane as stream, max(seq) as seq from batches group by lane',
  row: { stream: uuid, seq: int4 },
});

const READ_NEW_ENTRIES = statement({
  name: 'read-new-feed-entries',
  text: `with known as materialized (select lane, seq from unnest($1::uuid[], $2::int4[]) as position (lane, seq))
         select lanes.lane as stream, fresh.seq, fresh.changes
         from lanes left join known on known.lane = lanes.lane
         cross join lateral (
           select batch.seq, batch.changes from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(known.seq, 0)
           order by batch.seq limit $3
         ) as fresh
         order by lanes.lane, fresh.seq limit $3`,
  row: { stream: uuid, seq: int4, changes: json<EntryChanges>() },
});

const NOT_IN_LANES = 'not exists (select from lanes where lanes.lane = known.lane)';

/** On a distributed database, announcements end with their row in `lanes`, and a poll must wait for no shard. */
const FIND_ENDED_STREAMS = placedStatement({
  name: 'find-ended-feed-streams',
  text: `select known.lane as stream from unnest($1::uuid[]) as known (lane)
         where ${NOT_IN_LANES} and not exists (select from batches as batch where batch.lane = known.lane)`,
  distributedText: `select known.lane as stream from unnest($1::uuid[]) as known (lane) where ${NOT_IN_LANES}`,
  row: { stream: uuid },
});

/** The newest entry of each stream in the table. */
export async function readFeedPosition(pool: pg.Pool): Promise<Map<string, number>> {
  const rows = await READ_POSITION.on(pool).rows(pool);
  return new Map(rows.map(({ stream, seq }) => [stream, seq]));
}

/** In-memory subscriber: starts at the current position and refetches after a gap. */
export interface Subscriber {
  /** Every entry once, each stream in order. Of two states of a book, the higher `seq` is newer. */
  onEntry(entry: FeedEntry, isOwn: boolean): void;
  /** Entries were missed that cannot be delivered any longer. */
  onMissed(): void;
}

export interface FeedOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The one read of the feed in a process. Delivers the entries of all processes to its subscribers: its own right after
 * their commit, as they are; others' by polling while there are subscribers, with their payload checked. The table is
 * the source of truth; direct delivery is only faster.
 */
export class Feed {
  private readonly subscribers = new Set<Subscriber>();
  /** The last delivered entry of each stream. */
  private position = new Map<string, number>();
  /** The streams of this process: their next entry has to follow the last one, however long ago that was. */
  private readonly own = new Set<string>();
  private forgotAtMs = 0;
  private started: Promise<void> | null = null;
  private polling: Promise<void> = Promise.resolve();
  private readonly readInTurn = inTurn(() => this.readNew());
  private timer: NodeJS.Timeout | null = null;
  private hasFailed = false;
  /** Everything committed before this time of the steady clock has been delivered, but for late entries of a shard. */
  private readUpToMs = Number.NEGATIVE_INFINITY;
  private doubtedAtMs = Number.NEGATIVE_INFINITY;
  /** The last read of the table by the wall clock, which continues while a machine sleeps. */
  private lastReadAtMs = 0;
  private readonly announced: AnnouncedEntries;

  constructor(private readonly options: FeedOptions) {
    this.announced = new AnnouncedEntries(options.pool, ENTRIES_A_POLL, () => options.clock.steadyMs());
  }

  /** A new stream for a writer of this process. */
  newStream(): FeedStream {
    return new FeedStream(this.options.newId());
  }

  /**
   * Subscribes to all entries committed after this call.
   * @returns a function that unsubscribes
   * @throws when the database does not answer
   */
  async subscribe(subscriber: Subscriber): Promise<() => void> {
    this.started ??= this.start();
    try {
      await this.started;
    } catch (error) {
      this.started = null;
      throw error;
    }
    this.subscribers.add(subscriber);
    return () => {
      this.subscribers.delete(subscriber);
    };
  }

  /** True if everything committed by any process that long ago has been delivered. */
  isUpToDate(withinMs: number): boolean {
    return this.readUpToMs > this.doubtedAtMs && this.options.clock.steadyMs() - this.readUpToMs <= withinMs;
  }

  /**
   * Reports that an entry of this process may be committed but was not delivered. The feed counts as up to date again
   * after the next poll.
   */
  doubt(): void {
    this.doubtedAtMs = this.options.clock.steadyMs();
  }

  /** Delivers an entry of this process after its commit. */
  handOver(entry: FeedEntry): void {
    const last = this.position.get(entry.stream) ?? 0;
    if (!this.timer || entry.seq <= last) {
      return;
    }
    if (entry.seq > last + 1) {
      // An entry was committed while the feed started. It arrives with the next poll, too late for callers that know
      // the answer to this one's orders.
      this.reportMissed();
    }
    this.own.add(entry.stream);
    this.deliver(entry, true);
  }

  /** Delivers new entries now, for callers that cannot wait for the next poll. */
  poll(): Promise<void> {
    this.polling = this.readInTurn();
    return this.polling;
  }

  async close(): Promise<void> {
    if (this.timer) {
      clearInterval(this.timer);
    }
    this.timer = null;
    this.subscribers.clear();
    await this.polling;
  }

  private async start(): Promise<void> {
    const beganAtMs = this.options.clock.steadyMs();
    const { pool } = this.options;
    this.position = await readFeedPosition(pool);
    this.timer = setInterval(() => void this.poll(), isDistributed(pool) ? LOOK_EVERY_MS : POLL_EVERY_MS);
    this.timer.unref();
    this.readUpToMs = beganAtMs;
    this.forgotAtMs = beganAtMs;
    this.lastReadAtMs = this.options.clock.wallMs();
  }

  private async readNew(): Promise<void> {
    const beganAtMs = this.options.clock.steadyMs();
    const readAtMs = this.options.clock.wallMs();
    try {
      for (let isMore = this.timer !== null; isMore; ) {
        const rows = await this.readRows();
        for (const row of rows) {
          this.deliverRead(row);
        }
        if (this.announced.failure !== null) {
          throw this.announced.failure;
        }
        isMore = rows.length === ENTRIES_A_POLL;
      }
      await this.forgetEnded(beganAtMs);
      // If the clock was set back, the elapsed time is unknown.
      if (Math.abs(readAtMs - this.lastReadAtMs) > SURELY_KEPT_MS) {
        this.reportMissed();
      }
      this.hasFailed = false;
      this.readUpToMs = beganAtMs;
      this.lastReadAtMs = readAtMs;
    } catch (error) {
      if (!this.hasFailed) {
        this.options.onFailure(error);
      }
      this.hasFailed = true;
    }
  }

  private readRows(): Promise<FeedEntry[]> {
    const { pool } = this.options;
    const { position } = this;
    return isDistributed(pool)
      ? this.announced.read(position)
      : READ_NEW_ENTRIES.rows(pool, [[...position.keys()], [...position.values()], ENTRIES_A_POLL]);
  }

  /** Every stream of the position costs time in each poll. */
  private async forgetEnded(nowMs: number): Promise<void> {
    const { pool } = this.options;
    if (this.timer === null || nowMs - this.forgotAtMs < FORGET_EVERY_MS) {
      return;
    }
    this.forgotAtMs = nowMs;
    const others = [...this.position.keys()].filter((stream) => !this.own.has(stream));
    for (const { stream } of await FIND_ENDED_STREAMS.on(pool).rows(pool, [others])) {
      this.position.delete(stream);
    }
  }

  private deliverRead(entry: FeedEntry): void {
    const last = this.position.get(entry.stream);
    // While the table was being read, this process may have delivered more of its own entries.
    if (last !== undefined && entry.seq <= last) {
      return;
    }
    if (last !== undefined && entry.seq > last + 1) {
      this.reportMissed();
    }
    if (isReadable(entry)) {
      this.deliver(entry, false);
      return;
    }
    this.position.set(entry.stream, entry.seq);
    this.reportMissed();
    this.options.onFailure(new UnreadableEntryError(entry));
  }

  private deliver(entry: FeedEntry, isOwn: boolean): void {
    this.position.set(entry.stream, entry.seq);
    this.notify((subscriber) => subscriber.onEntry(entry, isOwn));
  }

  private reportMissed(): void {
    this.notify((subscriber) => subscriber.onMissed());
  }

  private notify(each: (subscriber: Subscriber) => void): void {
    for (const subscriber of this.subscribers) {
      try {
        each(subscriber);
      } catch (error) {
        this.options.onFailure(error);
      }
    }
  }
}
