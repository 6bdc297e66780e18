import { randomUUID } from 'node:crypto';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readUserData } from '../src/accounts/read-user-data.js';
import { audit } from '../src/audit/audit.js';
import { replayDeals, startDealsWithPlay } from '../src/cli/replay-deals.js';
import { recognizeDistribution } from '../src/database/citus.js';
import type { Database } from '../src/database/connect.js';
import { migrate } from '../src/database/migrate.js';
import { shardStatements } from '../src/database/shard-statement.js';
import { declaredStatements } from '../src/database/statement.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { readDeal } from '../src/deals/read-deal.js';
import { distribute } from '../src/distribution/distribute.js';
import type { DistributionStep } from '../src/distribution/distribution.js';
import { requirePlacedTables } from '../src/distribution/placement.js';
import { Consumers } from '../src/feed/consumers.js';
import { orderFinder } from '../src/orders/find-order.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { groupsOf } from '../src/orders/order-groups.js';
import { hideProducts } from '../src/products/hidden-products.js';
import { rebuildUserIndex } from '../src/user-index/rebuild-user-index.js';
import type { UserIndex } from '../src/user-index/user-index.js';
import { UserIndexConsumer } from '../src/user-index/user-index-consumer.js';
import { loadAllStatements } from './all-statements.js';
import { perkex } from './cli-process.js';
import { consumeAll } from './consumers.js';
import { NO_HOLIDAYS } from './deals.js';
import { faultWhenDistributed } from './distributed-statements.js';
import { callAt, tradeExactly } from './exact-books.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { takePartyStep, workOnDeals } from './market-deals.js';
import { expectSoundMarket } from './sound-market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from './test-app.js';
import { createUndistributedDatabase, isOnCluster } from './test-database.js';

/** Only for a plain database, with another name there than `-distributed`. */
const PLAIN_ONLY = ['read-new-feed-entries'];

/** The other statements have a form of their own for a plain database. */
function statementsWhenDistributed() {
  const names = declaredStatements().map(({ name }) => name);
  expect(PLAIN_ONLY.filter((name) => !names.includes(name))).toEqual([]);
  const inShards = shardStatements().map(({ name }) => name); // they name the tables of a shard
  const isPlainOnly = (name: string) =>
    PLAIN_ONLY.includes(name) || names.includes(`${name}-distributed`) || inShards.includes(name);
  return declaredStatements().filter(({ name }) => !isPlainOnly(name));
}

if (!isOnCluster()) {
  console.log('DATABASE_URL_TEST_CITUS is not set: a distributed market is not tried.');
}

/** More than share a transaction, so that several transactions take steps at once. */
const DEALS = 240;
const DEALERS = { ask: ['dan', 'deb', 'dee'], buy: ['don', 'dot'] };

