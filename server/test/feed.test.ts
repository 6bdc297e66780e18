import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import type { Transaction } from '../src/database/transaction.js';
import { type Batch, type BookChange, UnreadableBatchError } from '../src/feed/batch.js';
import { Feed } from '../src/feed/feed.js';
import { type Keeper, KeeperAtWork, keepNext } from '../src/feed/keeper.js';
import { forgetOldBatches } from '../src/feed/old-batches.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { keepAll } from './keepers.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { createTestDatabase } from './test-database.js';

let database: Database;
let productId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  [productId = 0] = await buildProducts(database, ['Feed Runner']);
  await buildTraders(database, 'ann', 'bob', 'cid');
  // Only the consumers of these tests read this feed.
  await database.pool.query('delete from feed_readers');
});

afterAll(() => database.close());

const failOnFailure = (error: unknown) => {
  throw error;
};

/** A feed of a process, and what its subscriber receives. */
async function openFeed() {
  const feed = new Feed(database.pool, failOnFailure);
  const seen: Batch[] = [];
  let missed = 0;
  await feed.follow({
    onBatch: (batch) => seen.push(batch),
    onMissed: () => {
      missed += 1;
    },
  });
  return { feed, seen, books: () => seen.flatMap(({ changes }) => changes.books), missed: () => missed };
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
    const { feed, books } = await openFeed();
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
        orders: [{ seq: 1, userId: 'ann', side: 'ask', status: 'open' }],
      },
      {
        ...book,
        seq: 2,
        lowestAskCents: 29_000,
        openAsks: 2,
        trades: [],
        orders: [{ seq: 2, userId: 'bob', side: 'ask', status: 'open' }],
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
            priceBeforeCents: null,
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
        orders: [{ seq: 1, userId: 'ann', side: 'ask', status: 'cancelled', isByHouse: true }],
      },
    ]);
  });

  it('with refusals only leaves no row', async () => {
    const { feed, seen } = await openFeed();
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
    const { feed, books } = await openFeed();
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
    const { feed, seen, books, missed } = await openFeed();
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
    for (const lane of new Set(seen.map((batch) => batch.lane))) {
      expect(seen.filter((batch) => batch.lane === lane).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
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
    const { feed, seen, missed } = await openFeed();
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
    const { feed, books } = await openFeed();
    const late: Batch[] = [];
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

  it('receives every entry though another subscriber throws', async () => {
    const failures: unknown[] = [];
    const feed = new Feed(database.pool, (error) => failures.push(error));
    const fault = new Error('this follower is broken');
    const seen: Batch[] = [];
    let missed = 0;
    await feed.follow({
      onBatch() {
        throw fault;
      },
      onMissed() {
        throw fault;
      },
    });
    await feed.follow({ onBatch: (batch) => seen.push(batch), onMissed: () => (missed += 1) });
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

  it('counts entries as missed when it could not read for so long that rows may be gone', async () => {
    const { feed, missed } = await openFeed();
    await feed.poll();
    expect(missed()).toBe(0);
    vi.setSystemTime(Date.now() + 45 * 60_000);
    await feed.poll();
    await feed.poll();
    vi.useRealTimers();
    expect(missed()).toBe(1);
    vi.setSystemTime(Date.now() - 45 * 60_000);
    await feed.poll();
    vi.useRealTimers();
    expect(missed(), 'how long it has not read is unknown when the clock was put back').toBeGreaterThan(1);
    await feed.close();
  });
});

/** Consecutive numbers from the lowest of the book's. */
function consecutive(books: readonly BookChange[]): number[] {
  const first = Math.min(...books.map(({ seq }) => seq));
  return books.map((_, index) => first + index);
}

describe('a consumer', () => {
  /** Stores each book's number; storing a number twice fails. */
  class Notes implements Keeper {
    readonly reader = 'test notes';
    rounds = 0;

    constructor(private readonly fault: (tx: Transaction, round: number) => Promise<void> = async () => {}) {}

    async keep(tx: Transaction, batches: readonly Batch[]): Promise<void> {
      this.rounds += 1;
      for (const { changes } of batches) {
        for (const { seq } of changes.books) {
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
    const { rows } = await database.pool.query(
      `select changes from batches where exists (
         select from jsonb_array_elements(changes->'books') as book
         where not exists (select from notes where seq = (book->>'seq')::int)
       )`,
    );
    expect(rows, 'batches that were not stored').toEqual([]);
  }

  /** Skips the entries that earlier tests have deleted. */
  async function keepFromHere(): Promise<void> {
    await keepNext(database.pool, new Notes());
  }

  it('processes every batch once, though it fails and its connection dies in between', async () => {
    await keepFromHere();
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
    await expect(keepNext(database.pool, faults)).rejects.toThrow('the disk is full');
    await engine.submit(ask('ann', 801));
    await expect(keepNext(database.pool, faults)).rejects.toThrow();
    await engine.submit(bid('bob', 801));
    expect(await keepNext(database.pool, faults)).toBe(false);
    await expectAllNoted();
    expect(faults.rounds).toBe(3);
    await keepNext(database.pool, faults);
    expect(faults.rounds, 'nothing is new').toBe(3);
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('whose process freezes loses its transaction, and with it the lock, after three seconds', async () => {
    await keepFromHere();
    const engine = openEngine(database);
    await engine.submit(ask('ann', 740));
    let timeout: unknown;
    const frozen = new Notes(async (tx) => {
      timeout = (await tx.query('show idle_in_transaction_session_timeout')).rows[0];
      await expect
        .poll(() => keepNext(database.pool, new Notes()), { timeout: 60_000, interval: 200 })
        .not.toBe('taken');
    });
    await expect(keepNext(database.pool, frozen)).rejects.toThrow();
    expect(timeout).toEqual({ idle_in_transaction_session_timeout: '3s' });
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('of several processes handles each batch once, while orders keep arriving', async () => {
    const keepers = [1, 2, 3].map(() => new KeeperAtWork(database.pool, new Notes(), failOnFailure, 0));
    const engines = [1, 2].map(() =>
      openEngine(database, {
        onBatch: () => {
          for (const keeper of keepers) {
            keeper.wake();
          }
        },
      }),
    );
    await Promise.all(
      engines.flatMap((engine, index) =>
        Array.from({ length: 40 }, (_, place) =>
          engine.submit(ask(index === 0 ? 'ann' : 'bob', 900 + place)),
        ),
      ),
    );
    await Promise.all(keepers.map((keeper) => keeper.close()));
    await keepAll(database, new Notes());
    await expectAllNoted();
    await Promise.all(engines.map((engine) => engine.close()));
  });

  it('handles the first batch at once, and the following ones together, however often it is woken', async () => {
    await keepFromHere();
    const notes = new Notes();
    const keeper = new KeeperAtWork(database.pool, notes, failOnFailure, 300);
    const engine = openEngine(database, { onBatch: () => keeper.wake() });
    const beganAt = performance.now();
    for (let dollars = 700; dollars < 720; dollars += 1) {
      await engine.submit(ask('ann', dollars));
    }
    await vi.waitFor(expectAllNoted, { timeout: 30_000 });
    const rounds = Math.ceil((performance.now() - beganAt) / 300) + 1;
    expect(notes.rounds).toBeLessThanOrEqual(rounds);
    await keeper.close();
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it('waits for the lock when other processes hold it one after the other', async () => {
    await keepFromHere();
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query("select from feed_readers where reader = 'test notes' for update");
    const engine = openEngine(database);
    await engine.submit(ask('ann', 730));
    const keeper = new KeeperAtWork(database.pool, new Notes(), failOnFailure, 1);
    await expect
      .poll(async () => {
        const { rows } = await database.healthPool.query(
          "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
    await other.query('commit');
    other.release();
    await vi.waitFor(expectAllNoted, { timeout: 30_000 });
    await keeper.close();
    await openOrderCanceller(database.pool, engine)('ann');
    await engine.close();
  });

  it.each([
    ['nothing', {}],
    ['no list of books', { books: {}, notified: [] }],
    ['a book without its trades', { books: [{ productId: 1, size: '9' }], notified: [] }],
    ['no list of whose sessions have changed', { books: [], notified: [], sessionsOf: 'ann' }],
    ['no text', ['books']],
  ])('skips a row that has %s, reports it, and handles what follows', async (_what, changes) => {
    await keepFromHere();
    const errors: string[] = [];
    const feed = new Feed(database.pool, (error) => errors.push((error as Error).name));
    let missed = 0;
    const seen: Batch[] = [];
    await feed.follow({ onBatch: (batch) => seen.push(batch), onMissed: () => (missed += 1) });
    const lane = randomUUID();
    await database.pool.query('insert into lanes (lane, seen_at) values ($1, now())', [lane]);
    await database.pool.query(
      `insert into batches (lane, seq, product_id, changes, at) values ($1, 1, 1, $2, now())`,
      [lane, JSON.stringify(changes)],
    );
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_100));
    await expect(keepNext(database.pool, new Notes())).rejects.toThrow(UnreadableBatchError);
    await keepNext(database.pool, new Notes(), { onUnreadable: (error) => errors.push(error.name) });
    await feed.poll();
    await feed.close();
    expect(errors).toEqual(['UnreadableBatchError', 'UnreadableBatchError']);
    expect([missed, seen.flatMap(({ changes: { books } }) => books).length]).toEqual([1, 1]);
    await database.pool.query('delete from batches where lane = $1', [lane]);
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await keepFromHere();
  });

  it('that has read some entries of a stream keeps the later ones from being deleted', async () => {
    await keepFromHere();
    const engine = openEngine(database);
    await engine.submit(ask('cid', 990));
    await keepNext(database.pool, new Notes());
    await engine.submit(ask('cid', 991));
    await database.pool.query("update batches set at = at - interval '2 hours'");
    await forgetOldBatches(database.pool);
    const { rows } = await database.pool.query('select seq from batches order by seq');
    expect(rows).toEqual([{ seq: 2 }]);
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await keepNext(database.pool, new Notes());
    await expectAllNoted();
    await database.pool.query("update batches set at = at - interval '2 hours'");
    await forgetOldBatches(database.pool);
    await database.pool.query('delete from lanes');
    await database.pool.query('delete from feed_cursors');
  });

  it('keeps batches from being deleted until it has passed them', async () => {
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_000));
    await database.pool.query("update batches set at = at - interval '2 hours'");
    await database.pool.query("update lanes set seen_at = seen_at - interval '3 hours'");
    const rows = async () =>
      (
        await database.pool.query<{ batches: number; lanes: number; cursors: number }>(
          `select (select count(*)::int from batches) as batches, (select count(*)::int from lanes) as lanes,
             (select count(*)::int from feed_cursors) as cursors`,
        )
      ).rows[0];
    await forgetOldBatches(database.pool);
    expect(await rows()).toMatchObject({ batches: 1, lanes: 1 });
    await keepNext(database.pool, new Notes());
    await expectAllNoted();
    await forgetOldBatches(database.pool);
    expect(await rows()).toEqual({ batches: 0, lanes: 0, cursors: 0 });

    // The stream was quiet, not over.
    await engine.submit(ask('cid', 1_001));
    await keepNext(database.pool, new Notes());
    expect(await rows()).toMatchObject({ batches: 1, lanes: 1 });
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    await keepNext(database.pool, new Notes());
  });

  it('reads the stream of a server whose clock was ahead and is put back, also after two quiet hours', async () => {
    await keepFromHere();
    const { feed, books } = await openFeed();
    const engine = openEngine(database);
    vi.setSystemTime(Date.now() + 3 * 60 * 60_000);
    await engine.submit(ask('cid', 1_010));
    vi.useRealTimers();
    await keepNext(database.pool, new Notes());
    await feed.poll();
    await database.pool.query("update batches set at = at - interval '3 hours'");
    await database.pool.query("update lanes set seen_at = seen_at - interval '3 hours'");
    await forgetOldBatches(database.pool);
    await engine.submit(ask('cid', 1_011));
    await keepNext(database.pool, new Notes());
    await expectAllNoted();
    await feed.poll();
    expect(books()).toHaveLength(2);
    await openOrderCanceller(database.pool, engine)('cid');
    await Promise.all([engine.close(), feed.close()]);
    await keepNext(database.pool, new Notes());
  });

  it('reads the entries of a stream whose row is gone', async () => {
    await keepFromHere();
    const engine = openEngine(database);
    await engine.submit(ask('cid', 1_020));
    await database.pool.query('delete from lanes');
    await engine.submit(ask('cid', 1_021));
    await keepNext(database.pool, new Notes());
    await expectAllNoted();
    await openOrderCanceller(database.pool, engine)('cid');
    await engine.close();
    // Its server writes no more: the deletion of old entries finds the stream again.
    await database.pool.query('delete from lanes');
    await database.pool.query("update batches set at = at - interval '2 hours'");
    await forgetOldBatches(database.pool);
    await keepNext(database.pool, new Notes());
    await expectAllNoted();
  });
});
