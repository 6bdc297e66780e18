import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { recognizeDistribution } from '../src/database/citus.js';
import { connectDatabase, type Database } from '../src/database/connect.js';
import { migrate } from '../src/database/migrate.js';
import { declaredStatements } from '../src/database/statement.js';
import { distribute } from '../src/distribution/distribute.js';
import type { DistributionStep } from '../src/distribution/distribution.js';
import { requirePlacedTables } from '../src/distribution/placement.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { groupsOf } from '../src/orders/order-groups.js';
import { loadAllStatements } from './all-statements.js';
import { faultWhenDistributed } from './distributed-statements.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';

/** Only for a plain database, with another name there than `-in-shard` or `-distributed`. */
const PLAIN_ONLY = ['read-new-feed-entries'];

/** The other statements have a form of their own for a plain database. */
function statementsWhenDistributed() {
  const names = declaredStatements().map(({ name }) => name);
  expect(PLAIN_ONLY.filter((name) => !names.includes(name))).toEqual([]);
  const isPlainOnly = (name: string) =>
    PLAIN_ONLY.includes(name) || names.includes(`${name}-distributed`) || names.includes(`${name}-in-shard`);
  return declaredStatements().filter(({ name }) => !isPlainOnly(name));
}

/** The coordinator of a cluster with its workers; the tables of this database are deleted. */
const url = process.env.DATABASE_URL_TEST_CITUS;
if (url === undefined) {
  console.log('DATABASE_URL_TEST_CITUS is not set: a distributed market is not tried.');
}

describe.skipIf(url === undefined)('a market that is distributed by Citus', () => {
  let database: Database;

  /** By name: the schema also has what the extension knows of its tables. */
  async function dropAll(): Promise<void> {
    const { rows } = await database.pool.query<{ command: string }>(
      `select format('drop %s %s cascade', kind, name) as command from (
         select 'table' as kind, oid::regclass::text as name, oid from pg_class
         where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         union all
         select 'sequence', oid::regclass::text, oid from pg_class
         where relkind = 'S' and relnamespace = 'public'::regnamespace
         union all
         select 'function', oid::regprocedure::text, oid from pg_proc where pronamespace = 'public'::regnamespace
       ) as made
       where not exists (select from pg_depend where objid = made.oid and deptype in ('e', 'i', 'a'))
       order by kind desc`,
    );
    for (const { command } of rows) {
      await database.pool.query(command);
    }
  }

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
    await dropAll();
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
    await requirePlacedTables(database.pool);
    expect(await recognizeDistribution(database.pool)).toBe(true);
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

  it('goes on after a shard was split under orders', { timeout: 120_000 }, async () => {
    const products = await buildProducts(
      database,
      Array.from({ length: 24 }, (_, index) => `Split ${index}`),
    );
    await buildTraders(database, 'eve');
    const failures: unknown[] = [];
    const engine = openEngine(database, {
      groups: await groupsOf(database.pool, 'all'),
      connect: () => connectForOrders(database.address, { isInShard: true, hasTimeLimits: false }),
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
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
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
          connect: () => connectForOrders(database.address, { isInShard: true, hasTimeLimits: false }),
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
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