describe.skipIf(!isOnCluster())('a market that is distributed by Citus', () => {
  let database: Database;

  async function distributed(shards: number): Promise<DistributionStep[]> {
    const client = await database.pool.connect();
    const steps: DistributionStep[] = [];
    const onBegin = vi.fn(() => expect(steps).toEqual([]));
    try {
      await distribute({ client, shards, isDryRun: false, onBegin, onStep: (step) => steps.push(step) });
      expect(onBegin).toHaveBeenCalledOnce();
    } finally {
      client.release();
    }
    return steps.filter(({ statements }) => statements.length > 0);
  }

  beforeAll(async () => {
    database = await createUndistributedDatabase();
    await migrate(database.pool);
    await buildProducts(database, ['Before']);
  });

  afterAll(() => database?.close());

  it('is distributed once, with its contents, and then left as it is', { timeout: 120_000 }, async () => {
    expect((await distributed(4)).length).toBeGreaterThan(0);
    expect(await distributed(4)).toEqual([]);
    await database.pool.query(`select undistribute_table('batches')`);
    await expect(requirePlacedTables(database.pool)).rejects.toThrow('npm run perkex -- distribute');
    expect(await distributed(4)).toMatchObject([{ table: 'batches' }]);
    expect(await recognizeDistribution(database.pool)).toBe(true);
    await expect(requirePlacedTables(database.pool)).rejects.toThrow(
      'the orders of users were not copied yet',
    );
    await transaction(database.pool, rebuildUserIndex);
    await requirePlacedTables(database.pool);
    const { rows } = await database.pool.query('select count(*)::int as books from books');
    expect(rows).toEqual([{ books: 3 }]);
  });

  it('runs every statement, and copies no distributed table for it', { timeout: 600_000 }, async () => {
    await loadAllStatements();
    const client = await database.pool.connect();
    try {
      const faults: string[] = [];
      for (const declared of statementsWhenDistributed()) {
        const fault = await faultWhenDistributed(client, declared);
        if (fault !== null) {
          faults.push(`${declared.name}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    } finally {
      client.release(true); // its prepared statements are gone
    }
  });

  it('matches as everywhere, and commits each batch in one phase on one machine', {
    timeout: 120_000,
  }, async () => {
    const products = await buildProducts(database, ['One', 'Two', 'Three', 'Four']);
    await buildTraders(database, 'ann', 'bob');
    const groups = await groupsOf(database.pool, 'all');
    expect(groups.isInShard).toBe(true);
    const notices: string[] = [];
    const engine = openEngine(database, {
      groups,
      openOrderLimits: { perBook: 50, perUser: 500 },
      connect: async (node) => {
        const client = await connectForOrders(database.address, { node, hasTimeLimits: false });
        await client.query('set citus.log_remote_commands = on');
        client.on('notice', ({ message = '' }) => notices.push(message));
        return client;
      },
    });
    const asks = products.map((productId) => order('ask', 'ann', 200, { productId }));
    await Promise.all(asks.map((each) => engine.submit(each)));
    const bought = await Promise.all(
      products.slice(1).map((productId) => engine.submit(order('buy', 'bob', 200, { productId }))),
    );
    expect(bought.map(({ kind }) => kind)).toEqual(['traded', 'traded', 'traded']);
    const [first] = asks as [(typeof asks)[0]];
    expect(await engine.submit(first)).toEqual({ kind: 'rested', seq: 1 });
    await engine.submit(await cancellation(database, 'ask', 'ann', first.orderId));
    const kept = order('ask', 'ann', 300, { productId: first.productId, lifetimeMs: 86_400_000 });
    await engine.submit(kept);
    await consumeAll(database, new UserIndexConsumer());
    const found = await orderFinder(database.pool)('ann', { id: kept.orderId });
    expect(found).toMatchObject({ productId: first.productId });
    const { seq = 0 } = 'refused' in found ? {} : found;
    await engine.submit({
      ...{
        kind: 'extension',
        userId: 'ann',
        orderId: kept.orderId,
        productId: first.productId,
        size: '9',
        seq,
      },
      side: 'ask',
      lifetimeMs: 5 * 86_400_000,
    });
    await engine.close();
    await consumeAll(database, new UserIndexConsumer());
    const complete = { isCompleteFor: async () => true } as unknown as UserIndex;
    for (const userId of ['ann', 'bob']) {
      const ofShards = await readUserData(database.pool, null, userId);
      expect(await readUserData(database.pool, complete, userId)).toEqual(ofShards);
      expect(ofShards.sales.length + ofShards.purchases.length).toBe(5);
    }
    expect(notices.filter((message) => /PREPARE TRANSACTION/.test(message))).toEqual([]);
    const results = await audit(database.pool);
    expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
    const copies = results.filter(({ title }) => title.startsWith('the copies of'));
    expect(copies.map(({ checked }) => checked)).toEqual([1, 6]);
  });

  it('takes the deals of trades to their end, with play money', { timeout: 300_000 }, async () => {
    const products = await buildProducts(
      database,
      Array.from({ length: 12 }, (_, index) => `Dealt ${index}`),
    );
    const users = [...DEALERS.ask, ...DEALERS.buy];
    await buildTraders(database, ...users);
    await startDealsWithPlay(database.pool, NO_HOLIDAYS);
    const engine = openEngine(database, {
      groups: await groupsOf(database.pool, 'all'),
      connect: (node) => connectForOrders(database.address, { node, hasTimeLimits: false }),
    });
    for (const call of ['ask', 'buy'] as const) {
      const orders = Array.from({ length: DEALS }, (_, index) =>
        order(call, DEALERS[call][index % DEALERS[call].length] ?? '', 200, {
          productId: products[index % products.length] ?? 0,
        }),
      );
      await Promise.all(orders.map((each) => engine.submit(each)));
    }
    await engine.close();
    const replayed = await replayDeals(database, {
      holidays: NO_HOLIDAYS,
      newId: randomUUID,
      nowMs: Date.now,
      users,
      timeOfStep: ({ atMs, dueAtMs }, { type }) => (type === 'deadline-passed' ? (dueAtMs ?? atMs) : atMs),
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    expect(replayed.complete).toBe(DEALS);
    const { rows } = await database.pool.query(
      `select state, payout, count(*)::int as deals from deals group by state, payout`,
    );
    expect(rows).toEqual([{ state: 'complete', payout: 'sent', deals: DEALS }]);
    await expectSoundMarket(database);
  });

  it('makes the payments and orders of deals by jobs, as each server does', {
    timeout: 300_000,
  }, async () => {
    const lines: string[] = [];
    const market = await buildTestApp({
      database,
      payments: { provider: 'play' },
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    });
    const [productId = 0] = await buildProducts(database, ['Paid']);
    const [seller, buyer] = [await buildTrader(market), await buildTrader(market)];
    await database.pool.query('update identity_users set email_verified = true');
    market.jobs.start();
    const keyOf = async (price: number) => {
      const { rows } = await database.pool.query<DealKey>(
        'select product_id as "productId", id from trades where product_id = $1 and price_cents = $2',
        [productId, price * 100],
      );
      return rows[0] as DealKey;
    };
    const place = async (user: TestUser, call: 'ask' | 'buy', price: number) =>
      expect(
        (await user.post(`/${call}`, { id: randomUUID(), name: 'Paid', price, size: '9', thumbnail: '' }))
          .statusCode,
      ).toBe(200);
    const take = async (user: TestUser, key: DealKey, step: object) =>
      expect((await takePartyStep(user, key, step)).statusCode).toBe(200);
    const takeAsMember = async ({ productId, id }: DealKey, ...step: string[]) =>
      expect((await perkex(database, 'deal', `${productId}/${id}`, ...step, '--by', 'ann')).stderr).toBe('');
    const until = (key: DealKey, expected: object) =>
      vi.waitFor(async () => {
        await workOnDeals(market);
        expect((await readDeal(database.pool, key))?.deal).toMatchObject(expected);
      }, 60_000);

    await place(seller, 'ask', 200);
    await place(buyer, 'buy', 200);
    const sold = await keyOf(200);
    await until(sold, { state: 'paid', payment: 'held' });
    await take(seller, sold, { type: 'ship', carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example });
    await takeAsMember(sold, 'receive');
    await takeAsMember(sold, 'pass');
    await until(sold, { state: 'verified', payout: 'sent' });
    await takeAsMember(sold, 'send', '--parcel', `dhl:${CARRIER_FACTS.dhl.example}`);
    await take(buyer, sold, { type: 'report-arrived' });
    await until(sold, { state: 'delivered' });
    await take(buyer, sold, { type: 'confirm' });
    await until(sold, { state: 'complete' });

    await place(seller, 'ask', 220);
    await place(buyer, 'buy', 220);
    const failed = await keyOf(220);
    await until(failed, { state: 'paid', payment: 'held' });
    await takeAsMember(failed, 'cancel');
    await place(seller, 'ask', 250);
    await take(buyer, failed, { type: 'choose-lowest-ask', price: 250 });
    await until(failed, { choice: 'replaced' });
    await until(await keyOf(250), { state: 'paid', payment: 'held' });

    await market.close();
    expect(lines).toEqual([]);
    await expectSoundMarket(database);
  });

  it('has a lane for each worker, and finds that of a product again after its shard was moved', {
    timeout: 120_000,
  }, async () => {
    const products = await buildProducts(
      database,
      Array.from({ length: 24 }, (_, index) => `Lane ${index}`),
    );
    const groups = await groupsOf(database.pool, 'all');
    await Promise.all(products.map((productId) => groups.find(productId)));
    const laneOf = (productId: number) => groups.laneOf(groups.known(productId) ?? '');
    const { rows: nodes } = await database.pool.query<{ port: number }>(
      'select nodeport as port from pg_dist_node where shouldhaveshards order by nodeid',
    );
    expect(new Set(products.map(laneOf)).size).toBe(nodes.length);
    const [moved = 0] = products;
    const [other] = products.filter((productId) => laneOf(productId) !== laneOf(moved));
    const { rows } = await database.pool.query<{ from: string; to: string }>(
      `select format('%L, %s', here.nodename, here.nodeport) as from, format('%L, %s', there.nodename, there.nodeport) as to
       from citus_shards as here join citus_shards as there on there.table_name = here.table_name
       where here.shardid = $1 and there.shardid = $2`,
      [groups.known(moved), groups.known(other ?? 0)],
    );
    await database.pool.query(
      `select citus_move_shard_placement(${groups.known(moved)}, ${rows[0]?.from}, ${rows[0]?.to}, 'block_writes')`,
    );
    await groups.findAllAgain();
    expect(laneOf(moved)).toBe(laneOf(other ?? 0));
  });

  it('loses no order while shards are moved under orders', { timeout: 300_000 }, async () => {
    const products = await buildProducts(
      database,
      Array.from({ length: 12 }, (_, index) => `Moved ${index}`),
    );
    await buildTraders(database, 'fay');
    const engine = openEngine(database, {
      groups: await groupsOf(database.pool, 'all'),
      connect: (node) => connectForOrders(database.address, { node }),
    });
    let isMoving = true;
    const accepted: string[] = [];
    const trading = products.map(async (productId) => {
      while (isMoving) {
        const bid = order('bid', 'fay', 10, { productId });
        expect(await engine.submit(bid)).toMatchObject({ kind: 'rested' });
        accepted.push(bid.orderId);
      }
    });
    for (const mode of ['block_writes', 'force_logical']) {
      const { rows } = await database.pool.query<{ shard: string; from: string; to: string }>(
        `select here.shardid as shard, format('%L, %s', here.nodename, here.nodeport) as from,
           format('%L, %s', there.nodename, there.nodeport) as to
         from citus_shards as here
         join pg_dist_node as there on there.shouldhaveshards and there.nodeport <> here.nodeport
         where here.table_name = 'books'::regclass order by here.shardid`,
      );
      for (const { shard, from, to } of rows) {
        await database.pool.query(`select citus_move_shard_placement(${shard}, ${from}, ${to}, '${mode}')`);
      }
    }
    isMoving = false;
    await Promise.all(trading);
    await engine.close();
    const { rows: saved } = await database.pool.query<{ id: string }>(
      `select order_id as id from orders where user_id = 'fay'`,
    );
    expect(saved.map(({ id }) => id).sort()).toEqual(accepted.sort());
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('goes on after a shard was split under orders', { timeout: 120_000 }, async () => {
    const products = await buildProducts(
      database,
      Array.from({ length: 24 }, (_, index) => `Split ${index}`),
    );
    await buildTraders(database, 'eve');
    const failures: unknown[] = [];
    const engine = openEngine(database, {
      groups: await groupsOf(database.pool, 'all'),
      connect: (node) => connectForOrders(database.address, { node, hasTimeLimits: false }),
      onFailure: (error) => failures.push(error),
    });
    const bidForAll = () =>
      Promise.all(products.map((productId) => engine.submit(order('bid', 'eve', 10, { productId }))));
    const kindsOf = async () => new Set((await bidForAll()).map(({ kind }) => kind));
    expect(await kindsOf()).toEqual(new Set(['rested']));
    const { rows } = await database.pool.query<{ shard: string; point: string; nodes: number[] }>(
      `select shardid::text as shard, ((shardminvalue::bigint + shardmaxvalue::bigint) / 2)::text as point,
         array(select nodeid from pg_dist_node where shouldhaveshards order by nodeid limit 2) as nodes
       from pg_dist_shard where logicalrelid = 'books'::regclass`,
    );
    for (const { shard, point, nodes } of rows) {
      await database.pool.query(`select citus_split_shard_by_split_points($1, $2, $3, 'block_writes')`, [
        shard,
        [point],
        nodes,
      ]);
    }
    expect(await kindsOf()).toEqual(new Set(['rested']));
    const afterSplit = failures.length;
    expect(await kindsOf()).toEqual(new Set(['rested']));
    await engine.close();
    expect(failures.length).toBe(afterSplit);
    await expectSoundMarket(database);
  });

  it('judges an id once for each product, whichever servers get it at the same moment', {
    timeout: 120_000,
  }, async () => {
    const [productId = 0, other = 0] = await buildProducts(database, ['Five', 'Six']);
    await buildTraders(database, 'cid');
    const engines = await Promise.all(
      [1, 2].map(async () =>
        openEngine(database, {
          groups: await groupsOf(database.pool, 'all'),
          connect: (node) => connectForOrders(database.address, { node, hasTimeLimits: false }),
        }),
      ),
    );
    const found: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const here = order('bid', 'cid', 10, { productId });
      const sent = [here, { ...here, size: '9.5' }, { ...here, productId: other }];
      const answers = await Promise.all(sent.map((each, index) => engines[index % 2]?.submit(each)));
      found.push(
        answers
          .map((answer) => (answer?.kind === 'refused' ? answer.code : answer?.kind))
          .sort()
          .join(),
      );
    }
    await Promise.all(engines.map((engine) => engine.close()));
    expect(new Set(found)).toEqual(new Set(['id-reused,rested,rested']));
    await expectSoundMarket(database);
  });

  it('hides several products at once', async () => {
    const ids = await buildProducts(database, ['Hidden 1', 'Hidden 2', 'Hidden 3', 'Hidden 4']);
    await transaction(database.pool, (tx) => hideProducts(tx, ids, 'ann', null));
    const { rows } = await database.pool.query(
      'select count(*)::int as closed from books where product_id = any($1) and is_closed',
      [ids],
    );
    expect(rows).toEqual([{ closed: 3 * ids.length }]);
  });

  it('shows each book as it is, with two servers, and every user their own orders at once', {
    timeout: 300_000,
  }, async () => {
    const names = ['Exact 1', 'Exact 2', 'Exact 3'];
    const ids = await buildProducts(database, names);
    const payments = { provider: 'play' } as const;
    const servers = [await buildTestApp({ database, payments }), await buildTestApp({ database, payments })];
    const [first] = servers as [TestApp, TestApp];
    const consumers = new Consumers({
      pool: database.pool,
      feed: first.feed,
      consumers: [new UserIndexConsumer()],
      onFailure(error) {
        throw error;
      },
    });
    await consumers.start();
    await Promise.all(servers.map(({ userIndex }) => userIndex?.follow()));
    const users = [await buildTrader(first), await buildTrader(first), await buildTrader(first)];
    const products = names.map((name, index) => ({ id: ids[index] ?? 0, name }));
    const reference = await tradeExactly({ servers, products, users, orders: 110, seed: 30 });
    expect(reference.trades.length).toBeGreaterThan(5);
    for (const user of users) {
      const open = reference.orders.filter(({ userId, status }) => userId === user.uid && status === 'open');
      const named = open.map(({ book, orderId }) => `${book.split('/')[0]}/${orderId}`);
      const answer = await callAt(first, user, `/queue?orders=${encodeURIComponent(named.join())}`);
      expect([answer.statusCode, answer.json<unknown[]>().length]).toEqual([200, open.length]);
    }
    await consumers.close();
    await Promise.all(servers.map((server) => server.close()));
    await expectSoundMarket(database);
  });
});
