import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { connectDatabase, type Database } from '../src/database/connect.js';
import { migrate } from '../src/database/migrate.js';
import { distribute } from '../src/distribution/distribute.js';
import type { DistributionStep } from '../src/distribution/distribution.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { groupsOf } from '../src/orders/order-groups.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';

/** The coordinator of a cluster with its workers; the tables of this database are deleted. */
const url = process.env.DATABASE_URL_TEST_CITUS;
if (url === undefined) {
  console.log('DATABASE_URL_TEST_CITUS is not set: a distributed market is not tried.');
}

describe.skipIf(url === undefined)('a market that is distributed by Citus', () => {
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
    const address = { connectionString: url ?? '' };
    database = connectDatabase(address, () => {}, { hasTimeLimits: false });
    await database.pool.query('drop schema public cascade');
    await database.pool.query('create schema public');
    await migrate(database.pool);
    await buildProducts(database, ['Before']);
  });

  afterAll(() => database?.close());

  it('is distributed once, with its contents, and then left as it is', { timeout: 120_000 }, async () => {
    expect((await distributed(4)).length).toBeGreaterThan(0);
    expect(await distributed(4)).toEqual([]);
    const { rows } = await database.pool.query('select count(*)::int as books from books');
    expect(rows).toEqual([{ books: 3 }]);
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
      connect: async () => {
        const client = await connectForOrders(database.address, { isInShard: true, hasTimeLimits: false });
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
    await engine.close();
    expect(notices.filter((message) => /PREPARE TRANSACTION/.test(message))).toEqual([]);
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
