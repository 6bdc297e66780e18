import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountErasures, beginErasure } from '../src/accounts/account-erasures.js';
import { readContents } from '../src/accounts/read-contents.js';
import { readHistory } from '../src/accounts/read-trades.js';
import { readUserData } from '../src/accounts/read-user-data.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { Feed, Subscriber } from '../src/feed/feed.js';
import { countOpenOrdersInAll } from '../src/orders/batch-reads.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { isUserIndexKept, rebuildUserIndex, renewUserIndex } from '../src/user-index/rebuild-user-index.js';
import { openUserIndex, UserIndex } from '../src/user-index/user-index.js';
import { USER_INDEX_CONSUMER, UserIndexConsumer } from '../src/user-index/user-index-consumer.js';
import { consumeAll, openFeed } from './consumers.js';
import { buildProducts, buildTraders, cancellation, openEngine, order, smallGroups } from './market.js';
import { violatedChecks } from './sound-market.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;
let feed: Feed;
let engine: MatchingEngine;
let index: UserIndex;
let products: number[];
let nowMs = 0;
const consumer = new UserIndexConsumer();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  products = await buildProducts(database, ['One', 'Two', 'Three']);
  await buildTraders(database, 'ann', 'bob', 'cid');
  if (!isOnCluster()) {
    expect(await openUserIndex({ pool, feed: openFeed(pool), consumers: [], nowMs: () => 0 })).toBeNull();
    await transaction(pool, rebuildUserIndex);
  }
  feed = openFeed(pool);
  index = (await openUserIndex({
    pool,
    feed,
    consumers: [USER_INDEX_CONSUMER],
    nowMs: () => nowMs,
  })) as UserIndex;
  expect(await index.isCompleteFor('ann')).toBe(false);
  await index.follow();
  // As on a distributed database, where extended orders are reported.
  engine = openEngine(database, {
    groups: smallGroups(database),
    onBatch: (batch) => feed.handOver(batch),
  });
});

afterAll(async () => {
  await engine.close();
  await feed.close();
  await database.close();
});

const alwaysComplete = { isCompleteFor: async () => true } as unknown as UserIndex;

/** The answers of the calls about a user. */
function answersAbout(userId: string, from: UserIndex | null) {
  const { pool } = database;
  return Promise.all([
    readUserData(pool, from, userId),
    readHistory(pool, from, userId, 'ask', undefined),
    readHistory(pool, from, userId, 'bid', undefined),
    readContents(pool, userId, from),
  ]);
}

const violations = async () => (await violatedChecks(database)).map(({ title }) => title);

const place = (call: 'ask' | 'bid' | 'buy' | 'sell', userId: string, dollars: number, more = {}) =>
  engine.submit(order(call, userId, dollars, { productId: products[0] ?? 0, ...more }));

