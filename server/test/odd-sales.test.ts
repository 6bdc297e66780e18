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
import { FeedWriter } from '../src/feed/feed-writer.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { removeFromFirstPartners } from '../src/sales/first-partners.js';
import { HistoryConsumer } from '../src/sales/history-consumer.js';
import { judgeChanged } from '../src/sales/judge-sales.js';
import { makeSaleVoid } from '../src/sales/make-sale-void.js';
import { readFigures } from '../src/sales/read-figures.js';
import { renewHistory } from '../src/sales/rebuild-sale-days.js';
import type { SaleKey } from '../src/sales/trades-to-roll-up.js';
import { perkex } from './cli-process.js';
import { silentFeed } from './consumers.js';
import { buildProducts, buildTraders, moved, openEngine, order } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { createTestDatabase } from './test-database.js';

/** Each has traded with two others. */
const TRADERS = ['ann', 'bob', 'eve', 'joe', 'kim', 'lee', 'max', 'ned'] as const;
const SALES_CHECKS = [
  'the days of sales are what the sales say',
  'the odd sales are those that the rules call odd',
  'the first partner of a user is what the trades say',
];

let database: Database;
let engine: MatchingEngine;
let productId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = openEngine(database);
  await buildTraders(database, ...TRADERS);
  const [product = 0] = await buildProducts(database, ['Traded before']);
  for (const [index, seller] of TRADERS.entries()) {
    await trade({ seller, buyer: TRADERS.at(index - 1) as string, dollars: 300, product });
  }
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
  readonly product?: number;
}

async function trade({ seller, buyer, dollars, size = '9', product = productId }: Trade): Promise<void> {
  const book = { productId: product, size };
  await engine.submit(order('ask', seller, dollars, book));
  expect((await engine.submit(order('buy', buyer, dollars, book))).kind).toBe('traded');
}

/** Accounts without trades. */
async function newTraders(count: number): Promise<string[]> {
  const traders = Array.from({ length: count }, () => randomUUID());
  await buildTraders(database, ...traders);
  return traders;
}

/** A usual year: this many sales of a size at about 300 dollars, the last of them an hour ago. */
function savePast(count: number, size = '9', product = productId): Promise<number> {
  const sales = Array.from({ length: count }, (_, index) => ({
    productId: product,
    size,
    priceCents: 29_800 + (index % 5) * 100,
    soldAt: new Date(Date.now() - 3_600_000 * (count - index)),
    content: `${product} ${size} ${index}`,
  }));
  return transaction(database.pool, (tx) => savePastSales(tx, sales));
}

const figures = (product = productId) =>
  readFigures(database.pool, { productId: product, size: '' }, Date.now());

async function kept(): Promise<unknown> {
  const { rows: days } = await database.pool.query('select * from sale_days order by product_id, size, day');
  const { rows: odd } = await database.pool.query('select * from odd_sales order by product_id, id');
  const { rows: partners } = await database.pool.query('select * from first_partners order by user_id');
  return { days, odd, partners };
}

async function reasons(product = productId): Promise<string[]> {
  const { rows } = await database.pool.query<{ reason: string }>(
    'select reason from odd_sales where product_id = $1 order by id',
    [product],
  );
  return rows.map(({ reason }) => reason);
}

/** Takes back the one trade of a product with its stream, as if its commit were still under way. @returns the commit */
async function takeBack(product: number): Promise<() => Promise<void>> {
  const { pool } = database;
  const { rows } = await pool.query<{ trade: object; lane: string }>(
    `select to_jsonb(trades) as trade, (select lane from batches where product_id = $1 order by at desc limit 1) as lane
     from trades where product_id = $1`,
    [product],
  );
  const [late] = rows;
  await pool.query('delete from trades where product_id = $1', [product]);
  await pool.query('delete from lanes where lane = $1', [late?.lane]);
  return async () => {
    await pool.query('insert into trades select * from jsonb_populate_record(null::trades, $1)', [
      late?.trade,
    ]);
    await pool.query('insert into lanes (lane, seen_at) values ($1, now())', [late?.lane]);
  };
}

/** A trade by another server. */
async function tradeElsewhere({
  seller,
  buyer,
  dollars,
  size = '9',
  product = productId,
}: Trade): Promise<void> {
  const other = openEngine(database);
  await other.submit(order('ask', seller, dollars, { productId: product, size }));
  await other.submit(order('buy', buyer, dollars, { productId: product, size }));
  await other.close();
}

