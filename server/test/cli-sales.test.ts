import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder, perkex, SALES_HEADER } from './cli-process.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

const SHARED_FILE = fileURLToPath(new URL('../../../shared/data/stockx-2019-sales.csv.gz', import.meta.url));
const isShared = existsSync(SHARED_FILE);
const REPLAYED_SALES = 2_000;

if (!isShared) {
  process.stdout.write('Skipping the tests with the 99,956 sales: ../shared/data is not here.\n');
}

let database: Database;
let files: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  files = await createFolder();
});

afterAll(() => files.remove());

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

async function salesFile(rows: readonly string[]): Promise<string> {
  return files.write('sales.csv', [SALES_HEADER, ...rows, ''].join('\n'));
}

async function importRows(rows: readonly string[]) {
  return perkex(database, 'import-sales', await salesFile(rows));
}

async function countOf(table: 'past_sales' | 'products' | 'trades'): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}

/** A sale in a file. */
function sale({
  name = 'Air-One',
  price = '250',
  size = '9',
  soldOn = '2018-05-01',
  region = 'Oregon',
} = {}) {
  return `${soldOn},Nike,${name},${price},160,2017-03-04,${size},${region}`;
}

describe('import-sales', () => {
  it('creates the products of the sales, with a book for each size that was sold', async () => {
    const { code, stdout } = await importRows([sale(), sale({ size: '10.5' }), sale({ name: 'Air-Two' })]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '3 sales read, 3 added, 0 known before.\n' });
    const { rows } = await database.pool.query(
      `select name, brand, retail_price_cents as cents, release_date::text as released,
              array_agg(size order by size) as sizes
       from products join books on product_id = id group by id order by name`,
    );
    const known = { brand: 'Nike', cents: 16_000, released: '2017-03-04' };
    expect(rows).toEqual([
      { name: 'Air One', ...known, sizes: ['10.5', '9'] },
      { name: 'Air Two', ...known, sizes: ['9'] },
    ]);
  });

  it('adds nothing when the same file is imported again, and only the new rows of a longer one', async () => {
    await importRows([sale(), sale({ price: '260' })]);
    expect((await importRows([sale(), sale({ price: '260' })])).stdout).toContain('0 added, 2 known before');
    const longer = await importRows([sale({ price: '270' }), sale(), sale({ price: '260' })]);
    expect(longer.stdout).toBe('3 sales read, 1 added, 2 known before.\n');
    expect(await countOf('past_sales')).toBe(3);
  });

  it('counts equal rows as one sale each', async () => {
    expect((await importRows([sale(), sale(), sale()])).stdout).toContain('3 added');
    expect((await importRows([sale(), sale(), sale(), sale()])).stdout).toContain('1 added, 3 known before');
  });

  it('rounds half cents up to dollars', async () => {
    await importRows(['199.49', '200.50', '200.99', '300'].map((price) => sale({ price })));
    const { rows } = await database.pool.query('select price_cents from past_sales order by price_cents');
    expect(rows.map(({ price_cents }) => price_cents)).toEqual([19_900, 20_100, 20_100, 30_000]);
  });

  it.each([
    [sale({ size: '99XL' }), '"99XL" is not a shoe size'],
    [sale({ price: '-5' }), '"-5" is not a valid sale price'],
    [sale({ price: '1000001' }), '"1000001" is not a valid sale price'],
    [
      sale({ soldOn: '2018-02-30' }),
      '"2018-02-30" is not a valid order date (YYYY-MM-DD, from 1970-01-01 on)',
    ],
    [
      sale({ soldOn: '1969-12-31' }),
      '"1969-12-31" is not a valid order date (YYYY-MM-DD, from 1970-01-01 on)',
    ],
    [sale({ name: '-' }), 'the name is empty'],
    [sale({ name: 'Air\0One' }), 'the name "Air\\u{0}One" must not contain control characters'],
    [sale({ region: 'Oregon,more' }), 'it has 9 values, the header 8 columns'],
  ])('imports nothing at all when a row is bad: %j', async (row, sentence) => {
    const { code, stdout, stderr } = await importRows([sale(), row, sale()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`${files.folder}/sales.csv, line 3: ${sentence}.\n`);
    expect([await countOf('products'), await countOf('past_sales')]).toEqual([0, 0]);
  });
});