describe('the copies of orders', () => {
  it('answer as the books do, once their consumer has passed what happened', async () => {
    const asks = products.map((productId) => order('ask', 'ann', 200, { productId, lifetimeMs: 86_400_000 }));
    const bid = order('bid', 'bob', 90, { productId: products[2] ?? 0 });
    await Promise.all([...asks, bid].map((each) => engine.submit(each)));
    await consumeAll(database, consumer);
    const [traded, extended] = asks;
    await place('buy', 'bob', 200);
    const { productId, seq = 0 } = await cancellation(database, 'ask', 'ann', extended?.orderId ?? '');
    await engine.submit({
      ...{
        kind: 'extension',
        userId: 'ann',
        orderId: extended?.orderId ?? '',
        productId,
        size: '9',
        seq,
        side: 'ask',
      },
      lifetimeMs: 5 * 86_400_000,
      isRelisting: false,
    });
    await engine.submit(await cancellation(database, 'bid', 'bob', bid.orderId));
    // Opened and closed before the consumer comes to it.
    await place('ask', 'cid', 150, { size: '10' });
    await place('buy', 'ann', 150, { size: '10' });
    const before = await readUserData(database.pool, alwaysComplete, 'ann');
    await consumeAll(database, consumer);
    for (const userId of ['ann', 'bob', 'cid']) {
      expect(await answersAbout(userId, alwaysComplete)).toEqual(await answersAbout(userId, null));
    }
    const after = await readUserData(database.pool, alwaysComplete, 'ann');
    expect(before.asks).toHaveLength(4);
    expect(after.asks).toHaveLength(3);
    const extendedOf = ({ asks }: typeof after) => asks.find(({ id }) => id === extended?.orderId);
    expect(extendedOf(after)).toMatchObject({ relist: false });
    expect(extendedOf(after)).not.toEqual(extendedOf(before));
    expect(after.sales[1]?.id).toBe(traded?.orderId);
    const found = await readHistory(database.pool, alwaysComplete, 'ann', 'ask', traded?.orderId);
    expect(found).toEqual({ trades: [], next: null });
    expect(await violations()).toEqual([]);
  });

  it('are complete for users about whom the consumer has passed everything', async () => {
    const { pool } = database;
    await consumeAll(database, consumer);
    expect(await index.isCompleteFor('ann', 'bob')).toBe(true);
    await place('ask', 'ann', 300);
    expect(await index.isCompleteFor('ann')).toBe(false);
    expect(await index.isCompleteFor('ann', 'bob')).toBe(false);
    expect(await index.isCompleteFor('bob')).toBe(true);
    expect(await index.countOpenOrders(['ann', 'bob'])).toBeNull();
    const data = await readUserData(pool, index, 'ann');
    expect(data).toEqual(await readUserData(pool, null, 'ann'));
    await consumeAll(database, consumer);
    expect(await index.isCompleteFor('ann', 'bob')).toBe(true);
    const ids = ['ann', 'bob', 'cid'];
    expect(await index.countOpenOrders(ids)).toEqual(await countOpenOrdersInAll(pool, ids));
  });

  it('are complete for no user while an entry may have been missed', async () => {
    await place('ask', 'ann', 301);
    index.onMissed();
    expect(await index.isCompleteFor('bob')).toBe(false);
    await consumeAll(database, consumer);
    expect(await index.isCompleteFor('bob')).toBe(true);
    feed.doubt();
    expect(await index.isCompleteFor('bob')).toBe(false);
    await feed.poll();
    expect(await index.isCompleteFor('bob')).toBe(true);
  });

  it('are made again from the books, and the audit finds what is wrong with them', async () => {
    const { pool } = database;
    const wrong = [
      'the copies of open orders are what the books say',
      'the copies of trades are what the books say',
    ];
    await pool.query('update open_orders_of_users set price_cents = 100');
    await pool.query(`delete from trades_of_users where side = 'bid'`);
    expect(await violations()).toEqual(wrong);
    const counts = await transaction(pool, rebuildUserIndex);
    expect(counts).toEqual({ orders: 4, trades: 2 });
    expect(await violations()).toEqual([]);
  });

  it('rename the trades of a user whose account is erased', async () => {
    const { pool } = database;
    await transaction(pool, (tx) => beginErasure(tx, 'bob'));
    const cancel = openOrderCanceller(pool, engine);
    await new AccountErasures(pool, cancel, (error) => expect(error).toBeUndefined()).advance();
    await consumeAll(database, consumer);
    const { rows } = await pool.query(`select from trades_of_users where user_id = 'bob'`);
    expect(rows).toEqual([]);
    expect((await violations()).filter((title) => title.startsWith('the copies'))).toEqual([]);
  });

  it.skipIf(isOnCluster())(
    'are not kept by a database that is not distributed, once a backup was loaded',
    async () => {
      const { pool } = database;
      await transaction(pool, renewUserIndex);
      expect(await isUserIndexKept(pool)).toBe(false);
      const { rows } = await pool.query(
        `select (select count(*) from open_orders_of_users) + (select count(*) from trades_of_users)
         + (select count(*) from feed_cursors where reader = $1) as left`,
        [USER_INDEX_CONSUMER],
      );
      expect(rows).toEqual([{ left: '0' }]);
    },
  );
});

describe('a follower of the feed', () => {
  const entry = (seq: number, userId: string) => ({
    stream: '00000000-0000-4000-8000-000000000001',
    seq,
    changes: { extended: [{ productId: 1, size: '9', seq: 1, userId }] },
  });

  it('makes everyone wait for entries of users that it has no room for, and forgets streams that are gone', async () => {
    const { pool } = database;
    const followed = { subscribe: async (_subscriber: Subscriber) => () => {}, isUpToDate: () => true };
    const full = new UserIndex({ pool, feed: followed, consumers: [randomUUID()], nowMs: () => nowMs });
    await full.follow();
    await pool.query('delete from batches');
    expect(await full.isCompleteFor('user-1')).toBe(true);
    for (let user = 0; user < 20_001; user += 1) {
      full.onEntry(entry(user + 1, `user-${user}`));
    }
    expect(await full.isCompleteFor('another user')).toBe(false);
    nowMs += 3 * 60 * 60_000;
    expect(await full.isCompleteFor('another user', 'user-1')).toBe(true);
  });
});
