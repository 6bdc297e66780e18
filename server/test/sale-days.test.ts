import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import type { Database } from '../src/database/connect.js';
import { MIGRATIONS_DIR } from '../src/database/migrate.js';
import { timeOrderedIds } from '../src/database/time-ordered-id.js';
import { transaction } from '../src/database/transaction.js';
import { consumeNext } from '../src/feed/consume.js';
import type { Consumer } from '../src/feed/consumer.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { HistoryConsumer } from '../src/sales/history-consumer.js';
import { readSaleDays } from '../src/sales/read-sale-days.js';
import { rebuildSaleDays } from '../src/sales/rebuild-sale-days.js';
import { type RolledUpSale, rollUpSales } from '../src/sales/roll-up-sales.js';
import { perkex } from './cli-process.js';
import { silentFeed } from './consumers.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { rollUpTrades } from './roll-up-trades.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

const DAYS = 'the days of sales are what the sales say';
const NOON_MS = Date.parse('2026-05-05T12:00:00Z');

let database: Database;
let engine: MatchingEngine;
let productId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = openEngine(database);
});

beforeEach(async () => {
  [productId = 0] = await buildProducts(database, [`Air ${randomUUID()}`]);
});

afterAll(async () => {
  await engine.close();
  await database.close();
});

const newId = timeOrderedIds();

/** A sale this many minutes after noon. */
function sale(minutes: number, dollars: number, size = '9'): RolledUpSale {
  const atMs = NOON_MS + minutes * 60_000;
  return { productId, size, priceCents: dollars * 100, atMs, id: newId(atMs) };
}

function fold(...sales: RolledUpSale[]): Promise<void> {
  return transaction(database.pool, (tx) => rollUpSales(tx, sales));
}

