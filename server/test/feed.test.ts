import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BOOK_CHANGES, type BookChange } from '../src/books/book-changes.js';
import type { Clock } from '../src/clock/clock.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { type Transaction, transaction } from '../src/database/transaction.js';
import { AnnouncedEntries } from '../src/feed/announced-entries.js';
import { consumeNext } from '../src/feed/consume.js';
import type { Consumer } from '../src/feed/consumer.js';
import { Consumers } from '../src/feed/consumers.js';
import { type FeedEntry, UnreadableEntryError } from '../src/feed/entry.js';
import '../src/identity/changed-sessions.js';
import { type Feed, readFeedPosition } from '../src/feed/feed.js';
import { FeedStream } from '../src/feed/feed-stream.js';
import { deleteOldEntries } from '../src/feed/old-entries.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { consumeAll, insertEntries, openFeed } from './consumers.js';
import { buildProducts, buildTraders, moved, openEngine, order, smallGroups } from './market.js';
import { countWaiting, createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;
let productId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  [productId = 0] = await buildProducts(database, ['Feed Runner']);
  await buildTraders(database, 'ann', 'bob', 'cid');
  // Only the consumers of these tests read here.
  await database.pool.query('delete from feed_readers');
});

afterAll(() => database.close());

const failOnFailure = (error: unknown) => {
  throw error;
};

/** Subscribes to a feed that polls only when a test does. */
async function subscribe(feed: Feed, subscriber: Parameters<Feed['subscribe']>[0]): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    await feed.subscribe(subscriber);
  } finally {
    vi.useRealTimers();
  }
}

/** A feed of a process, and what its subscriber receives. It polls only when a test does. */
async function followFeed(clock: Clock = SYSTEM_CLOCK) {
  const feed = openFeed(database.pool, failOnFailure, clock);
  const seen: FeedEntry[] = [];
  let missed = 0;
  await subscribe(feed, {
    onEntry: (entry) => seen.push(entry),
    onMissed: () => {
      missed += 1;
    },
  });
  return {
    feed,
    seen,
    books: () => seen.flatMap(({ changes }) => BOOK_CHANGES.in(changes)),
    missed: () => missed,
  };
}

/** An engine whose batches are handed to the feed, as in a healthy process. */
function engineOf(feed: Feed): MatchingEngine {
  return openEngine(database, { onBatch: (batch) => feed.handOver(batch) });
}

function ask(userId: string, dollars: number) {
  return order('ask', userId, dollars, { productId });
}

function bid(userId: string, dollars: number) {
  return order('bid', userId, dollars, { productId });
}

describe('a batch', () => {
  it('reports the state of its book, and what became of orders and users', async () => {
    const { feed, books } = await followFeed();
    const engine = engineOf(feed);
    await engine.submit(ask('ann', 300));
    await engine.submit(ask('bob', 290));
    await engine.submit(bid('cid', 295));
    await openOrderCanceller(database.pool, engine)('ann');
    await Promise.all([engine.close(), feed.close()]);

    const book = { productId, size: '9', highestBidCents: null, openBids: 0 };
    expect(books().map(({ atMs, ...change }) => change)).toEqual([
      {
        ...book,
        seq: 1,
        lowestAskCents: 30_000,
        openAsks: 1,
        trades: [],
        outbid: [],
        orders: [{ seq: 1, userId: 'ann', side: 'ask', status: 'open', priceCents: 30_000 }],
      },
      {
        ...book,
        seq: 2,
        lowestAskCents: 29_000,
        openAsks: 2,
        trades: [],
        orders: [{ seq: 2, userId: 'bob', side: 'ask', status: 'open', priceCents: 29_000 }],
        outbid: [{ seq: 1, userId: 'ann', side: 'ask', bestCents: 29_000 }],
      },
      {
        ...book,
        seq: 3,
        lowestAskCents: 30_000,
        openAsks: 1,
        outbid: [],
        orders: [
          { seq: 3, userId: 'cid', side: 'bid', status: 'traded' },
          { seq: 2, userId: 'bob', side: 'ask', status: 'traded' },
        ],
        trades: [
          {
            id: expect.any(String),
            seq: 3,
            askSeq: 2,
            bidSeq: 3,
            sellerId: 'bob',
            buyerId: 'cid',
            priceCents: 29_000,
          },
        ],
      },
      {
        ...book,
        seq: 4,
        lowestAskCents: null,
        openAsks: 0,
        trades: [],
        outbid: [],
        orders: [
          { seq: 1, userId: 'ann', side: 'ask', status: 'cancelled', reason: 'platform', closedSeq: 4 },
        ],
      },
    ]);
  });

  it('with refusals only leaves no row', async () => {
    const { feed, seen } = await followFeed();
    const engine = engineOf(feed);
    const answer = await engine.submit(order('buy', 'cid', 100, { productId }));
    expect(answer).toEqual({ kind: 'refused', code: 'no-asks' });
    await Promise.all([feed.poll(), engine.close()]);
    await feed.close();
    expect(seen).toEqual([]);
  });
});

