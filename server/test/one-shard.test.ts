import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../src/audit/audit.js';
import type { Database } from '../src/database/connect.js';
import { declaredStatements } from '../src/database/statement.js';
import { distributionSteps, TABLE_KINDS } from '../src/distribution/distribution.js';
import { statementsInShard } from '../src/orders/batch-statement.js';
import { isIdTaken } from '../src/orders/batch-writes.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { GROUP_OF_EACH_PRODUCT, shardGroups } from '../src/orders/order-groups.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { leavesItsShard } from './one-shard-rules.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;
let products: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob');
  products = await buildProducts(database, ['One', 'Two', 'Three']);
});

afterAll(() => database.close());

/** The statements sent on the engine's connection, by name where they have one. */
function recorded(sent: { name: string; values: readonly unknown[] }[]) {
  return async () => {
    const client = await connectForOrders(database.address, { isInShard: isOnCluster() });
    const query = client.query.bind(client) as (config: unknown) => Promise<unknown>;
    const recording = (config: string | { name: string; values?: unknown[] }) => {
      sent.push(typeof config === 'string' ? { name: config, values: [] } : { values: [], ...config });
      return query(config);
    };
    return Object.assign(client, { query: recording as unknown as pg.Client['query'] });
  };
}

function textOf(name: string): string {
  return declaredStatements().find((declared) => declared.name === name)?.text ?? '';
}