describe('replay', () => {
  it('trades every sale at its own price, and leaves a sound market', async () => {
    const prices = ['250', '249.50', '250', '1', '1000000'];
    const file = await salesFile([
      ...prices.map((price) => sale({ price })),
      sale({ size: '10', price: '90' }),
      sale({ name: 'Air-Two', price: '80' }),
    ]);
    const { code, stdout } = await perkex(database, 'replay', file);
    expect(code).toBe(0);
    expect(stdout).toContain('7 trades of 7 sales, 7 of them at the price of the sale\n');
    expect(stdout).toContain('0 refused, 0 failed\n');
    expect(stdout).toContain('The audit found nothing.\n');
    const { rows } = await database.pool.query(
      `select price_cents / 100 as dollars from trades join products p on p.id = product_id
       where name = 'Air One' and size = '9' order by seq`,
    );
    expect(rows.map(({ dollars }) => dollars)).toEqual([250, 250, 250, 1, 1_000_000]);
  });

  // Distributed tables have no triggers of tests. `distributed.test.ts` takes deals to their end.
  it.skipIf(isOnCluster())(
    'takes deals to their end with --deals, also those of earlier trades, and prints the sums of the ledger',
    async () => {
      const file = await salesFile(['1000', '1', '90', '100'].map((price) => sale({ price })));
      await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
      expect((await perkex(database, 'replay', file, '--limit', '3')).code).toBe(0);
      // As transactions that wait for each other on several machines.
      await database.pool.query(
        `create sequence steps;
       create function fail_at_first() returns trigger language plpgsql as $$ begin
         if nextval('steps') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
         return new;
       end $$;
       create trigger fail_at_first before update on deals for each row execute function fail_at_first()`,
      );
      const { code, stdout } = await perkex(database, 'replay', file, '--limit', '2', '--deals');
      expect(stdout).toMatch(/^5 deals complete in/m);
      expect(stdout).toMatch(/^held .* 0\.00$/m);
      expect(stdout).toMatch(/^paying-out .* 0\.00$/m);
      expect(stdout).toMatch(/^receivable-seller +0\.00 +18\.00 +-18\.00$/m);
      expect(stdout).toContain('every trade since the start of deals has one (5 trades)');
      expect(stdout).toContain('The audit found nothing.\n');
      expect(code).toBe(0);
    },
  );

  it.each([{ options: [] }, { options: ['--deals'] }])(
    'refuses a market whose deals are paid with other money ($options)',
    async ({ options }) => {
      await database.pool.query(`insert into deal_start values (true, now(), 'bank')`);
      const { code, stderr } = await perkex(database, 'replay', await salesFile([sale()]), ...options);
      expect([code, stderr]).toEqual([1, expect.stringContaining('paid with PAYMENTS=bank')]);
      expect(await countOf('trades')).toBe(0);
    },
  );

  it('trades nothing when a row is bad', async () => {
    const { code } = await perkex(database, 'replay', await salesFile([sale(), sale({ size: 'x' })]));
    expect(code).toBe(1);
    expect(await countOf('products')).toBe(0);
  });

  it.skipIf(!isShared)('trades as many of the 99,956 sales as requested, at their prices', async () => {
    const { code, stdout } = await perkex(database, 'replay', SHARED_FILE, '--limit', String(REPLAYED_SALES));
    expect(code).toBe(0);
    expect(stdout).toContain(
      `${REPLAYED_SALES} trades of ${REPLAYED_SALES} sales, ${REPLAYED_SALES} of them`,
    );
    expect(await countOf('trades')).toBe(REPLAYED_SALES);
  });
});