describe('a subscriber of the feed', () => {
  it('receives a batch of its own process before the order is answered', async () => {
    const { feed, books } = await followFeed();
    const engine = engineOf(feed);
    for (const dollars of [400, 401, 402]) {
      await engine.submit(ask('ann', dollars));
      expect(books().at(-1)?.orders[0]?.userId).toBe('ann');
    }
    expect(books()).toHaveLength(3);
    await feed.poll();
    expect(books(), 'none twice').toHaveLength(3);
    await openOrderCanceller(database.pool, engine)('ann');
    await Promise.all([engine.close(), feed.close()]);
  });

  it('receives every batch of a process that died between commit and announcement, in order', async () => {
    const { feed, seen, books, missed } = await followFeed();
    const silent = openEngine(database);
    const other = engineOf(feed);
    for (let round = 0; round < 5; round += 1) {
      await silent.submit(ask('ann', 500 + round));
      await other.submit(ask('bob', 600 + round));
    }
    await feed.poll();
    expect(
      books()
        .map(({ seq }) => seq)
        .sort((a, b) => a - b),
    ).toEqual(consecutive(books()));
    for (const stream of new Set(seen.map((entry) => entry.stream))) {
      expect(seen.filter((entry) => entry.stream === stream).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    }
    await openOrderCanceller(database.pool, silent)('ann');
    await openOrderCanceller(database.pool, silent)('bob');
    await silent.close();
    await feed.poll();
    expect(books().at(-1)).toMatchObject({ openAsks: 0, lowestAskCents: null });
    expect(missed()).toBe(0);
    await Promise.all([other.close(), feed.close()]);
  });

  it('starts at the current position, and learns when unread rows are gone', async () => {
    const silent = openEngine(database);
    await silent.submit(ask('ann', 700));
    const { feed, seen, missed } = await followFeed();
    await feed.poll();
    expect(seen).toEqual([]);
    await silent.submit(ask('ann', 701));
    await database.pool.query('delete from batches');
    await silent.submit(ask('ann', 702));
    await feed.poll();
    expect(seen.map(({ seq }) => seq)).toEqual([3]);
    expect(missed()).toBe(1);
    await openOrderCanceller(database.pool, silent)('ann');
    await Promise.all([silent.close(), feed.close()]);
  });

  it('receives an entry once that a poll has read before its own process hands it over', async () => {
    const { feed, books } = await followFeed();
    const late: FeedEntry[] = [];
    const engine = openEngine(database, { onBatch: (batch) => late.push(batch) });
    await engine.submit(ask('ann', 750));
    await feed.poll();
    for (const batch of late) {
      feed.handOver(batch);
    }
    expect([late.length, books().length]).toEqual([1, 1]);
    await openOrderCanceller(database.pool, engine)('ann');
    await Promise.all([engine.close(), feed.close()]);
  });

  it('reads once for all polls that wait for a database that does not answer', async () => {
    const { feed } = await followFeed();
    await feed.poll();
    let release = () => {};
    const answer = new Promise<void>((resolve) => {
      release = resolve;
    });
    const query = database.pool.query.bind(database.pool) as (statement: unknown) => unknown;
    const queries = vi.spyOn(database.pool, 'query').mockImplementation((async (statement: unknown) => {
      await answer;
      return query(statement);
    }) as never);
    const first = feed.poll();
    await vi.waitFor(() => expect(queries).toHaveBeenCalledTimes(1), 60_000);
    // A cluster has announcements, which each poll reads before the entries.
    const queriesOfPoll = isOnCluster() ? 2 : 1;
    const later = Array.from({ length: 50 }, () => feed.poll());
    release();
    await Promise.all([first, ...later]);
    // A later poll must have what was committed after the read in progress began.
    expect(queries).toHaveBeenCalledTimes(2 * queriesOfPoll);
    queries.mockRestore();
    await feed.close();
  });

  it('receives every entry though another subscriber throws', async () => {
    const failures: unknown[] = [];
    const feed = openFeed(database.pool, (error) => failures.push(error));
    const fault = new Error('this follower is broken');
    const seen: FeedEntry[] = [];
    let missed = 0;
    await subscribe(feed, {
      onEntry() {
        throw fault;
      },
      onMissed() {
        throw fault;
      },
    });
    await subscribe(feed, { onEntry: (entry) => seen.push(entry), onMissed: () => (missed += 1) });
    const silent = openEngine(database);
    await silent.submit(ask('ann', 760));
    await feed.poll();
    await silent.submit(ask('ann', 761));
    await database.pool.query('delete from batches');
    await silent.submit(ask('ann', 762));
    await feed.poll();
    expect([seen.length, missed, failures]).toEqual([2, 1, [fault, fault, fault]]);
    await openOrderCanceller(database.pool, silent)('ann');
    await Promise.all([silent.close(), feed.close()]);
  });

  // A distributed feed reads announcements.
  const test = it.skipIf(isOnCluster());

  test('forgets streams that are over, and neither its own nor those that have entries', async () => {
    let steadyMs = 0;
    const { feed, seen, missed } = await followFeed({ ...SYSTEM_CLOCK, steadyMs: () => steadyMs });
    const query = vi.spyOn(database.pool, 'query');
    const known = async () => {
      await feed.poll();
      const reads = query.mock.calls.map(([config]) => config as unknown as pg.QueryConfig);
      const read = reads.findLast(({ name }) => name === 'read-new-feed-entries');
      return String(read?.values?.[0]);
    };
    const [over, quiet] = [await insertEntries(database, [{}]), await insertEntries(database, [{}])];
    const own = feed.newStream();
    const say = async () => {
      const entry = own.next({});
      await transaction(database.pool, (tx) => own.save(tx, entry));
      own.committed(entry);
      feed.handOver(entry);
      return entry.stream;
    };
    const ownId = await say();
    await feed.poll();
    await database.pool.query('delete from lanes');
    await database.pool.query('delete from batches where lane <> $1', [quiet]);
    expect(await known()).toContain(over);
    steadyMs += 3_600_000;
    await feed.poll();
    const after = await known();
    expect([over, quiet, ownId].map((id) => after.includes(id))).toEqual([false, true, true]);
    await say();
    await feed.poll();
    expect([seen.length, missed()]).toEqual([4, 0]);
    query.mockRestore();
    await feed.close();
    await database.pool.query('delete from batches');
    await database.pool.query('delete from lanes');
  });

  it('counts entries as missed when it could not read for so long that rows may be gone', async () => {
    let wallMs = 0;
    const { feed, missed } = await followFeed({ ...SYSTEM_CLOCK, wallMs: () => wallMs });
    await feed.poll();
    expect(missed()).toBe(0);
    wallMs = 45 * 60_000;
    await feed.poll();
    await feed.poll();
    expect(missed()).toBe(1);
    wallMs = 0;
    await feed.poll();
    expect(missed(), 'how long it has not read is unknown when the clock was put back').toBe(2);
    await feed.close();
  });
});

/** Consecutive numbers from the lowest of the book's. */
function consecutive(books: readonly BookChange[]): number[] {
  const first = Math.min(...books.map(({ seq }) => seq));
  return books.map((_, index) => first + index);
}

describe('a consumer', () => {
  /** Notes each book's number; a number noted twice fails. */
  class Notes implements Consumer {
    readonly name = 'test notes';
    rounds = 0;

    constructor(private readonly fault: (tx: Transaction, round: number) => Promise<void> = async () => {}) {}

    wants(): boolean {
      return true;
    }

    async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
      this.rounds += 1;
      for (const { changes } of entries) {
        for (const { seq } of BOOK_CHANGES.in(changes)) {
          await tx.query('insert into notes (seq) values ($1)', [seq]);
        }
      }
      await this.fault(tx, this.rounds);
    }
  }

  beforeAll(async () => {
    await database.pool.query('create table notes (seq integer primary key)');
    // The real consumers do not read here, so nothing would ever be deleted.
    await database.pool.query('delete from feed_readers');
    await database.pool.query("insert into feed_readers values ('test notes')");
  });

  async function expectAllNoted(): Promise<void> {
    const { rows: inBatches } = await database.pool.query<{ seq: number }>(
      `select (jsonb_array_elements(changes->'books')->>'seq')::int as seq from batches`,
    );
    const { rows: noted } = await database.pool.query<{ seq: number }>('select seq from notes');
    const all = new Set(noted.map(({ seq }) => seq));
    expect(
      inBatches.filter(({ seq }) => !all.has(seq)),
      'books that were not noted',
    ).toEqual([]);
  }

  /** Starts it as in a process of its own. */
  async function startNotes(feed: Feed, notes: Notes, roundMs: number): Promise<Consumers> {
    const options = { pool: database.pool, feed, consumers: [notes], onFailure: failOnFailure, roundMs };
    const consumers = new Consumers(options);
    await consumers.start();
    return consumers;
  }

  /** So that what earlier tests have deleted does not count. */
  async function consumeUpToHere(): Promise<void> {
    await consumeNext(database.pool, new Notes());
  }

  it('keeps every batch once, though it fails and its connection dies in the middle', async () => {
    await consumeUpToHere();
    const engine = openEngine(database);
    const faults = new Notes(async (tx, round) => {
      if (round === 1) {
        throw new Error('the disk is full');
      }
      if (round === 2) {
        await tx.query('select pg_terminate_backend(pg_backend_pid())');
      }
    });
    await engine.submit(ask('ann', 800));
    await expect(consumeNext(database.pool, faults)).rejects.toThrow('the disk is full');
    await engine.submit(ask('ann', 801));
    await expect(consumeNext(database.pool, faults)).rejects.toThrow();
    await engine.submit(bid('bob', 801));
    expect(await consumeNext(database.pool, faults)).toBe(false);
    await expectAllNoted();
    expect(faults.rounds).toBe(3);
    await consumeNext(database.pool, faults);
    expect(faults.rounds, 'nothing is new').toBe(3);
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('whose process freezes loses its transaction, and with it the reader, after three seconds', async () => {
    await consumeUpToHere();
    const engine = openEngine(database);
    await engine.submit(ask('ann', 740));
    let timeout: unknown;
    const frozen = new Notes(async (tx) => {
      timeout = (await tx.query('show idle_in_transaction_session_timeout')).rows[0];
      await expect
        .poll(() => consumeNext(database.pool, new Notes()), { timeout: 60_000, interval: 200 })
        .not.toBe('taken');
    });
    await expect(consumeNext(database.pool, frozen)).rejects.toThrow();
    expect(timeout).toEqual({ idle_in_transaction_session_timeout: '3s' });
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('of several processes keeps each batch once, while orders keep coming', async () => {
    const feeds = [1, 2, 3].map(() => openFeed(database.pool, failOnFailure));
    const processes = await Promise.all(feeds.map((feed) => startNotes(feed, new Notes(), 0)));
    const engines = feeds.slice(1).map(engineOf);
    await Promise.all(
      engines.flatMap((engine, index) =>
        Array.from({ length: 40 }, (_, place) =>
          engine.submit(ask(index === 0 ? 'ann' : 'bob', 900 + place)),
        ),
      ),
    );
    await Promise.all(processes.map((consumers) => consumers.close()));
    await consumeAll(database, new Notes());
    await expectAllNoted();
    await Promise.all([...engines, ...feeds].map((each) => each.close()));
  });

  it('keeps what is new at once, and what follows together, however often it is woken', async () => {
    await consumeUpToHere();
    const notes = new Notes();
    const feed = openFeed(database.pool, failOnFailure);
    const consumers = await startNotes(feed, notes, 300);
    const engine = engineOf(feed);
    const beganAt = performance.now();
    for (let dollars = 700; dollars < 720; dollars += 1) {
      await engine.submit(ask('ann', dollars));
    }
    await vi.waitFor(expectAllNoted, { timeout: 30_000 });
    const rounds = Math.ceil((performance.now() - beganAt) / 300) + 1;
    expect(notes.rounds).toBeLessThanOrEqual(rounds);
    await Promise.all([consumers.close(), feed.close()]);
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('queues for its row while others lock it one after the other', async () => {
    await consumeUpToHere();
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query("select from feed_readers where reader = 'test notes' for update");
    const engine = openEngine(database);
    await engine.submit(ask('ann', 730));
    const feed = openFeed(database.pool, failOnFailure);
    const consumers = await startNotes(feed, new Notes(), 1);
    await expect.poll(() => countWaiting(database.healthPool)).toBe(1);
    await other.query('commit');
    other.release();
    await vi.waitFor(expectAllNoted, { timeout: 30_000 });
    await Promise.all([consumers.close(), feed.close()]);
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it.each([
    ['nothing', null],
    ['no list of books', { books: {} }],
    ['a book without its trades', { books: [{ productId: 1, size: '9' }] }],
    ['no list of whose sessions have changed', { sessionsOf: 'ann' }],
    ['no text', ['books']],
  ])('skips an entry with %s, reports it, and processes what follows', async (_what, changes) => {
    await consumeUpToHere();
    const reported: string[] = [];
    const feed = openFeed(database.pool, (error) => reported.push((error as Error).name));
    let missed = 0;
    const seen: FeedEntry[] = [];
    await feed.subscribe({ onEntry: (entry) => seen.push(entry), onMissed: () => (missed += 1) });
    const stream = await insertEntries(database, [changes]);
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_100));
    await expect(consumeNext(database.pool, new Notes())).rejects.toThrow(UnreadableEntryError);
    await consumeNext(database.pool, new Notes(), { onUnreadable: (error) => reported.push(error.name) });
    await feed.poll();
    await feed.close();
    expect(reported).toEqual(['UnreadableEntryError', 'UnreadableEntryError']);
    expect([missed, seen.flatMap(({ changes }) => BOOK_CHANGES.in(changes)).length]).toEqual([1, 1]);
    await database.pool.query('delete from batches where lane = $1', [stream]);
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await consumeUpToHere();
  });

  it('that has read some entries of a stream keeps the later ones from being forgotten', async () => {
    await consumeUpToHere();
    const engine = openEngine(database);
    await engine.submit(ask('cid', 990));
    await consumeNext(database.pool, new Notes());
    await engine.submit(ask('cid', 991));
    await database.pool.query(`update batches set ${moved('at', "- interval '2 hours'")}`);
    await deleteOldEntries(database.pool);
    const { rows } = await database.pool.query('select seq from batches order by seq');
    expect(rows).toEqual([{ seq: 2 }]);
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await consumeNext(database.pool, new Notes());
    await expectAllNoted();
    await database.pool.query(`update batches set ${moved('at', "- interval '2 hours'")}`);
    await deleteOldEntries(database.pool);
    await database.pool.query('delete from lanes');
    await database.pool.query('delete from feed_cursors');
  });

  it('keeps batches from being deleted until it has passed them', async () => {
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_000));
    await database.pool.query(`update batches set ${moved('at', "- interval '2 hours'")}`);
    await database.pool.query("update lanes set seen_at = seen_at - interval '3 hours'");
    const rows = async () =>
      (
        await database.pool.query<{ batches: number; lanes: number; cursors: number }>(
          `select (select count(*)::int from batches) as batches, (select count(*)::int from lanes) as lanes,
             (select count(*)::int from feed_cursors) as cursors`,
        )
      ).rows[0];
    await deleteOldEntries(database.pool);
    expect(await rows()).toMatchObject({ batches: 1, lanes: 1 });
    await consumeNext(database.pool, new Notes());
    await expectAllNoted();
    await deleteOldEntries(database.pool);
    expect(await rows()).toEqual({ batches: 0, lanes: 0, cursors: 0 });

    // The stream was quiet, not over.
    await engine.submit(ask('cid', 1_001));
    await consumeNext(database.pool, new Notes());
    expect(await rows()).toMatchObject({ batches: 1, lanes: 1 });
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await consumeNext(database.pool, new Notes());
  });

  it('has old entries deleted a few thousand at a time, and none that it has not passed', async () => {
    await consumeUpToHere();
    const stream = randomUUID();
    await database.pool.query('insert into lanes values ($1, now())', [stream]);
    await database.pool.query(`insert into feed_cursors values ('test notes', $1, 11000)`, [stream]);
    await database.pool.query(
      `insert into batches select $1, seq, 1, '{}', now() - interval '2 hours' from generate_series(1, 12000) as seq`,
      [stream],
    );
    const deleted: number[] = [];
    const query = database.pool.query.bind(database.pool) as (
      ...values: unknown[]
    ) => Promise<pg.QueryResult>;
    const pool = Object.assign(Object.create(database.pool), {
      async query(...values: unknown[]) {
        const result = await query(...values);
        deleted.push(result.command === 'DELETE' ? (result.rowCount ?? 0) : 0);
        return result;
      },
    });
    await deleteOldEntries(pool);
    expect(Math.max(...deleted)).toBe(isOnCluster() ? 11_000 : 5_000);
    const { rows } = await database.pool.query(
      "select min(seq), count(*)::int from batches where changes = '{}'",
    );
    expect(rows).toEqual([{ min: 11_001, count: 1_000 }]);
    await database.pool.query("delete from batches where changes = '{}'");
  });

  it('reads the stream of a server whose clock was ahead and is put back, also after two quiet hours', async () => {
    await consumeUpToHere();
    const { feed, books } = await followFeed();
    const engine = openEngine(database);
    vi.setSystemTime(Date.now() + 3 * 60 * 60_000);
    await engine.submit(ask('cid', 1_010));
    vi.useRealTimers();
    await consumeNext(database.pool, new Notes());
    await feed.poll();
    await database.pool.query(`update batches set ${moved('at', "- interval '3 hours'")}`);
    await database.pool.query("update lanes set seen_at = seen_at - interval '3 hours'");
    await deleteOldEntries(database.pool);
    await engine.submit(ask('cid', 1_011));
    await consumeNext(database.pool, new Notes());
    await expectAllNoted();
    await feed.poll();
    expect(books()).toHaveLength(2);
    await openOrderCanceller(database.pool, engine)('cid');
    await Promise.all([engine.close(), feed.close()]);
    await consumeNext(database.pool, new Notes());
  });

  it('reads the entries of a stream whose row is gone', async () => {
    await consumeUpToHere();
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_020));
    await database.pool.query('delete from lanes');
    await engine.submit(ask('cid', 1_021));
    await consumeNext(database.pool, new Notes());
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    // Its server writes no more: the deletion of old entries finds the stream again.
    await database.pool.query('delete from lanes');
    await database.pool.query(`update batches set ${moved('at', "- interval '2 hours'")}`);
    await deleteOldEntries(database.pool);
    await consumeNext(database.pool, new Notes());
    await expectAllNoted();
  });
});

describe('a reader of a distributed feed', () => {
  it('asks all shards once, then only those with announced entries, and all again after announcements were lost', async () => {
    const products = [productId, ...(await buildProducts(database, ['Second Runner', 'Third Runner']))];
    const engine = openEngine(database, { groups: smallGroups(database) });
    const place = (index: number) =>
      engine.submit(order('ask', 'ann', 700, { productId: products[index] ?? 0 }));
    const sent: string[] = [];
    const pool = Object.assign(Object.create(database.pool) as pg.Pool, {
      query(query: pg.QueryConfig) {
        sent.push(query.name ?? '');
        return database.pool.query(query);
      },
    });
    const reader = new AnnouncedEntries(pool, 200, () => 0);
    const position = new Map<string, number>();
    const read = async () => {
      sent.length = 0;
      const entries = await reader.read(position);
      for (const { stream, seq } of entries) {
        expect(seq).toBe((position.get(stream) ?? seq - 1) + 1);
        position.set(stream, seq);
      }
      return {
        books: entries.flatMap(({ changes }) => BOOK_CHANGES.in(changes)).length,
        asked: sent.slice(1),
      };
    };
    await place(0);
    expect((await read()).asked).toContain('read-feed-entries-of-all-shards');
    expect(await read()).toEqual({ books: 0, asked: [] });
    await place(1);
    await place(2);
    expect(await read()).toEqual({ books: 2, asked: ['read-announced-feed-entries'] });
    for (let count = 0; count < 40; count += 1) {
      await place(0);
    }
    expect(await read()).toEqual({ books: 40, asked: ['read-feed-entries-of-all-shards'] });
    await place(1);
    await database.pool.query('truncate feed_announcements');
    await place(2);
    const after = await read();
    expect(after.books).toBe(2);
    expect(after.asked).toContain('read-feed-entries-of-all-shards');
    expect(after.asked).not.toContain('read-announced-feed-entries');
    // The first entry of a new stream is lost with its announcement.
    const other = openEngine(database, { groups: smallGroups(database) });
    await other.submit(order('ask', 'ann', 705, { productId }));
    await other.close();
    await database.pool.query('truncate feed_announcements');
    expect((await read()).books).toBe(1);
    expect(await read()).toEqual({ books: 0, asked: [] });
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('looks for an entry that is not committed yet, less often after a while, and finds it', async () => {
    let nowMs = 0;
    let asked = 0;
    const pool = Object.assign(Object.create(database.pool) as pg.Pool, {
      query(query: pg.QueryConfig) {
        asked += query.name === 'read-announced-feed-entries' ? 1 : 0;
        return database.pool.query(query);
      },
    });
    const reader = new AnnouncedEntries(pool, 200, () => nowMs);
    const position = await readFeedPosition(database.pool);
    await reader.read(position); // asks all shards
    const stream = new FeedStream(randomUUID());
    const entry = stream.next({});
    const announcer = await database.pool.connect();
    const writer = await database.pool.connect();
    await stream.mark(announcer);
    await stream.announce(announcer, entry, productId);
    const looks = async (everyMs: number, forMs: number) => {
      asked = 0;
      for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += everyMs) {
        expect(await reader.read(position)).toEqual([]);
      }
      return asked;
    };
    expect(await looks(1_000, 15_000)).toBe(15);
    expect(await looks(1_000, 20_000)).toBe(4);
    await writer.query('begin');
    await stream.saveMarked({ client: writer, tables: null }, entry, { productId });
    expect(await looks(1_000, 5_000)).toBe(1);
    await writer.query('commit');
    stream.committed(entry);
    nowMs += 5_000;
    expect(await reader.read(position)).toEqual([entry]);
    position.set(entry.stream, entry.seq);
    expect(await looks(1_000, 10_000)).toBe(0);

    const repeated = stream.next({});
    await stream.announce(announcer, repeated, productId);
    expect(await looks(1_000, 18_000)).toBe(15);
    await stream.announce(announcer, repeated, productId);
    expect(await looks(1_000, 3_000)).toBe(3);
    await stream.saveMarked({ client: writer, tables: null }, repeated, { productId });
    expect(await reader.read(position)).toEqual([repeated]);
    writer.release();
    announcer.release();
  });

  it('reads the entries of the other machines while one is away, and then those of that one', async () => {
    const [here = 0, there = 0] = await buildProducts(database, ['Runner Here', 'Runner There']);
    const engine = openEngine(database, {
      groups: { ...smallGroups(database), laneOf: (group) => group },
    });
    const place = (productId: number) => engine.submit(order('ask', 'ann', 710, { productId }));
    let isAway = false;
    const pool = Object.assign(Object.create(database.pool) as pg.Pool, {
      query: (query: pg.QueryConfig) =>
        isAway && String(query.values?.at(-1)).split(',').includes(String(here))
          ? Promise.reject(
              Object.assign(new Error('connection to the remote node failed'), { code: '08006' }),
            )
          : database.pool.query(query),
    });
    const reader = new AnnouncedEntries(pool, 200, () => 0);
    const position = new Map<string, number>();
    const read = async () => {
      const entries = await reader.read(position);
      for (const { stream, seq } of entries) {
        position.set(stream, seq);
      }
      const products = entries
        .flatMap(({ changes }) => BOOK_CHANGES.in(changes))
        .map((book) => book.productId);
      return { products, isComplete: reader.failure === null };
    };
    await read();
    isAway = true;
    await place(here);
    await place(there);
    expect(await read()).toEqual({ products: [there], isComplete: false });
    await place(there);
    expect(await read()).toEqual({ products: [there], isComplete: false });
    isAway = false;
    expect(await read()).toEqual({ products: [here], isComplete: true });
    expect(await read()).toEqual({ products: [], isComplete: true });
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });
});
