import { randomUUID } from 'node:crypto';
import { audit } from '@perkex/server/audit/audit.js';
import { readProduct } from '@perkex/server/catalogue/read-product.js';
import { ADVISORY_LOCKS } from '@perkex/server/database/advisory-locks.js';
import type { Database } from '@perkex/server/database/connect.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../server/test/test-database.js';
import { fillEmptyMarket } from '../src/fill-empty-market.js';

let database: Database;
/** The day on which the market began. */
let began: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

it('two servers that start at once fill an empty database once, and it holds every invariant', async () => {
  const now = new Date();
  began = now.toISOString().slice(0, 10);
  expect(
    (
      await Promise.all([
        fillEmptyMarket(database, now, { newId: randomUUID }),
        fillEmptyMarket(database, now, { newId: randomUUID }),
      ])
    ).sort(),
  ).toEqual([false, true]);
  const { rows } = await database.pool.query('select count(*)::int as products from products');
  expect(rows[0]?.products).toBeGreaterThanOrEqual(60);
  expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
});

it('a server waits for another one that fills the database, longer than for an order', async () => {
  const ORDER_LOCK_TIMEOUT_MS = 3_000;
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.filling]);
  const filling = fillEmptyMarket(database, new Date(), { newId: randomUUID });
  try {
    await Promise.race([
      filling,
      vi.waitFor(async () => {
        const { rows } = await holder.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
             and now() - query_start > $1 * interval '1 ms'`,
          [ORDER_LOCK_TIMEOUT_MS + 500],
        );
        expect(rows).toHaveLength(1);
      }, 20_000),
    ]);
  } finally {
    holder.release(true);
  }
  expect(await filling).toBe(false);
});

it('one size of ten has neither asks nor bids, of the products that trade', async () => {
  const { rows } = await database.pool.query<{ empty: number; all: number }>(
    `select count(*) filter (where open_asks + open_bids = 0)::int as empty, count(*)::int as all
     from books where product_id in (select id from products where trades_from is null)`,
  );
  const { empty = 0, all = 0 } = rows[0] ?? {};
  expect(Math.abs(all - 10 * empty)).toBeLessThan(10);
});

it('eight products are released after the day on which it begins, and trade from then on', async () => {
  const { rows } = await database.pool.query<{ ahead: number; orders: number }>(
    `select count(*) filter (where release_date = trades_from)::int as ahead,
       (select count(*)::int from orders where product_id in (select id from products where release_date > $1)) as orders
     from products where release_date > $1`,
    [began],
  );
  expect(rows).toEqual([{ ahead: 8, orders: 0 }]);
});

it('a product has a picture, sizes, open orders and past sales', async () => {
  const product = await readProduct(database.pool, 1, Date.now());
  expect(product?.thumbnail).toMatch(/^\/drawings\/1\.svg\?v=[0-9a-f]{10}$/);
  expect(product?.sizes.length).toBeGreaterThan(5);
  expect(product?.asks.length).toBeGreaterThan(5);
  expect(product?.lastsales.length).toBeGreaterThan(10);
});

it('a database that has products keeps them', async () => {
  expect(await fillEmptyMarket(database, new Date(), { newId: randomUUID })).toBe(false);
});

it('products of an older version get the newly known facts, and keep the facts they have', async () => {
  const before = await readProduct(database.pool, 1, Date.now());
  expect(before).toMatchObject({
    brand: 'Jordan',
    styleCode: 'DZ5485-612',
    colourway: 'Varsity Red/Black-Sail-Muslin',
    releaseDate: '2022-11-19',
    retailPrice: 180,
    model: 'Air Jordan 1',
    nickname: 'Lost & Found',
    kind: 'men',
    description: expect.stringMatching(/^The Air Jordan 1 of 1985 in Chicago's colours/),
  });
  await database.pool.query(
    `update products set style_code = null, nickname = null, description = null, colourway = 'Red' where id = 1`,
  );
  expect(await fillEmptyMarket(database, new Date(), { newId: randomUUID })).toBe(false);
  expect(await readProduct(database.pool, 1, Date.now())).toEqual({ ...before, colourway: 'Red' });
  await database.pool.query('update products set colourway = $1 where id = 1', [before?.colourway]);
});

it('drawn products of an older version get their silhouettes and new addresses', async () => {
  const before = (await readProduct(database.pool, 1, Date.now()))?.thumbnail;
  await database.pool.query(
    `update products set drawing = '{"silhouette": "boot", "colours": {}}', thumbnail = '/drawings/1.svg' where id = 1`,
  );
  await database.pool.query(`update products set thumbnail = 'https://example.com/2.png' where id = 2`);
  expect(await fillEmptyMarket(database, new Date(), { newId: randomUUID })).toBe(false);
  expect((await readProduct(database.pool, 1, Date.now()))?.thumbnail).toBe(before);
  expect((await readProduct(database.pool, 2, Date.now()))?.thumbnail).toBe('https://example.com/2.png');
});
