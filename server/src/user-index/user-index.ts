import type pg from 'pg';
import { BOOK_CHANGES } from '../books/book-changes.js';
import { EXTENDED_ORDERS } from '../books/extended-orders.js';
import { int4, statement, text, uuid } from '../database/statement.js';
import type { FeedEntry } from '../feed/entry.js';
import { type Feed, readFeedPosition, type Subscriber } from '../feed/feed.js';
import { isUserIndexKept } from './rebuild-user-index.js';

/** The least recent are evicted first: then everyone waits until the consumer has passed their entries. */
const MAX_USERS = 20_000;
/** Changes of any server that are older than this must have been delivered here. */
const MAX_DELAY_MS = 1_000;
/**
 * The cursors of a stream are deleted once it was unused for two hours and all consumers have passed it
 * (`old-entries.ts`).
 */
const STREAM_KEPT_MS = 2 * 60 * 60_000;

/** The positions that all of these consumers have passed; zero where one has not begun. */
const READ_PASSED = statement({
  name: 'read-passed-by-user-index',
  text: `select asked.lane as stream, min(coalesce(passed.seq, 0)) as seq
         from unnest($1::uuid[]) as asked (lane)
         cross join feed_readers as consumer
         left join feed_cursors as passed on passed.reader = consumer.reader and passed.lane = asked.lane
         where consumer.reader = any($2::text[])
         group by asked.lane`,
  row: { stream: uuid, seq: int4 },
});

const COUNT_COPIED_ORDERS = statement({
  name: 'count-copied-open-orders',
  text: `select user_id as "userId", count(*)::int as orders
         from open_orders_of_users where user_id = any($1::text[]) group by user_id`,
  row: { userId: text, orders: int4 },
});

/** Entries by their streams: the last one of each. */
type Entries = Map<string, number>;

interface Options {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'subscribe' | 'isUpToDate'>;
  /** The consumers whose work the copies show: that of the copies, and the one that opens the deals of trades. */
  readonly consumers: readonly string[];
  /** A steady clock in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Knows when the copies of a user's open orders and trades are complete, on a distributed database. They follow the
 * feed (`UserIndexConsumer`), so after a user's order they lack it for a moment: then the shards are read instead.
 */
export class UserIndex implements Subscriber {
  /** The entries about users that the consumer may not have passed. */
  private readonly entriesOf = new Map<string, Entries>();
  /** The entries that may be about any user; null until they are read. */
  private entriesOfAll: Entries | null = null;
  private misses = 0;
  /** The last time that each stream had an entry here. */
  private readonly usedAtMs = new Map<string, number>();
  private isFollowing = false;

  constructor(private readonly options: Options) {}

  /** Begins to follow the feed. Until then no copies are complete. */
  async follow(): Promise<void> {
    await this.options.feed.subscribe(this);
    this.isFollowing = true;
  }

  onEntry({ stream, seq, changes }: FeedEntry): void {
    this.usedAtMs.set(stream, this.options.nowMs());
    const users = new Set([
      ...EXTENDED_ORDERS.in(changes).map(({ userId }) => userId),
      ...BOOK_CHANGES.in(changes).flatMap(({ orders, trades }) => [
        ...orders.map(({ userId }) => userId),
        ...trades.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
      ]),
    ]);
    for (const userId of users) {
      const entries = this.entriesOf.get(userId) ?? new Map<string, number>();
      // The users with the newest entries last.
      this.entriesOf.delete(userId);
      this.entriesOf.set(userId, add(entries, stream, seq));
    }
    this.evict();
  }

  onMissed(): void {
    this.entriesOfAll = null;
    this.misses += 1;
  }

  /**
   * True if the copies have everything about these users that this server knows, and what any server has committed a
   * second ago. If not, read the shards.
   */
  async isCompleteFor(...userIds: readonly string[]): Promise<boolean> {
    if (!this.isFollowing || !this.options.feed.isUpToDate(MAX_DELAY_MS)) {
      return false;
    }
    const { misses } = this;
    const entriesOfAll = this.entriesOfAll ?? (await this.readEntriesOfAll());
    const awaited = [entriesOfAll, ...userIds.flatMap((userId) => this.entriesOf.get(userId) ?? [])];
    const streams = [...new Set(awaited.flatMap((entries) => [...entries.keys()]))];
    if (streams.length > 0) {
      const rows = await READ_PASSED.rows(this.options.pool, [streams, this.options.consumers]);
      const passed = new Map(rows.map(({ stream, seq }) => [stream, seq]));
      for (const entries of awaited) {
        this.forgetPassed(entries, passed);
      }
    }
    for (const userId of userIds.filter((id) => this.entriesOf.get(id)?.size === 0)) {
      this.entriesOf.delete(userId);
    }
    return misses === this.misses && awaited.every(({ size }) => size === 0);
  }

  /** The numbers of open orders of these users; missing users have none. Null if the copies of one are incomplete. */
  async countOpenOrders(userIds: readonly string[]): Promise<ReadonlyMap<string, number> | null> {
    if (!(await this.isCompleteFor(...userIds))) {
      return null;
    }
    const rows = await COUNT_COPIED_ORDERS.rows(this.options.pool, [userIds]);
    return new Map(rows.map(({ userId, orders }) => [userId, orders]));
  }

  /** At the start, and after entries were missed: everything that is committed by now may be about anyone. */
  private async readEntriesOfAll(): Promise<Entries> {
    const { misses } = this;
    const position = await readFeedPosition(this.options.pool);
    for (const stream of position.keys()) {
      this.usedAtMs.set(stream, this.options.nowMs());
    }
    if (misses === this.misses) {
      this.entriesOfAll ??= position;
    }
    return this.entriesOfAll ?? position;
  }

  private forgetPassed(entries: Entries, passed: ReadonlyMap<string, number>): void {
    const oldMs = this.options.nowMs() - STREAM_KEPT_MS;
    for (const [stream, seq] of entries) {
      const position = passed.get(stream) ?? 0;
      const isDeleted = position === 0 && (this.usedAtMs.get(stream) ?? 0) < oldMs;
      if (position >= seq || isDeleted) {
        entries.delete(stream);
      }
    }
  }

  private evict(): void {
    for (const [userId, entries] of this.entriesOf) {
      if (this.entriesOf.size <= MAX_USERS) {
        return;
      }
      this.entriesOf.delete(userId);
      const entriesOfAll = this.entriesOfAll;
      if (entriesOfAll === null) {
        // They may be missing from what is being read.
        this.misses += 1;
        continue;
      }
      for (const [stream, seq] of entries) {
        add(entriesOfAll, stream, seq);
      }
    }
  }
}

function add(entries: Entries, stream: string, seq: number): Entries {
  return entries.set(stream, Math.max(seq, entries.get(stream) ?? 0));
}

/** True if there are complete copies of the orders and trades of a user. @param userIndex null where none are kept */
export async function hasCopiesOf(
  userIndex: Pick<UserIndex, 'isCompleteFor'> | null,
  userId: string,
): Promise<boolean> {
  return userIndex !== null && (await userIndex.isCompleteFor(userId));
}

/** Opens it where the copies are kept; null elsewhere. It follows nothing yet. */
export async function openUserIndex(options: Options): Promise<UserIndex | null> {
  return (await isUserIndexKept(options.pool)) ? new UserIndex(options) : null;
}