describe('a batch of one group', () => {
  it('stays in one shard with every statement from its beginning to its commit, and with all that it writes', async () => {
    const sent: { name: string; values: readonly unknown[] }[] = [];
    const engine = openEngine(database, {
      connect: recorded(sent),
      groups: GROUP_OF_EACH_PRODUCT,
      openOrderLimits: { perBook: 2, perUser: 100 },
    });
    const asks = products.map((productId) => order('ask', 'ann', 200, { productId }));
    await Promise.all([...asks, ...asks.slice(1)].map((each) => engine.submit(each)));
    await Promise.all(products.map((productId) => engine.submit(order('bid', 'ann', 90, { productId }))));
    await Promise.all(products.map((productId) => engine.submit(order('bid', 'ann', 91, { productId }))));
    await Promise.all(products.map((productId) => engine.submit(order('buy', 'bob', 200, { productId }))));
    await engine.submit(
      await cancellation(database, 'ask', 'ann', asks[0]?.orderId ?? '').then((each) => each),
    );
    await engine.close();
    const batches = transactionsIn(sent.map(({ name }) => name));
    const names = [...new Set(batches.flat())];
    // On the coordinator, without a log: it commits with the shard in one phase.
    expect(names.filter((name) => leavesItsShard(textOf(name)).length > 0)).toEqual(['announce-feed-entry']);
    const inShard = statementsInShard().map(({ name }) => name);
    expect(names.filter((name) => !inShard.includes(name)).sort()).toEqual([
      'announce-feed-entry',
      'read-readiness',
      'save-feed-entry',
    ]);
    const lists = sent.filter(({ name }) => inShard.includes(name)).map(({ values }) => values.at(-1));
    expect(new Set(lists)).toEqual(new Set(products.map((productId) => `{${productId}}`)));
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  // A cluster has shards of its own.
  it.skipIf(isOnCluster())(
    'belongs to the shard in which the database places the product, read once, and again after a failure',
    async () => {
      const asked: number[] = [];
      let fails = false;
      let isSplit = false;
      const [first = 0, second = 0, third = 0] = products;
      const groups = shardGroups({
        async shardsOf(productIds) {
          asked.push(...productIds);
          const shardOf = (productId: number) =>
            productId === third ? 'b' : isSplit && productId === first ? 'c' : 'a';
          return new Map(productIds.map((productId) => [productId, shardOf(productId)]));
        },
        nodes: async () => new Map([...'abc'].map((shard) => [shard, 1])),
      });
      const sent: { name: string; values: readonly unknown[] }[] = [];
      const connect = recorded(sent);
      const engine = openEngine(database, {
        groups,
        async connect() {
          const client = await connect();
          const query = client.query.bind(client) as (config: unknown) => Promise<unknown>;
          const failing = (config: unknown) => {
            const isFailure = fails && config === 'commit';
            fails &&= !isFailure;
            return isFailure ? Promise.reject(new Error('The batch is across two shards.')) : query(config);
          };
          return Object.assign(client, { query: failing as unknown as pg.Client['query'] });
        },
      });
      const bidForAll = async () => {
        const bids = [first, second, third].map((productId) => order('bid', 'bob', 5, { productId }));
        await Promise.all(bids.map((each) => engine.submit(each)));
      };
      await bidForAll();
      await bidForAll();
      expect(asked.sort()).toEqual([first, second, third].sort());
      const taken = sent
        .filter(({ name }) => name === 'take-books-in-shard')
        .map(({ values }) => values.at(-1));
      expect(taken.slice(-2)).toEqual([`{${first},${second}}`, `{${third}}`]);
      isSplit = true;
      fails = true;
      await bidForAll();
      expect(asked.slice(3).sort()).toEqual([first, second, third].sort());
      await bidForAll();
      await engine.close();
      const afterwards = sent.filter(({ name }) => name === 'take-books-in-shard').slice(-3);
      expect(afterwards.map(({ values }) => values.at(-1))).toEqual([
        `{${first}}`,
        `{${second}}`,
        `{${third}}`,
      ]);
    },
  );
});

describe('the lane of an order', () => {
  it('is that of the machine of its shard, also after the shard was moved or split', async () => {
    let nowMs = 0;
    let nodes = new Map([
      ['a', 3],
      ['b', 5],
      ['c', 3],
    ]);
    let shards = ['a', 'b', 'c'];
    const groups = shardGroups({
      shardsOf: async (ids) => new Map(ids.map((id) => [id, shards[id] ?? ''])),
      nodes: async () => nodes,
      nowMs: () => nowMs,
    });
    const lanes = () => [0, 1, 2].map((id) => groups.laneOf(groups.known(id) ?? ''));
    await Promise.all([0, 1, 2].map((id) => groups.find(id)));
    expect(lanes()).toEqual(['0', '1', '0']);
    nodes = new Map([...nodes, ['c', 5]]);
    expect(lanes()).toEqual(['0', '1', '0']);
    nowMs = 5_001;
    lanes();
    await vi.waitFor(() => expect(lanes()).toEqual(['0', '1', '1']), 60_000);
    nodes = new Map([
      ['b', 5],
      ['c', 5],
      ['d', 3],
      ['e', 5],
    ]);
    shards = ['e', 'b', 'c'];
    await groups.findAllAgain();
    expect(lanes()).toEqual(['1', '1', '1']);
  });

  it('is found with one question for all commands of a product, which then keep their order', async () => {
    const asked: number[] = [];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const groups = shardGroups({
      async shardsOf(productIds) {
        asked.push(...productIds);
        return new Map(productIds.map((productId) => [productId, 'a']));
      },
      nodes: () => answered.then(() => new Map([['a', 1]])),
    });
    const order: number[] = [];
    const commands = [1, 2, 3].map(async (command) => {
      await (groups.known(7) ?? groups.find(7));
      order.push(command);
    });
    await Promise.resolve();
    const last = Promise.resolve(groups.known(7) ?? groups.find(7)).then(() => order.push(4));
    answer();
    await Promise.all([...commands, last]);
    expect([asked, order, groups.known(7)]).toEqual([[7], [1, 2, 3, 4], 'a']);
  });

  it('is shared by some machines if there are very many', async () => {
    const groups = shardGroups({
      shardsOf: async (ids) => new Map(ids.map((id) => [id, String(id)])),
      nodes: async () => new Map(Array.from({ length: 50 }, (_, node) => [String(node), node])),
    });
    await Promise.all(Array.from({ length: 50 }, (_, id) => groups.find(id)));
    expect(new Set(Array.from({ length: 50 }, (_, id) => groups.laneOf(String(id)))).size).toBe(8);
  });
});

/** The names between each beginning and its commit. */
function transactionsIn(names: readonly string[]): string[][] {
  const transactions: string[][] = [];
  let current: string[] | null = null;
  for (const name of names) {
    if (name.startsWith('begin')) {
      current = [];
    } else if (name === 'commit' && current) {
      transactions.push(current);
      current = null;
    } else {
      current?.push(name);
    }
  }
  return transactions;
}

it.each([
  ['the constraint', '', { code: '23505', constraint: 'orders_by_id' }, true],
  ['one of a shard', 'duplicate key … "orders_by_id_102023"', { code: '23505' }, true],
  ['that of refusals in a shard', '« refusals_pkey_102041 »', { code: '23505' }, true],
  ['another constraint', 'duplicate key … "orders_pkey_102023"', { code: '23505' }, false],
  ['a longer name', 'duplicate key … "old_orders_by_id"', { code: '23505' }, false],
  ['another error', 'relation "orders_by_id" …', { code: '42P01' }, false],
])('an id that is taken is recognized by %s', (_what, message, fields, isTaken) => {
  const error = Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields);
  expect(isIdTaken(error)).toBe(isTaken);
});

describe('a statement of a batch', () => {
  it.each(statementsInShard())('$name stays in its shard', ({ text }) => {
    expect(leavesItsShard(text)).toEqual([]);
  });
});

describe('the rules find', () => {
  it.each([
    ['a table that nothing keeps', `select * from orders as o where o.seq = $1`, /keeps o within/],
    [
      'one of two',
      `select * from orders as o join books as b on true where o.product_id = any($1)`,
      /keeps b/,
    ],
    ['a condition on another table', `select * from orders as o where b.product_id = any($1)`, /keeps o/],
    [
      'one of two branches',
      `select 1 from orders as o where o.product_id = any($1) union all select 1 from orders as o`,
      /keeps o/,
    ],
    ['a table without an alias', `update books set seq = 1 where size = '9'`, /keeps books/],
    [
      'two lists',
      `select 1 from orders as o join books as b on true where o.product_id = any($1) and b.product_id = any($2)`,
      /several lists/,
    ],
    ['a way around', `select 1 from orders as o where o.product_id = any($1) or true`, /"or"/],
    ['a table of the coordinator', `insert into lanes (lane) values ($1)`, /coordinator|not distributed/],
    ['a change of what all have', `update accounts as a set name = $1`, /every machine/],
    [
      'a table behind a comma',
      `select 1 from orders as o, books as b where o.product_id = any($1)`,
      /commas/,
    ],
    ['a table that is not known', `select 1 from secrets`, /not a table/],
    [
      'rows of any product',
      `insert into orders (product_id, seq) select * from unnest($1::int4[], $2::int4[]) as made (product_id, seq)`,
      /any product/,
    ],
    [
      'rows of another product',
      `insert into orders (product_id, seq) select made.product_id, made.seq from unnest($1::int4[]) as made (product_id) join books as book on true where book.product_id = any($2)`,
      /any product/,
    ],
    [
      'rows whose product comes later',
      `insert into orders (seq, product_id) select book.seq, book.product_id from unnest($1::int4[]) as made (seq) join books as book on true where book.product_id = any($2)`,
      /any product/,
    ],
  ])('%s', (_what, sql, says) => {
    expect(leavesItsShard(sql).join('\n')).toMatch(says);
  });
});

describe('perkex distribute', () => {
  it('knows how to place each table of the schema', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    expect(Object.keys(TABLE_KINDS).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('distributes tables with a product by it, and each of their unique keys contains the product', async () => {
    const { rows } = await database.pool.query<{ table: string; index: string; columns: string[] }>(
      `select c.relname::text as "table", i.indexrelid::regclass::text as "index", array(
         select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)) as columns
       from pg_index as i join pg_class as c on c.oid = i.indrelid
       where i.indisunique and relnamespace = 'public'::regnamespace`,
    );
    const without = rows.filter(
      ({ table, columns }) => TABLE_KINDS[table] === 'distributed' && !columns.includes('product_id'),
    );
    expect(without.map(({ index }) => index)).toEqual([]);
  });

  it('puts books first among the distributed tables, after the reference tables, and co-locates all others with them', () => {
    const placed = distributionSteps(16, []).flatMap(({ statements }) => statements);
    const calls = placed.filter((sql) => sql.startsWith('select'));
    expect(calls.slice(0, 4)).toEqual([
      `select create_reference_table('products')`,
      `select create_reference_table('product_pictures')`,
      `select create_reference_table('accounts')`,
      `select create_distributed_table('books', 'product_id', shard_count := 16)`,
    ]);
    expect(calls.slice(4).every((sql) => sql.includes(`'product_id', colocate_with := 'books'`))).toBe(true);
  });

  it('leaves tables alone that are placed already', () => {
    const placed = Object.keys(TABLE_KINDS);
    expect(distributionSteps(16, placed).flatMap(({ statements }) => statements)).toEqual([]);
    const rest = distributionSteps(
      16,
      placed.filter((table) => table !== 'trades'),
    );
    expect(rest.flatMap(({ statements }) => statements)).toEqual([
      `select create_distributed_table('trades', 'product_id', colocate_with := 'books')`,
    ]);
  });
});
