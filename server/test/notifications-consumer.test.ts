import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { consumeNext } from '../src/feed/consume.js';
import { Consumers } from '../src/feed/consumers.js';
import type { FeedEntry } from '../src/feed/entry.js';
import type { WrittenFeed } from '../src/feed/feed-writer.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsConsumer } from '../src/notifications/notifications-consumer.js';
import { NOTIFIED_USERS } from '../src/notifications/notified-users.js';
import { deleteOldNotifications } from '../src/notifications/old-notifications.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { consumeAll, openFeed, silentFeed } from './consumers.js';
import { dyingPool, faultyPool } from './faulty-pool.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { createTestDatabase } from './test-database.js';

let database: Database;
let engine: MatchingEngine;
let productId: number;
let size = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const sizes = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
  [productId = 0] = await buildProducts(database, ['Noticed Runner'], sizes);
  await buildTraders(database, 'ann', 'bob', 'cid');
  engine = openEngine(database);
});

/** A book of its own for each test. */
beforeEach(() => {
  size += 1;
});

afterAll(async () => {
  await engine.close();
  await database.close();
});

const failOnFailure = (error: unknown) => {
  throw error;
};

/** The consumer of a server that has just been started. */
const newConsumer = (feed: WrittenFeed = silentFeed) =>
  new NotificationsConsumer(new NotificationWriter(feed, null));

const consumeNews = (consumer = newConsumer()) => consumeAll(database, consumer);

function place(call: 'ask' | 'bid' | 'buy' | 'sell', userId: string, dollars: number) {
  const placed = order(call, userId, dollars, { productId, size: `${size}` });
  return engine.submit(placed).then(() => placed.orderId);
}

interface NotificationRow {
  readonly user: string;
  readonly kind: string;
  readonly side: string;
  readonly seq: number;
  readonly cents: number;
}

/** The notifications about this test's book, in the order in which they were created. */
async function notices(): Promise<NotificationRow[]> {
  const { rows } = await database.pool.query<NotificationRow>(
    `select user_id as "user", kind, side, order_seq as seq, price_cents as cents from notices
     where size = $1 order by id`,
    [`${size}`],
  );
  return rows;
}

/** Moves the notifications about this test's book this far into the past. */
async function minutesPass(minutes: number): Promise<void> {
  await database.pool.query(
    'update notices set made_at = made_at - make_interval(mins => $1) where size = $2',
    [minutes, `${size}`],
  );
}

describe('the consumer that notifies users', () => {
  it('tells both sides of a trade, once', async () => {
    await place('ask', 'ann', 300);
    await place('bid', 'bob', 310);
    await consumeNews();
    await consumeNews();
    expect(await notices()).toEqual([
      { user: 'ann', kind: 'trade', side: 'ask', seq: 1, cents: 30_000 },
      { user: 'bob', kind: 'trade', side: 'bid', seq: 2, cents: 30_000 },
    ]);
    await expectSoundMarket(database);
  });

  it('reports a better bid and a lower ask of another user', async () => {
    await place('bid', 'ann', 200);
    await place('bid', 'bob', 210);
    await place('bid', 'bob', 220);
    await place('ask', 'ann', 400);
    await place('ask', 'cid', 390);
    await consumeNews();
    expect(await notices()).toEqual([
      { user: 'ann', kind: 'outbid', side: 'bid', seq: 1, cents: 21_000 },
      { user: 'ann', kind: 'undercut', side: 'ask', seq: 4, cents: 39_000 },
    ]);
  });

  it('reports a flapping best price once an hour for each order', async () => {
    await place('bid', 'ann', 200);
    await place('bid', 'cid', 200);
    const flap = async (times: number) => {
      for (let done = 0; done < times; done += 1) {
        const better = await place('bid', 'bob', 201 + done);
        await engine.submit(await cancellation(database, 'bid', 'bob', better));
        await consumeNews();
      }
    };
    await flap(3);
    const stored = [{ user: 'ann', kind: 'outbid', side: 'bid', seq: 1, cents: 20_100 }];
    expect(await notices()).toEqual(stored);
    await minutesPass(59);
    await flap(1);
    expect(await notices()).toEqual(stored);
    await minutesPass(2);
    await flap(2);
    expect(await notices()).toHaveLength(2);
  });

  it('reports an order that the platform has removed, but not one that its user has removed', async () => {
    await place('ask', 'ann', 700);
    const own = await place('ask', 'ann', 710);
    await engine.submit(await cancellation(database, 'ask', 'ann', own));
    await openOrderCanceller(database.pool, engine)('ann');
    await consumeNews();
    expect(await notices()).toEqual([{ user: 'ann', kind: 'removed', side: 'ask', seq: 1, cents: 70_000 }]);
  });

  it('sends nothing to a user whose account is being or has been erased, nor to a house account', async () => {
    const { pool } = database;
    await buildTraders(database, 'leaving', 'gone', 'demo');
    await pool.query(`update accounts set is_house = true where user_id = 'demo'`);
    for (const user of ['leaving', 'gone', 'demo']) {
      await place('ask', user, 500);
      await place('buy', 'bob', 500);
    }
    await pool.query(`insert into departures values ('leaving', 'someone')`);
    // As a departure ends that is quicker than the consumer.
    for (const [table, column] of [
      ['orders', 'user_id'],
      ['trades', 'seller_id'],
    ]) {
      await pool.query(`update ${table} set ${column} = 'nobody' where ${column} = 'gone'`);
    }
    await pool.query(`delete from accounts where user_id in ('leaving', 'gone')`);
    await consumeNews();
    expect((await notices()).map(({ user }) => user)).toEqual(['bob', 'bob', 'bob']);
    await expectSoundMarket(database);
    await pool.query(`delete from departures`);
  });

  it('wants only entries that concern a user', async () => {
    const batches: FeedEntry[] = [];
    const own = openEngine(database, { onBatch: (batch) => batches.push(batch) });
    for (const [call, user, dollars] of [
      ['ask', 'ann', 300],
      ['ask', 'bob', 310],
      ['ask', 'bob', 290],
      ['buy', 'cid', 300],
    ] as const) {
      await own.submit(order(call, user, dollars, { productId, size: `${size}` }));
    }
    await own.close();
    expect(batches.map((entry) => newConsumer().wants(entry))).toEqual([false, false, true, true]);
  });
});

