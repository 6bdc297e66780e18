import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeAddress, type Shard, ShardMovedError } from '../src/database/citus.js';
import type { Database } from '../src/database/connect.js';
import { type ShardTables, shardStatements, TABLES_OF_SHARD } from '../src/database/shard-statement.js';
import { distributionSteps, TABLE_KINDS } from '../src/distribution/distribution.js';
import { isIdTaken } from '../src/orders/batch-writes.js';
import { connectForOrders } from '../src/orders/order-connection.js';
import { shardGroups } from '../src/orders/order-groups.js';
import { buildProducts, buildTraders, cancellation, openEngine, order, smallGroups } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;
let products: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob');
  products = await buildProducts(database, ['One', 'Two', 'Three']);
});

afterAll(() => database.close());

interface Sent {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Notes the statements of each connection of an engine, by name where they have one. */
function recorded(connections: Sent[][]) {
  return async (node?: NodeAddress) => {
    const sent: Sent[] = [];
    connections.push(sent);
    const client = await connectForOrders(database.address, { node });
    const query = client.query.bind(client) as (config: unknown) => Promise<unknown>;
    const recording = (config: string | { name: string; values?: unknown[] }) => {
      const { name, values = [] } = typeof config === 'string' ? { name: config } : config;
      sent.push({ name: node ? (name.split(' of shard ')[0] ?? '') : name, values });
      return query(config);
    };
    return Object.assign(client, { query: recording as unknown as pg.Client['query'] });
  };
}

describe('a batch of one group', () => {
  it('uses only the tables of its shard, and announces its entry on another connection before it commits', async () => {
    const connections: Sent[][] = [];
    const engine = openEngine(database, {
      connect: recorded(connections),
      groups: smallGroups(database),
      openOrderLimits: { perBook: 2, perUser: 100 },
    });
    const asks = products.map((productId) => order('ask', 'ann', 200, { productId }));
    await Promise.all([...asks, ...asks.slice(1)].map((each) => engine.submit(each)));
    await Promise.all(products.map((productId) => engine.submit(order('bid', 'ann', 90, { productId }))));
    await Promise.all(products.map((productId) => engine.submit(order('bid', 'ann', 91, { productId }))));
    await Promise.all(products.map((productId) => engine.submit(order('buy', 'bob', 200, { productId }))));
    await engine.submit(await cancellation(database, 'ask', 'ann', asks[0]?.orderId ?? ''));
    await engine.close();
    const inShard = [...shardStatements().map(({ name }) => name), 'hold-shard', 'is-shard-here'];
    const transactions = connections.flatMap((sent) => transactionsIn(sent.map(({ name }) => name)));
    expect(transactions.length).toBeGreaterThan(products.length);
    expect(transactions.flat().filter((name) => !inShard.includes(name))).toEqual([]);
    const others = connections.filter((sent) => sent.some(({ name }) => name === 'announce-feed-entry'));
    const ofOthers = new Set(others.flat().map(({ name }) => name.split(' ')[0]));
    expect([...ofOthers].sort()).toEqual(
      expect.arrayContaining(['announce-feed-entry', 'mark-feed-stream', 'set']),
    );
    expect(ofOthers).not.toContain('begin');
    if (!isOnCluster()) {
      const taken = connections.flat().filter(({ name }) => name === 'take-books');
      expect(new Set(taken.map(({ values }) => values[0]))).toEqual(
        new Set(products.map((productId) => `{${productId}}`)),
      );
    }
    await expectSoundMarket(database);
  });

  // A cluster has shards of its own.
  it.skipIf(isOnCluster())(
    'belongs to the shard in which the database places the product, read once, and again after a failure',
    async () => {
      const asked: number[] = [];
      let fails = false;
      let isSplit = false;
      const [first = 0, second = 0, third = 0] = products;
      const found = shardGroups({
        async shardsOf(productIds) {
          asked.push(...productIds);
          const shardOf = (productId: number) =>
            productId === third ? 'b' : isSplit && productId === first ? 'c' : 'a';
          return new Map(productIds.map((productId) => [productId, shardOf(productId)]));
        },
        all: async () => shardsOn({ a: 1, b: 1, c: 1 }),
      });
      const connections: Sent[][] = [];
      const connect = recorded(connections);
      const engine = openEngine(database, {
        groups: { ...found, shardOf: () => null },
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
      const taken = () =>
        connections.flatMap((sent) =>
          sent.filter(({ name }) => name === 'take-books').map(({ values }) => values[0]),
        );
      expect(taken().slice(-2)).toEqual([`{${first},${second}}`, `{${third}}`]);
      isSplit = true;
      fails = true;
      await bidForAll();
      expect(asked.slice(3).sort()).toEqual([first, second, third].sort());
      await bidForAll();
      await engine.close();
      expect(taken().slice(-3)).toEqual([`{${first}}`, `{${second}}`, `{${third}}`]);
    },
  );
});

/** Shards by their names, each on the machine with this port. */
function shardsOn(ports: Readonly<Record<string, number>>): Map<string, Shard> {
  const shards = Object.entries(ports).map(([id, port]): [string, Shard] => [
    id,
    { id, node: { host: 'db', port }, tables: {} as ShardTables },
  ]);
  return new Map(shards);
}

describe('the lane of an order', () => {
  it('is that of the machine of its shard, and found again after the shard was moved or split', async () => {
    let all = shardsOn({ a: 3, b: 5, c: 3 });
    let shards = ['a', 'b', 'c'];
    const groups = shardGroups({
      shardsOf: async (ids) => new Map(ids.map((id) => [id, shards[id] ?? ''])),
      all: async () => all,
    });
    const groupOf = (id: number) => groups.known(id) ?? '';
    const lanes = () => [0, 1, 2].map((id) => groups.laneOf(groupOf(id)));
    await Promise.all([0, 1, 2].map((id) => groups.find(id)));
    expect(lanes()).toEqual(['db:3', 'db:5', 'db:3']);
    all = shardsOn({ a: 3, b: 5, c: 5 });
    expect(lanes()).toEqual(['db:3', 'db:5', 'db:3']);
    await groups.findAllAgain();
    expect(lanes()).toEqual(['db:3', 'db:5', 'db:5']);
    all = shardsOn({ b: 5, c: 5, d: 3, e: 5 });
    await groups.findAllAgain();
    expect(() => groups.shardOf(groupOf(0))).toThrow(ShardMovedError);
    shards = ['e', 'b', 'c'];
    await groups.findAllAgain();
    expect(lanes()).toEqual(['db:5', 'db:5', 'db:5']);
    expect(groups.shardOf(groupOf(0))).toMatchObject({ id: 'e', node: { host: 'db', port: 5 } });
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
      all: () => answered.then(() => shardsOn({ a: 1 })),
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
  const marked = Object.fromEntries(TABLES_OF_SHARD.map((table) => [table, `${table}_1`])) as ShardTables;
  const tablesAfter = (verbs: string, text: string) =>
    [...text.matchAll(new RegExp(`\\b(?:${verbs})\\s+(\\w+)`, 'gi'))].map(([, table = '']) => table);

  it.each(shardStatements())('$name names only tables of its shard, and writes no copy', (declared) => {
    const text = declared.text(marked);
    const named = tablesAfter('from|join|update|into|using', text);
    expect(named.filter((table) => TABLE_KINDS[table] !== undefined)).toEqual([]);
    const written = tablesAfter('update|into|delete from', text).filter((table) => table.endsWith('_1'));
    expect(written.filter((table) => TABLE_KINDS[table.replace(/_1$/, '')] !== 'distributed')).toEqual([]);
  });

  it('has a text and a name of its own for each set of tables', async () => {
    const sent: { name: string; text: string }[] = [];
    const client = {
      query: async (config: { name: string; text: string }) => {
        sent.push(config);
        return { rows: [], rowCount: 0 };
      },
    } as unknown as pg.ClientBase;
    const save = shardStatements().find(({ name }) => name === 'save-feed-entry');
    const tablesOf = (number: number) =>
      Object.fromEntries(TABLES_OF_SHARD.map((table) => [table, `${table}_${number}`])) as ShardTables;
    const others = { ...tablesOf(2), books: tablesOf(1).books };
    for (const tables of [tablesOf(1), others, tablesOf(1)]) {
      await save?.run({ client, tables }, []);
    }
    expect(sent[1]).not.toEqual(sent[0]);
    expect(sent[1]?.name).not.toBe(sent[0]?.name);
    expect(sent[2]).toEqual(sent[0]);
  });

  it('has tables on the machine of every shard', () => {
    expect(TABLES_OF_SHARD.filter((table) => TABLE_KINDS[table] === 'local')).toEqual([]);
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
