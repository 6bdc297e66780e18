import { audit } from '@perkex/server/audit/audit.js';
import { readProduct } from '@perkex/server/catalogue/read-product.js';
import { connectPatiently, type Database, endConnection } from '@perkex/server/database/connect.js';
import { transactionOn } from '@perkex/server/database/transaction.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, isOnCluster } from '../../server/test/test-database.js';
import { fillMadeUp, type MadeUpFilling } from '../src/fill-made-up.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const FILLING = { count: 400, seed: 1, now: NOW, firstTrader: 240 };

async function filledDatabase(filling: MadeUpFilling, onProgress?: (done: number, total: number) => void) {
  const database = await createTestDatabase();
  const client = await connectPatiently(database.address);
  await transactionOn(client, (tx) => fillMadeUp(tx, filling, onProgress));
  await endConnection(client);
  return database;
}

async function one(database: Database, sql: string): Promise<Record<string, unknown>> {
  return (await database.pool.query(sql)).rows[0];
}

// A market is filled before it is distributed.
describe.skipIf(isOnCluster()).each([
  ['some', 'some' as const],
  ['twenty of each product', 20],
])('a made-up market with open orders, %s,', (_title, ordersPerProduct) => {
  let database: Database;
  const progress: [number, number][] = [];

  beforeAll(async () => {
    database = await filledDatabase({ ...FILLING, ordersPerProduct }, (done, total) =>
      progress.push([done, total]),
    );
  });

  afterAll(() => database.close());

  it('holds every invariant', async () => {
    const results = await audit(database.pool);
    expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(results[0]?.checked).toBeGreaterThan(4_000);
  });

  it('has its orders from house accounts, which are not on both sides of a book', async () => {
    const sides = await one(
      database,
      `select count(*)::int as orders,
         count(*) filter (where not exists (
           select from accounts where accounts.user_id = orders.user_id and is_house
         ))::int as strangers,
         (select max(count) from (select count(*) from orders group by user_id) as of_user)::int as most,
         (select count(*) from (
           select from orders group by product_id, size, user_id having count(distinct side) > 1
         ) as crossed)::int as "onBothSides"
       from orders`,
    );
    expect(sides).toMatchObject({ strangers: 0, onBothSides: 0 });
    expect(sides.most).toBeLessThan(500);
    const trading = await one(
      database,
      'select count(*)::int as products from products where trades_from is null',
    );
    if (ordersPerProduct === 'some') {
      expect(sides.orders).toBeGreaterThan(400);
    } else {
      expect(sides.orders).toBe(Number(trading.products) * ordersPerProduct);
    }
  });

  it('has no orders for products that do not trade yet', async () => {
    const { orders } = await one(
      database,
      `select count(*)::int as orders from orders join products on products.id = product_id
       where trades_from is not null`,
    );
    expect(orders).toBe(0);
  });

  it('reports its progress to the end', () => {
    expect(progress.at(-1)).toEqual([1_600, 1_600]);
  });
});

it('a made-up market has past sales, and products with drawings and descriptions', async () => {
  const database = await filledDatabase({ ...FILLING, ordersPerProduct: 'some' });
  try {
    const { id } = await one(database, 'select product_id as id from past_sales limit 1');
    const product = await readProduct(database.pool, Number(id), Date.now());
    expect(product?.lastsales.length).toBeGreaterThan(0);
    expect(product?.asks.length).toBeGreaterThan(0);
    expect(product?.thumbnail).toMatch(new RegExp(`^/drawings/${id}\\.svg\\?v=[0-9a-f]{10}$`));
    expect(product?.description).toContain('Made up');
  } finally {
    await database.close();
  }
});