describe('whose notices are new', () => {
  it('hear the streams of every process, once they are committed', async () => {
    await consumeNews();
    const seen: FeedEntry[][] = [[], []];
    const feeds = [0, 1].map(() => openFeed(database.pool, failOnFailure));
    for (const [index, feed] of feeds.entries()) {
      await feed.subscribe({
        onEntry: (entry) => seen[index]?.push(entry),
        onMissed: () => failOnFailure(new Error('Batches are gone.')),
      });
    }
    await place('ask', 'ann', 300);
    await place('buy', 'bob', 300);
    await consumeNews(newConsumer(feeds[0]));
    const notified = (index: number) =>
      seen[index]?.flatMap(({ changes }) => NOTIFIED_USERS.in(changes)).sort();
    expect(notified(0), 'at once').toEqual(['ann', 'bob']);
    await Promise.all(feeds.map((feed) => feed.poll()));
    expect([notified(0), notified(1)]).toEqual([
      ['ann', 'bob'],
      ['ann', 'bob'],
    ]);
    await Promise.all(feeds.map((feed) => feed.close()));
  });

  it('are reported in one entry, from which no other follows', async () => {
    await place('ask', 'ann', 300);
    await place('buy', 'bob', 300);
    await consumeNews();
    const count = async () => (await database.pool.query('select 1 from batches')).rowCount;
    const before = await count();
    for (let round = 0; round < 3; round += 1) {
      await consumeNews();
    }
    expect(await count()).toBe(before);
  });
});

/** The entries that report notices have no gaps and no duplicates in their streams. */
async function expectSoundStreams(): Promise<void> {
  const { rows } = await database.pool.query<{ lane: string; count: number; first: number; last: number }>(
    `select lane, count(*)::int, min(seq) as first, max(seq) as last from batches
     where jsonb_array_length(changes->'notified') > 0 group by lane`,
  );
  expect(rows.filter(({ count, first, last }) => first !== 1 || last !== count)).toEqual([]);
}