async function daysOf(size: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select day::text, sales, array[open_cents, high_cents, low_cents, close_cents] as prices,
       sum_cents::int as sum, sum_of_squares::float8 as squares
     from sale_days where product_id = $1 and size = $2 order by day`,
    [productId, size],
  );
  return rows;
}

async function everyDay(): Promise<unknown[]> {
  return (await database.pool.query('select * from sale_days order by product_id, size, day')).rows;
}

function savePast(...past: [at: string, dollars: number, size: string][]): Promise<number> {
  const sales = past.map(([at, dollars, size]) => ({
    productId,
    size,
    priceCents: dollars * 100,
    soldAt: new Date(at),
    content: `${at} ${dollars} ${size}`,
  }));
  return transaction(database.pool, (tx) => savePastSales(tx, sales));
}

/** Each sale is between accounts of its own. */
async function trade(dollars: number): Promise<void> {
  const [seller, buyer] = [randomUUID(), randomUUID()];
  await buildTraders(database, seller, buyer);
  await engine.submit(order('ask', seller, dollars, { productId }));
  const answer = await engine.submit(order('buy', buyer, dollars, { productId }));
  expect(answer.kind).toBe('traded');
}

async function wrongDays(): Promise<string[]> {
  const results = await audit(database.pool);
  return results.filter(({ title }) => title === DAYS).flatMap(({ examples }) => examples);
}

describe('rolling up sales', () => {
  // These days have no sales.
  afterEach(() => database.pool.query('delete from sale_days'));

  it('stores for each day of a size, and of all sizes, what figures need', async () => {
    await fold(sale(0, 100), sale(1, 300), sale(2, 200), sale(3, 50, '10'), sale(24 * 60, 70));
    expect(await daysOf('9')).toEqual([
      { day: '2026-05-05', sales: 3, prices: [10_000, 30_000, 10_000, 20_000], sum: 60_000, squares: 14e8 },
      { day: '2026-05-06', sales: 1, prices: [7_000, 7_000, 7_000, 7_000], sum: 7_000, squares: 49e6 },
    ]);
    expect(await daysOf('')).toMatchObject([
      { sales: 4, prices: [10_000, 30_000, 5_000, 5_000], sum: 65_000 },
      { sales: 1 },
    ]);
  });

  it('gives the same result in any order and number of steps', async () => {
    const sales = [sale(5, 100), sale(1, 300), sale(9, 200, '10'), sale(7, 50), sale(3, 400), sale(-1, 20)];
    await fold(...sales);
    const atOnce = [await daysOf('9'), await daysOf('10'), await daysOf('')];
    for (const steps of [sales, [...sales].reverse()]) {
      [productId = 0] = await buildProducts(database, [`Air ${randomUUID()}`]);
      for (const one of steps) {
        await fold({ ...one, productId });
      }
      expect([await daysOf('9'), await daysOf('10'), await daysOf('')]).toEqual(atOnce);
    }
  });

  it('loses nothing when several roll up the same days at once', async () => {
    const batches = Array.from({ length: 8 }, () =>
      Array.from({ length: 60 }, (_, index) => sale((index * 37) % 50, 100 + index, index % 2 ? '9' : '10')),
    );
    await Promise.all(batches.map((batch, index) => fold(...(index % 2 ? batch : batch.reverse()))));
    expect(await daysOf('')).toMatchObject([{ sales: 480 }]);
    expect(await daysOf('9')).toMatchObject([{ sales: 240 }]);
  });

  it('does nothing without sales', async () => {
    await fold();
    expect(await daysOf('')).toEqual([]);
  });
});

describe('saving past sales', () => {
  it('adds the new ones to their days', async () => {
    await savePast(['2018-05-01', 100, '9'], ['2018-05-01', 120, '9']);
    expect(await savePast(['2018-05-01', 120, '9'], ['2018-05-01', 140, '9'], ['2018-05-01', 140, '9'])).toBe(
      1,
    );
    expect(await daysOf('9')).toMatchObject([{ day: '2018-05-01', sales: 3, sum: 36_000 }]);
  });

  it('adds nothing when its transaction fails', async () => {
    const failed = transaction(database.pool, async (tx) => {
      const soldAt = new Date('2018-05-01');
      await savePastSales(tx, [{ productId, size: '9', priceCents: 100, soldAt, content: 'lost' }]);
      throw new Error('over');
    });
    await expect(failed).rejects.toThrow('over');
    expect(await daysOf('9')).toEqual([]);
  });
});

describe('the audit of the days', () => {
  it('finds nothing where they match trades and past sales', async () => {
    await savePast(['2018-05-01', 100, '9'], ['2018-05-02', 120, '10']);
    await trade(200);
    await trade(190);
    await rollUpTrades(database);
    expect(await wrongDays()).toEqual([]);
  });

  it.each([
    ['a sale that is counted twice', 'sales = sales + 1'],
    ['another sum', 'sum_cents = sum_cents + 100'],
    ['another sum of squares', 'sum_of_squares = sum_of_squares + 1'],
    ['another opening', 'open_cents = low_cents'],
    ['another closing', 'close_cents = high_cents'],
    ['another high', 'high_cents = high_cents + 100'],
    ['another low', 'low_cents = low_cents - 100'],
    ['another first sale', 'open_id = close_id'],
    ['another day', 'day = day + 1'],
    ['another size', "size = '9.5'"],
  ])('finds %s', async (_what, change) => {
    await savePast(
      ['2018-05-01T01:00:00Z', 120, '9'],
      ['2018-05-01T02:00:00Z', 100, '9'],
      ['2018-05-01T03:00:00Z', 140, '9'],
      ['2018-05-01T04:00:00Z', 130, '9'],
    );
    await database.pool.query(`update sale_days set ${change} where product_id = $1 and size = '9'`, [
      productId,
    ]);
    const found = await wrongDays();
    expect(found).toContain(
      change.startsWith('size')
        ? `product ${productId}, size 9.5 on 2018-05-01`
        : `product ${productId}, size 9 on 2018-05-01`,
    );
    await perkex(database, 'rebuild', 'history');
    expect(await wrongDays()).toEqual([]);
  });

  it('does not miss a trade that is on its way, but one that the consumer has passed', async () => {
    await trade(210);
    expect(await daysOf('9')).toEqual([]);
    expect(await wrongDays()).toEqual([]);
    await rollUpTrades(database);
    expect(await wrongDays()).toEqual([]);
    await database.pool.query('delete from sale_days where product_id = $1', [productId]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await wrongDays()).toEqual([
      `product ${productId}, all sizes on ${today}`,
      `product ${productId}, size 9 on ${today}`,
    ]);
    await perkex(database, 'rebuild', 'history');
  });
});

describe('rebuilding the history', () => {
  it('gives the rolled-up days, from any earlier state', async () => {
    await savePast(['2018-05-01', 100, '9'], ['2018-05-02', 120, '10']);
    await trade(200);
    await rollUpTrades(database);
    const right = await everyDay();
    await database.pool.query('update sale_days set sales = sales + 7');
    await database.pool.query(
      "insert into sale_days select product_id, 'none', day, 1, open_id, open_id, 100, 100, 100, 100, 100, 10000 from sale_days limit 1",
    );
    const { code, stdout } = await perkex(database, 'rebuild', 'history');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Recomputed the history: ${right.length} days of products and sizes.\n`,
    });
    expect(await everyDay()).toEqual(right);
  });

  it('leaves out the trades that the consumer has not added yet, and makes it wait', async () => {
    await trade(220);
    let later: Promise<void> | undefined;
    await transaction(database.pool, async (tx) => {
      await rebuildSaleDays(tx);
      later = rollUpTrades(database);
      await trade(230);
    });
    await later;
    await rollUpTrades(database);
    expect(await daysOf('9')).toMatchObject([{ sales: 2, prices: [22_000, 23_000, 22_000, 23_000] }]);
    expect(await wrongDays()).toEqual([]);
  });

  it('explains its arguments', async () => {
    for (const wrong of [[], ['everything'], ['history', 'again']]) {
      const { code, stderr } = await perkex(database, 'rebuild', ...wrong);
      expect([code, stderr]).toEqual([
        2,
        'Say what to rebuild: history or users.\nUsage: npm run perkex -- rebuild history | users\n',
      ]);
    }
  });
});

