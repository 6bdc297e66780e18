import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import type { Database } from '../src/database/connect.js';
import { MIGRATIONS_DIR, migrate } from '../src/database/migrate.js';
import { transaction } from '../src/database/transaction.js';
import { consumeNext } from '../src/feed/consume.js';
import type { FeedEntry } from '../src/feed/entry.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { HistoryConsumer } from '../src/sales/history-consumer.js';
import { readFigures } from '../src/sales/read-figures.js';
import { renewHistory } from '../src/sales/rebuild-sale-days.js';
import { perkex } from './cli-process.js';
import { silentFeed } from './consumers.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { createTestDatabase } from './test-database.js';

const TRADERS = ['ann', 'bob', 'eve', 'joe', 'kim', 'lee', 'max', 'ned'] as const;
const SALES_CHECKS = [
  'the days of sales are what the sales say',
  'the odd sales are those that the rules call odd',
];

let database: Database;
let engine: MatchingEngine;
let productId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = openEngine(database);
  await buildTraders(database, ...TRADERS);
});

beforeEach(async () => {
  [productId = 0] = await buildProducts(database, [`Air ${randomUUID()}`]);
});

afterAll(async () => {
  await engine.close();
  await database.close();
});

interface Trade {
  readonly seller: string;
  readonly buyer: string;
  readonly dollars: number;
  readonly size?: string;
}

async function trade({ seller, buyer, dollars, size = '9' }: Trade): Promise<void> {
  await engine.submit(order('ask', seller, dollars, { productId, size }));
  expect((await engine.submit(order('buy', buyer, dollars, { productId, size }))).kind).toBe('traded');
}

/** A usual year: this many sales of a size at about 300 dollars, the last of them an hour ago. */
function savePast(count: number, size = '9'): Promise<number> {
  const sales = Array.from({ length: count }, (_, index) => ({
    productId,
    size,
    priceCents: 29_800 + (index % 5) * 100,
    soldAt: new Date(Date.now() - 3_600_000 * (count - index)),
    content: `${productId} ${size} ${index}`,
  }));
  return transaction(database.pool, (tx) => savePastSales(tx, sales));
}

const figures = () => readFigures(database.pool, { productId, size: '' }, Date.now());

async function kept(): Promise<unknown> {
  const { rows: days } = await database.pool.query('select * from sale_days order by product_id, size, day');
  const { rows: odd } = await database.pool.query('select * from odd_sales order by product_id, id');
  return { days, odd };
}

async function reasons(): Promise<string[]> {
  const { rows } = await database.pool.query<{ reason: string }>(
    'select reason from odd_sales where product_id = $1 order by id',
    [productId],
  );
  return rows.map(({ reason }) => reason);
}

async function violations({ pool } = database): Promise<string[]> {
  const results = (await audit(pool)).filter(({ title }) => SALES_CHECKS.includes(title));
  expect(results).toHaveLength(2);
  return results.flatMap(({ examples }) => examples);
}

describe('a sale at a price far from the usual', () => {
  it('changes no figure but the last sale and its change', async () => {
    await savePast(20);
    const { lastSale, change, changePercent, ...usual } = await figures();
    await trade({ seller: 'ann', buyer: 'bob', dollars: 55 });
    await rollUpTrades(database);
    expect(await figures()).toEqual({ ...usual, lastSale: 55, change: -247, changePercent: -81.8 });
    expect(await reasons()).toEqual(['price']);
    expect(await violations()).toEqual([]);
  });

  it('changes no premium, though the usual sales are older than a year', async () => {
    await savePast(5);
    await database.pool.query(
      `update past_sales set id = overlay(id::text placing '0170' from 1 for 4)::uuid,
         sold_at = sold_at - interval '900 days' where product_id = $1`,
      [productId],
    );
    await database.pool.query('update products set retail_price_cents = 20000 where id = $1', [productId]);
    await perkex(database, 'rebuild', 'history');
    expect(await figures()).toMatchObject({ lastSale: 302, premium: 51 });
    await trade({ seller: 'ann', buyer: 'bob', dollars: 55 });
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ lastSale: 55, premium: 51 });
  });

  it('is announced in the feed, so that subscribers read the figures again', async () => {
    await savePast(20);
    await rollUpTrades(database);
    await trade({ seller: 'ann', buyer: 'bob', dollars: 300 });
    await trade({ seller: 'ann', buyer: 'eve', dollars: 55, size: '10' });
    const announced: FeedEntry[] = [];
    await consumeNext(
      database.pool,
      new HistoryConsumer({ ...silentFeed, handOver: (batch) => void announced.push(batch) }),
    );
    const { rows } = await database.pool.query('select id from trades where product_id = $1 and size = $2', [
      productId,
      '10',
    ]);
    expect(announced.map(({ changes }) => changes)).toEqual([
      { books: [], notified: [], odd: [{ productId, size: '10', id: rows[0].id }] },
    ]);
    await rollUpTrades(database);
  });

  it('is at a new level, which is usual once five sales of other accounts agree', async () => {
    await savePast(20);
    for (const buyer of TRADERS.slice(1, 7)) {
      await trade({ seller: 'ann', buyer, dollars: 150 });
    }
    await rollUpTrades(database);
    expect(await reasons()).toEqual(Array(5).fill('price'));
    expect(await figures()).toMatchObject({ low52: 150, sales365d: 21 });
  });
});