describe('a consumer whose connection dies', () => {
  it('at any of its statements has kept nothing, and the next one keeps it all, once', async () => {
    const consumer = newConsumer();
    let statements = Number.POSITIVE_INFINITY;
    let at = 0;
    for (; at < statements; at += 1) {
      await place('ask', 'ann', 300);
      await place('ask', 'cid', 290);
      await place('buy', 'bob', 290);
      await place('buy', 'bob', 300);
      const dying = dyingPool(database.pool, at + 1);
      const before = (await notices()).length;
      const outcome = await consumeNext(dying.pool, consumer).then(
        () => 'kept',
        () => 'failed',
      );
      if (outcome === 'kept') {
        statements = dying.count();
      } else {
        expect(await notices(), `after ${at} statements`).toHaveLength(before);
      }
      await consumeNews(consumer);
      expect((await notices()).length - before).toBe(5);
    }
    expect(statements, 'so many were spoilt, one after the other').toBeGreaterThan(7);
    await expectSoundStreams();
    await expectSoundMarket(database);
  });

  it('after the commit, before it has heard of it, keeps nothing twice', async () => {
    const handedOver: FeedEntry[] = [];
    const consumer = newConsumer({ ...silentFeed, handOver: (batch) => handedOver.push(batch) });
    const deaf = faultyPool(database.pool, async (_client, query, run) => {
      const result = await run();
      if (query.text === 'commit') {
        throw new Error('The connection is gone.');
      }
      return result;
    });
    for (let round = 0; round < 3; round += 1) {
      await place('ask', 'ann', 300);
      await place('buy', 'bob', 300);
      await expect(consumeNext(deaf, consumer)).rejects.toThrow('The connection is gone.');
    }
    expect(await notices()).toHaveLength(6);
    expect(handedOver, 'their outcome is unknown').toEqual([]);
    await place('ask', 'ann', 300);
    await place('buy', 'bob', 300);
    await consumeNews(consumer);
    expect(await notices()).toHaveLength(8);
    expect(handedOver.map(({ seq }) => seq)).toEqual([1]);
    await expectSoundStreams();
    await expectSoundMarket(database);
  });

  it('before the commit reports nothing that another has stored since', async () => {
    const handedOver: FeedEntry[] = [];
    const consumer = newConsumer({ ...silentFeed, handOver: (batch) => handedOver.push(batch) });
    const dying = faultyPool(database.pool, async (client, query, run) => {
      if (query.text === 'commit') {
        await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
      }
      return run();
    });
    await place('ask', 'ann', 300);
    await place('buy', 'bob', 300);
    await expect(consumeNext(dying, consumer)).rejects.toThrow();
    await consumeNews();
    await place('ask', 'ann', 300);
    await consumeNews(consumer);
    expect(handedOver).toEqual([]);
    await place('buy', 'bob', 300);
    await consumeNews(consumer);
    expect(handedOver.map(({ seq }) => seq)).toEqual([1]);
    expect(await notices()).toHaveLength(4);
    await expectSoundStreams();
  });

  it('leaves the rest to those of other processes, which keep it once together', async () => {
    const feeds = [1, 2, 3].map(() => openFeed(database.pool, failOnFailure));
    const processes = feeds.map(
      (feed) =>
        new Consumers({
          pool: database.pool,
          feed,
          consumers: [newConsumer(feed)],
          onFailure: failOnFailure,
          roundMs: 0,
        }),
    );
    await Promise.all(processes.map((consumers) => consumers.start()));
    const engines = feeds
      .slice(1)
      .map((feed) => openEngine(database, { onBatch: (batch) => feed.handOver(batch) }));
    const placed = { productId, size: `${size}` };
    for (let round = 0; round < 20; round += 1) {
      await engines[0]?.submit(order('ask', 'ann', 300, placed));
      await engines[1]?.submit(order('buy', 'bob', 300, placed));
    }
    await Promise.all(processes.map((consumers) => consumers.close()));
    await consumeNews();
    expect(await notices()).toHaveLength(40);
    await expectSoundStreams();
    await expectSoundMarket(database);
    await Promise.all([...engines, ...feeds].map((each) => each.close()));
  });
});

describe('old notifications', () => {
  it('are deleted when they were read and are 90 days old, or were unread for a year', async () => {
    for (let round = 0; round < 3; round += 1) {
      await place('ask', 'ann', 300);
      await place('buy', 'bob', 300);
    }
    await consumeNews();
    await transaction(database.pool, async (tx) => {
      const ages = [89, 91, 366];
      for (const [index, days] of ages.entries()) {
        await tx.query(
          `update notices set made_at = now() - make_interval(days => $1),
             read_at = case user_id when 'ann' then now() end
           where size = $2 and order_seq in ($3, $4)`,
          [days, `${size}`, 2 * index + 1, 2 * index + 2],
        );
      }
    });
    await deleteOldNotifications(database.pool);
    expect((await notices()).map(({ user, seq }) => `${user} ${seq}`).sort()).toEqual([
      'ann 1',
      'bob 2',
      'bob 4',
    ]);
  });
});