describe('the consumer of the history', () => {
  it('adds each trade once, however many processes read the feed at once', async () => {
    for (const dollars of [200, 210, 190]) {
      await trade(dollars);
      await Promise.all([rollUpTrades(database), rollUpTrades(database), rollUpTrades(database)]);
    }
    await rollUpTrades(database);
    expect(await daysOf('9')).toMatchObject([{ sales: 3, prices: [20_000, 21_000, 19_000, 19_000] }]);
  });

  it('adds a trade again that was rolled back with its cursor', async () => {
    await trade(200);
    const consumer = new HistoryConsumer(silentFeed);
    const failing: Consumer = {
      name: consumer.name,
      wants: (entry) => consumer.wants(entry),
      async consume(tx, entries) {
        await consumer.consume(tx, entries);
        throw new Error('killed');
      },
    };
    await expect(consumeNext(database.pool, failing)).rejects.toThrow('killed');
    expect(await daysOf('9')).toEqual([]);
    await rollUpTrades(database);
    expect(await daysOf('9')).toMatchObject([{ sales: 1 }]);
  });
});

describe('a read of the days', () => {
  const read = (size: string) => readSaleDays(database.pool, productId, size, null);

  it('includes the trades that are not added yet, in their size and in all', async () => {
    const today = dayAt(Date.now());
    await trade(200);
    await rollUpTrades(database);
    await trade(230);
    await trade(190);
    const sales = { sales: 3, openCents: 20_000, highCents: 23_000, lowCents: 19_000, closeCents: 19_000 };
    const sums = { sumCents: 62_000, sumOfSquares: 20_000 ** 2 + 23_000 ** 2 + 19_000 ** 2 };
    expect(await read('9')).toEqual([{ day: today, ...sales, ...sums }]);
    expect(await read('')).toEqual(await read('9'));
    expect(await read('10')).toEqual([]);
    const before = await read('');
    await rollUpTrades(database);
    expect(await read('')).toEqual(before);
  });

  it('opens only the unread entries in which the product traded, and those of earlier versions', async () => {
    await trade(200);
    const before = await read('9');
    await database.pool.query(
      `with stream as (insert into lanes (lane, seen_at) values (gen_random_uuid(), now()) returning lane)
       insert into batches (lane, seq, product_id, traded_ids, changes, at)
       select lane, 1, 1, '{}', '{"books": "a text cannot be opened as a list"}', now() from stream`,
    );
    expect(await read('9')).toEqual(before);
    await database.pool.query('delete from batches where changes ->> $1 like $2', ['books', 'a text%']);
    await database.pool.query('update batches set traded_ids = null');
    expect(await read('9')).toEqual(before);
    expect(before).toMatchObject([{ sales: 1 }]);
  });

  it('includes earlier days, and none before the requested one', async () => {
    await savePast(['2018-05-01', 100, '9'], ['2018-05-02', 120, '9']);
    await trade(230);
    expect((await read('9')).map(({ day, closeCents }) => [day, closeCents])).toEqual([
      ['2018-05-01', 10_000],
      ['2018-05-02', 12_000],
      [dayAt(Date.now()), 23_000],
    ]);
    const tomorrow = addDays(dayAt(Date.now()), 1);
    expect(await readSaleDays(database.pool, productId, '9', tomorrow)).toEqual([]);
  });

  // docs/many-machines.md, "What does not hold".
  it.skipIf(isOnCluster())('includes each trade once while they are being added', async () => {
    let made = 0;
    const reading = async () => {
      while (made < 20) {
        const madeBefore = made;
        const sales = (await read('')).reduce((sum, day) => sum + day.sales, 0);
        expect(sales).toBeGreaterThanOrEqual(madeBefore);
        expect(sales).toBeLessThanOrEqual(made + 1); // one may be committed and not answered yet
      }
    };
    const folding = async () => {
      while (made < 20) {
        await rollUpTrades(database);
      }
    };
    const trading = async () => {
      for (; made < 20; made += 1) {
        await trade(200);
      }
    };
    await Promise.all([trading(), folding(), reading(), reading()]);
  });
});

// Migrations run before a market is distributed.
it.skipIf(isOnCluster())('an older database gets the days of all its sales', async () => {
  await savePast(['2018-05-01T23:59:59.999Z', 100, '9'], ['2018-05-02', 120, '9'], ['2018-05-02', 130, '10']);
  await trade(230);
  await rollUpTrades(database);
  const right = await everyDay();
  const migration = await readFile(path.join(MIGRATIONS_DIR, '0015_sale_days.sql'), 'utf8');
  await transaction(database.pool, async (tx) => {
    await tx.query("set local timezone = 'Pacific/Kiritimati'");
    await tx.query('drop table sale_days; drop index trades_of_size, past_sales_of_size');
    await tx.query("delete from feed_cursors; delete from feed_readers where reader = 'history'");
    await tx.query(migration);
  });
  expect(await everyDay()).toEqual(right);
  await rollUpTrades(database);
  expect(await everyDay()).toEqual(right);
});