describe('two accounts that only trade with each other', () => {
  it('change a figure once at most, and never by an unusual price', async () => {
    await savePast(20);
    for (let round = 0; round < 6; round += 1) {
      await trade({ seller: 'ann', buyer: 'bob', dollars: 330, size: round % 2 ? '9' : '10' });
      await trade({ seller: 'bob', buyer: 'ann', dollars: 60 });
    }
    await rollUpTrades(database);
    expect(await reasons()).toEqual(Array(11).fill('repeat'));
    expect(await figures()).toMatchObject({ sales365d: 21, sales72h: 21, low52: 298, high52: 330 });
    expect(await violations()).toEqual([]);
  });
});

describe('a verdict', () => {
  it('is the same after a rebuild, for any traders and order of trades, with past sales imported in between', async () => {
    const anyTrade = fc.record({
      seller: fc.constantFrom(...TRADERS.slice(0, 4)),
      buyer: fc.constantFrom(...TRADERS.slice(4)),
      dollars: fc.constantFrom(20, 290, 300, 310, 900),
      size: fc.constantFrom('9', '9.5', '10'),
    });
    const trades = fc.sample(anyTrade, { numRuns: 60, seed: 24 });
    for (const [index, each] of trades.entries()) {
      await trade(each);
      if (index % 7 === 0) {
        await rollUpTrades(database);
      }
      if (index % 25 === 10) {
        await savePast(index, each.size);
      }
    }
    await rollUpTrades(database);
    expect(await violations()).toEqual([]);
    const before = await kept();
    expect((await reasons()).length).toBeGreaterThan(5);
    await perkex(database, 'rebuild', 'history');
    expect(await kept()).toEqual(before);
  });

  it('is corrected when an earlier trade is committed, and read from the feed, after the verdict', async () => {
    const { pool } = database;
    await savePast(4);
    await trade({ seller: 'ann', buyer: 'bob', dollars: 300 });
    // A fifth usual sale makes the next one odd, but is not committed yet.
    const { rows } = await pool.query<{ trade: object; lane: string }>(
      `select to_jsonb(trades) as trade, (select lane from batches where product_id = $1 order by at desc limit 1) as lane
       from trades where product_id = $1`,
      [productId],
    );
    const [late] = rows;
    await pool.query('delete from trades where product_id = $1', [productId]);
    await pool.query('delete from lanes where lane = $1', [late?.lane]);
    const other = openEngine(database);
    await other.submit(order('ask', 'eve', 55, { productId, size: '10' }));
    await other.submit(order('buy', 'joe', 55, { productId, size: '10' }));
    await other.close();
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ low52: 55 });
    await pool.query('insert into trades select * from jsonb_populate_record(null::trades, $1)', [
      late?.trade,
    ]);
    await pool.query('insert into lanes (lane, seen_at) values ($1, now())', [late?.lane]);
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ low52: 298, sales365d: 5 });
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['an odd sale that is recorded as another', "update odd_sales set reason = 'repeat'"],
    ['an odd sale that is not recorded', 'delete from odd_sales'],
  ])('that is wrong is found by the audit: %s', async (_what, corruption) => {
    await savePast(20);
    await trade({ seller: 'ann', buyer: 'bob', dollars: 55 });
    await rollUpTrades(database);
    await database.pool.query(`${corruption} where product_id = $1`, [productId]);
    expect((await violations()).join()).toContain(`product ${productId}, sale `);
    await perkex(database, 'rebuild', 'history');
    expect(await violations()).toEqual([]);
  });
});

describe('a database of the previous version', () => {
  it('has its sales judged when it is opened', async () => {
    const old = await createTestDatabase({ empty: true });
    const folder = await mkdtemp(path.join(tmpdir(), 'perkex-migrations-'));
    const names = (await readdir(MIGRATIONS_DIR)).sort();
    for (const name of names.slice(0, names.indexOf('0031_odd_sales.sql'))) {
      await writeFile(path.join(folder, name), await readFile(path.join(MIGRATIONS_DIR, name)));
    }
    await migrate(old.pool, folder);
    await rm(folder, { recursive: true });
    await old.pool.query(`
      insert into products (id, name) values (1, 'Air');
      insert into past_sales select 1, ('019a0000-0000-7000-8000-0000000000' || lpad(n::text, 2, '0'))::uuid, '9',
        case n when 15 then 5500 else 30000 end, '2026-11-01T00:00:00Z' from generate_series(10, 30) as n;
      insert into sale_days select 1, size, '2026-11-01', 21, '019a0000-0000-7000-8000-000000000010',
        '019a0000-0000-7000-8000-000000000030', 30000, 30000, 5500, 30000, 605500, 18030250000
        from (values ('9'), ('')) as of_size (size);`);
    await migrate(old.pool);
    expect(await transaction(old.pool, renewHistory)).toBe(2);
    expect(await transaction(old.pool, renewHistory)).toBeNull();
    const { rows } = await old.pool.query('select low_cents, sales from sale_days');
    expect(rows).toEqual(Array(2).fill({ low_cents: 30_000, sales: 20 }));
    expect(await violations(old)).toEqual([]);
    await old.close();
  });
});
