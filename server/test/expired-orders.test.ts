import { randomUUID } from 'node:crypto';
import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BOOK_CHANGES } from '../src/books/book-changes.js';
import type { Database } from '../src/database/connect.js';
import type { FeedEntry } from '../src/feed/entry.js';
import { closeExpiredOrders } from '../src/orders/expired-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { age, buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { closeAfterAudit } from './sound-market.js';
import { createTestDatabase } from './test-database.js';

const DAY = { lifetimeMs: lifetimeMs(1) };

let database: Database;
/** Two servers on one database. */
let engine: MatchingEngine;
let other: MatchingEngine;
/** The entries of the first server's batches. */
const entries: FeedEntry[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  engine = openEngine(database, { onBatch: (entry) => entries.push(entry) });
  other = openEngine(database);
  await buildTraders(database, 'ann', 'bob', 'cid');
});

afterAll(async () => {
  await engine.close();
  await other.close();
  await closeAfterAudit(database, database);
});

async function newProduct(): Promise<number> {
  return (await buildProducts(database, [randomUUID()]))[0] ?? 0;
}

async function openOrders(productId: number): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from orders where product_id = $1 and status = 'open'`,
    [productId],
  );
  return rows[0]?.count ?? 0;
}

/** The numbers of orders that each batch closed as expired since the last call. */
function closedAsExpired(): number[] {
  return entries.splice(0).map(({ changes }) => {
    const orders = BOOK_CHANGES.in(changes).flatMap((change) => change.orders);
    return orders.filter(({ reason }) => reason === 'expired').length;
  });
}

it('an order that has expired does not trade, though no sweep has closed it', async () => {
  const productId = await newProduct();
  await engine.submit(order('ask', 'ann', 200, { productId, ...DAY }));
  await engine.submit(order('ask', 'ann', 220, { productId, lifetimeMs: lifetimeMs(3) }));
  await age(database, 1);
  const refused = await engine.submit(order('buy', 'bob', 210, { productId }));
  expect(refused).toEqual({ kind: 'refused', code: 'price-moved' });
  expect(await engine.submit(order('bid', 'bob', 230, { productId }))).toMatchObject({ priceCents: 22_000 });
  expect(closedAsExpired()).toEqual([0, 0, 1, 0]);
});

it('an expired order below the best ones can be removed, and not replaced', async () => {
  const productId = await newProduct();
  const late = order('bid', 'ann', 100, { productId, ...DAY });
  const placed = await engine.submit(late);
  await engine.submit(order('bid', 'ann', 180, { productId }));
  await engine.submit(order('bid', 'ann', 170, { productId }));
  await age(database, 1);
  const replacedSeq = placed.kind === 'rested' ? placed.seq : 0;
  const replacing = order('bid', 'ann', 110, { productId, replacedSeq });
  expect(await engine.submit(replacing)).toEqual({ kind: 'refused', code: 'unknown-order' });
  const removing = await cancellation(database, 'bid', 'ann', late.orderId);
  expect(await other.submit(removing)).toEqual({ kind: 'cancelled', wasOpen: false });
  expect(closedAsExpired().at(-1)).toBe(1);
});

it('an order meets the best open one below thousands that have expired, which few of a batch’s orders are', async () => {
  const productId = await newProduct();
  await engine.submit(order('ask', 'ann', 100, { productId, ...DAY }));
  await engine.submit(order('ask', 'cid', 300, { productId }));
  await copyOrder(productId, 2_500);
  await age(database, 1);
  closedAsExpired();
  const elsewhere = await newProduct();
  const buying = [
    order('buy', 'bob', 300, { productId }),
    order('buy', 'bob', 300, { productId }),
    order('ask', 'ann', 500, { productId: elsewhere }),
  ];
  const done: string[] = [];
  const answers = await Promise.all(
    buying.map((command) =>
      engine.submit(command).then((answer) => {
        done.push(command.call);
        return answer;
      }),
    ),
  );
  expect(answers).toMatchObject([
    { kind: 'traded', priceCents: 30_000 },
    { kind: 'refused', code: 'no-asks' },
    { kind: 'rested' },
  ]);
  expect(done).toEqual(['ask', 'buy', 'buy']);
  const closed = closedAsExpired();
  expect(closed.reduce((sum, count) => sum + count)).toBe(2_501);
  expect(Math.max(...closed)).toBeLessThan(210);
});

/** Adds copies of the first order of a book, as the batches of other users would. */
async function copyOrder(productId: number, copies: number): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status, accepted_at, expires_at)
     select o.product_id, o.size, book.seq + number, 'user-' || number, gen_random_uuid(), o.call, o.side, o.price_cents,
       o.status, o.accepted_at, o.expires_at
     from orders as o
     join books as book on book.product_id = o.product_id and book.size = o.size,
       generate_series(1, $2::int) as number
     where o.product_id = $1 and o.size = '9' and o.seq = 1`,
    [productId, copies],
  );
  await pool.query(
    `update books set seq = seq + $2, open_asks = open_asks + $2 where product_id = $1 and size = '9'`,
    [productId, copies],
  );
}

it('sweeps close all expired orders and no others, of two servers at once', async () => {
  const products = await Promise.all([newProduct(), newProduct()]);
  for (const productId of products) {
    for (const size of ['9', '10']) {
      await engine.submit(order('ask', 'ann', 100, { productId, size, ...DAY }));
      await engine.submit(order('ask', 'bob', 101, { productId, size, lifetimeMs: lifetimeMs(7) }));
      await engine.submit(order('ask', 'bob', 102, { productId, size }));
    }
  }
  await copyOrder(products[0] ?? 0, 1_200);
  await age(database, 1);
  closedAsExpired();
  const { pool } = database;
  await Promise.all([closeExpiredOrders(pool, engine), closeExpiredOrders(pool, other)]);
  expect(await Promise.all(products.map(openOrders))).toEqual([4, 4]);
});

it('a sweep ends after the orders at hand when its server stops, and its lock soon after its machine', async () => {
  for (const productId of await Promise.all([newProduct(), newProduct()])) {
    await engine.submit(order('ask', 'ann', 100, { productId, ...DAY }));
    await copyOrder(productId, 300);
  }
  await age(database, 1);
  const { pool } = database;
  const connecting = vi.spyOn(pool, 'connect');
  const ending = new AbortController();
  const limits: unknown[] = [];
  await closeExpiredOrders(
    pool,
    {
      async submit(command) {
        ending.abort();
        const client: pg.PoolClient = await connecting.mock.results[0]?.value;
        limits.push(...(await client.query('show idle_session_timeout')).rows);
        return engine.submit(command);
      },
    },
    ending.signal,
  );
  expect(limits).toEqual([{ idle_session_timeout: '1min' }]);
  connecting.mockRestore();
  await closeExpiredOrders(pool, engine);
});