interface NaiveTrade {
  readonly product_id: number;
  readonly accounts: readonly string[];
  readonly is_odd: boolean;
}

/** The rule about two accounts, from all trades before. */
function isRepeat(trades: readonly NaiveTrade[], index: number): boolean {
  const { accounts = [], product_id } = trades[index] ?? {};
  const isBetweenThem = (trade: NaiveTrade) => accounts.every((account) => trade.accounts.includes(account));
  const before = trades.slice(0, index);
  const ofEither = before.filter((trade) => trade.accounts.some((account) => accounts.includes(account)));
  return (
    before.some((trade) => trade.product_id === product_id && isBetweenThem(trade)) ||
    (ofEither.length > 0 && ofEither.every(isBetweenThem))
  );
}

async function violations({ pool } = database): Promise<string[]> {
  const results = (await audit(pool)).filter(({ title }) => SALES_CHECKS.includes(title));
  expect(results).toHaveLength(SALES_CHECKS.length);
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
         ${moved('sold_at', "- interval '900 days'")} where product_id = $1`,
      [productId],
    );
    await database.pool.query('update products set retail_price_cents = 20000 where id = $1', [productId]);
    await perkex(database, 'rebuild', 'history');
    expect(await figures()).toMatchObject({ lastSale: 302, premium: 51 });
    await trade({ seller: 'ann', buyer: 'bob', dollars: 55 });
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ lastSale: 55, premium: 51 });
  });

  it('is announced once in the feed, so that subscribers read the figures again', async () => {
    await savePast(20);
    await buildTraders(database, 'una');
    await trade({ seller: 'una', buyer: 'lee', dollars: 300 });
    await rollUpTrades(database);
    await trade({ seller: 'una', buyer: 'bob', dollars: 300 });
    await trade({ seller: 'una', buyer: 'eve', dollars: 55, size: '10' });
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
      { odd: [{ productId, size: '10', id: rows[0].id }] },
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

  it('change no figure after their first sale, in no product, until one of them trades with a third', async () => {
    const [one = '', other = '', third = ''] = await newTraders(3);
    const products = await buildProducts(
      database,
      Array.from({ length: 6 }, () => `Air ${randomUUID()}`),
    );
    for (const product of products) {
      await savePast(20, '9', product);
    }
    const [first = 0, second = 0, next = 0, fourth = 0, fifth = 0, sixth = 0] = products;
    const highs = () => Promise.all(products.map(async (product) => (await figures(product)).high52));
    const verdicts = () => Promise.all(products.map((product) => reasons(product)));

    await trade({ seller: one, buyer: other, dollars: 330, product: first });
    await Promise.all([rollUpTrades(database), rollUpTrades(database)]);
    await trade({ seller: other, buyer: one, dollars: 331, product: second });
    await trade({ seller: one, buyer: other, dollars: 332, product: next });
    await Promise.all([rollUpTrades(database), rollUpTrades(database), rollUpTrades(database)]);
    await rollUpTrades(database);
    expect(await highs()).toEqual([330, 302, 302, 302, 302, 302]);
    expect(await verdicts()).toEqual([[], ['repeat'], ['repeat'], [], [], []]);

    await trade({ seller: third, buyer: other, dollars: 300, product: fourth });
    await trade({ seller: one, buyer: other, dollars: 333, product: fifth });
    await rollUpTrades(database);
    await trade({ seller: one, buyer: other, dollars: 334, product: sixth });
    await rollUpTrades(database);
    expect(await highs()).toEqual([330, 302, 302, 302, 333, 334]);
    expect(await verdicts()).toEqual([[], ['repeat'], ['repeat'], [], [], []]);

    expect(await violations()).toEqual([]);
    const before = await kept();
    await perkex(database, 'rebuild', 'history');
    expect(await kept()).toEqual(before);
  });

  it('are recognised in trades that are rolled up together', async () => {
    const [one = '', other = '', third = ''] = await newTraders(3);
    const products = await buildProducts(database, [`Air ${randomUUID()}`, `Air ${randomUUID()}`]);
    const [first = 0, second = 0] = products;
    await trade({ seller: one, buyer: other, dollars: 300, product: second });
    await trade({ seller: one, buyer: other, dollars: 300, product: first });
    await trade({ seller: one, buyer: third, dollars: 300 });
    await trade({ seller: one, buyer: other, dollars: 300 });
    await rollUpTrades(database);
    expect([await reasons(second), await reasons(first), await reasons()]).toEqual([[], ['repeat'], []]);
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
    await savePast(4);
    await trade({ seller: 'ann', buyer: 'bob', dollars: 300 });
    // A fifth usual sale makes the next one odd, but is not committed yet.
    const commit = await takeBack(productId);
    await tradeElsewhere({ seller: 'eve', buyer: 'joe', dollars: 55, size: '10' });
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ low52: 55 });
    await commit();
    await rollUpTrades(database);
    expect(await figures()).toMatchObject({ low52: 298, sales365d: 5 });
    expect(await violations()).toEqual([]);
  });

  it.each([
    [
      'of the same accounts',
      { isBetweenThem: true, before: [[], ['repeat']], after: [['repeat'], ['repeat']] },
    ],
    ['with a third account', { isBetweenThem: false, before: [[], ['repeat']], after: [[], []] }],
  ])(
    'is corrected when an earlier trade %s in another product arrives after the verdict',
    async (_whose, late) => {
      const [one = '', other = '', third = ''] = await newTraders(3);
      const [second = 0, next = 0] = await buildProducts(database, [
        `Air ${randomUUID()}`,
        `Air ${randomUUID()}`,
      ]);
      const verdicts = async () => [await reasons(second), await reasons(next)];
      await trade({ seller: one, buyer: late.isBetweenThem ? other : third, dollars: 300 });
      const commit = await takeBack(productId);
      await tradeElsewhere({ seller: one, buyer: other, dollars: 300, product: second });
      await tradeElsewhere({ seller: other, buyer: one, dollars: 300, product: next });
      await rollUpTrades(database);
      expect(await verdicts()).toEqual(late.before);
      await commit();
      // Not rolled up yet, it is no reason for another verdict.
      expect(await violations()).toEqual([]);
      await rollUpTrades(database);
      expect(await verdicts()).toEqual(late.after);
      expect(await violations()).toEqual([]);
      const corrected = await kept();
      await perkex(database, 'rebuild', 'history');
      expect(await kept()).toEqual(corrected);
    },
  );

  it('of a trade that is not rolled up yet waits for it, though the history is rebuilt', async () => {
    const [one = '', other = '', third = ''] = await newTraders(3);
    const [second = 0, next = 0] = await buildProducts(database, [
      `Air ${randomUUID()}`,
      `Air ${randomUUID()}`,
    ]);
    await trade({ seller: one, buyer: other, dollars: 300 });
    await rollUpTrades(database);
    await trade({ seller: one, buyer: third, dollars: 300, product: second });
    await trade({ seller: one, buyer: other, dollars: 300, product: next });
    await perkex(database, 'rebuild', 'history');
    expect(await reasons(next)).toEqual([]);
    await rollUpTrades(database);
    expect(await reasons(next)).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('is the one of the rule as it is stated, for any accounts, products and order of trades', async () => {
    const traders = await newTraders(12);
    const products = await buildProducts(
      database,
      Array.from({ length: 5 }, () => `Air ${randomUUID()}`),
    );
    const anyTrades = fc.record({
      accounts: fc.shuffledSubarray(traders, { minLength: 2, maxLength: 2 }),
      inProducts: fc.shuffledSubarray(products, { minLength: 3, maxLength: 3 }),
    });
    for (const [index, { accounts, inProducts }] of fc
      .sample(anyTrades, { numRuns: 30, seed: 7 })
      .entries()) {
      const [seller = '', buyer = ''] = accounts;
      for (const product of inProducts) {
        await trade({ seller, buyer, dollars: 300, product });
      }
      if (index % 3 === 0) {
        await rollUpTrades(database);
      }
    }
    await rollUpTrades(database);
    const { rows } = await database.pool.query<NaiveTrade>(
      `select product_id, array[seller_id, buyer_id] as accounts, (odd_sales.id is not null) as is_odd
       from trades left join odd_sales using (product_id, id) where product_id = any($1) order by trades.id`,
      [products],
    );
    expect(rows).toHaveLength(90);
    expect(rows.map(({ is_odd }) => is_odd)).toEqual(rows.map((_, index) => isRepeat(rows, index)));
  });

  it('depends on 200 sales before it, so only as many are judged again once a sale is void', async () => {
    const saveSales = (count: number) =>
      transaction(database.pool, (tx) =>
        savePastSales(
          tx,
          Array.from({ length: count }, () => ({
            productId,
            size: '9',
            priceCents: 30_000,
            soldAt: new Date(),
            content: randomUUID(),
          })),
        ),
      );
    await trade({ seller: 'ann', buyer: 'bob', dollars: 300 });
    await saveSales(199);
    await trade({ seller: 'ann', buyer: 'bob', dollars: 300 });
    await saveSales(50);
    await rollUpTrades(database);
    expect(await reasons()).toEqual(['repeat']);
    const { rows } = await database.pool.query('select id from trades where product_id = $1 order by id', [
      productId,
    ]);
    const first = { productId, id: rows[0].id };
    await transaction(database.pool, (tx) => makeSaleVoid(tx, first, new FeedWriter(silentFeed)));
    expect(await reasons()).toEqual([]);
    expect(await transaction(database.pool, (tx) => judgeChanged(tx, [first], []))).toHaveLength(200);
    expect(await violations()).toEqual([]);
  });

  it('about two accounts is judged again until one of them has traded with two others', async () => {
    const [one = '', other = '', third = ''] = await newTraders(3);
    for (const buyer of [other, third, other, third]) {
      await trade({ seller: one, buyer, dollars: 300 });
    }
    await rollUpTrades(database);
    const { rows } = await database.pool.query<SaleKey>(
      'select product_id as "productId", id from trades where product_id = $1 order by id',
      [productId],
    );
    const [first, ...later] = rows;
    await database.pool.query('update trades set is_void = true where id = $1', [first?.id]);
    const judgedAgain = await transaction(database.pool, (tx) =>
      removeFromFirstPartners(tx, first as SaleKey),
    );
    expect(judgedAgain).toEqual(later.slice(0, 2));
    await perkex(database, 'rebuild', 'history');
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

/** An empty database before a migration. */
async function databaseBefore(migration: string): Promise<Database> {
  const old = await createTestDatabase({ empty: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-migrations-'));
  const names = (await readdir(MIGRATIONS_DIR)).sort();
  for (const name of names.slice(0, names.indexOf(migration))) {
    await writeFile(path.join(folder, name), await readFile(path.join(MIGRATIONS_DIR, name)));
  }
  await migrate(old.pool, folder);
  await rm(folder, { recursive: true });
  return old;
}

describe('a database of an earlier version', () => {
  it('has its trades judged by the first partners of their accounts when it is opened', async () => {
    const old = await databaseBefore('0032_first_partners.sql');
    await old.pool.query(`
      insert into products (id, name) select n, 'Air ' || n from generate_series(1, 4) as n;
      insert into books (product_id, size) select n, '9' from generate_series(1, 4) as n;
      insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
          seller_total_cents, buyer_total_cents, platform_cents, traded_at)
        select product_id, ('019a0000-0000-7000-8000-00000000000' || n)::uuid, '9', 2, 1, 2, seller, buyer, 30000,
          25000, 33000, 8000, '2026-11-01T00:00:00Z'
        from (values (1, 1, 'ann', 'bob'), (2, 2, 'bob', 'ann'), (3, 3, 'eve', 'bob'), (4, 4, 'ann', 'bob'))
          as trade (n, product_id, seller, buyer);
      update feed_readers set rules = 1 where reader = 'history';`);
    await migrate(old.pool);
    expect(await transaction(old.pool, renewHistory)).toBe(6);
    expect(await transaction(old.pool, renewHistory)).toBeNull();
    const { rows } = await old.pool.query('select product_id, reason from odd_sales');
    expect(rows).toEqual([{ product_id: 2, reason: 'repeat' }]);
    expect(await violations(old)).toEqual([]);
    await old.close();
  });

  it('has its sales judged when it is opened', async () => {
    const old = await databaseBefore('0031_odd_sales.sql');
    await old.pool.query(`
      insert into products (id, name) values (1, 'Air');
      insert into books (product_id, size) values (1, '9');
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
