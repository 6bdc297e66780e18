import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { backtest } from '@perkex/core/figures/backtest.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { compositionDays } from '@perkex/core/index/px50.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import type { Database } from '../src/database/connect.js';
import { readCompositions, readFirstDay, readIndexPoints } from '../src/market/read-index.js';
import { readFigures } from '../src/sales/read-figures.js';
import { readHistory } from '../src/sales/read-history.js';
import { perkex } from './cli-process.js';
import { createTestDatabase } from './test-database.js';

const SHARED_FILE = fileURLToPath(new URL('../../../shared/data/stockx-2019-sales.csv.gz', import.meta.url));
const isShared = existsSync(SHARED_FILE);

if (!isShared) {
  process.stdout.write('Skipping the figures of the 99,956 sales: ../shared/data is not here.\n');
}

const SALES = 99_956;

/** In the evening of the last day in the file. */
const NOW = '2019-02-13T20:00:00Z';
const NOW_MS = Date.parse(NOW);

let database: Database;

interface Case {
  readonly id: number;
  readonly size: string;
}

/** The products with the most, a medium number of and the fewest sales, whole and in one size. */
const CASES = `
  with ranked as (
    select product_id, row_number() over (order by count(*) desc, product_id) as rank from past_sales group by 1
  )
  select product_id as id, size from ranked cross join (values (''), ('10')) as of_size (size)
  where rank in (1, 25, 50) order by rank, size`;

/** The past sales that count. */
const USUAL = `(select * from past_sales where id not in (select id from odd_sales)) as usual_sales`;

/** The definitions of the table, restated in SQL on the sales themselves. */
const FIGURES = `
  with sale as (
    select price_cents / 100.0 as price, sold_at, row_number() over (order by id desc) as newest from past_sales
    where product_id = $1 and ($2 = '' or size = $2)
  ), usual as (
    select price_cents / 100.0 as price, sold_at, row_number() over (order by id desc) as newest from ${USUAL}
    where product_id = $1 and ($2 = '' or size = $2)
  ), year as (
    select count(*)::int as n, max(price) as high, min(price) as low, avg(price) as average, stddev_pop(price) as sd,
      sum(price) as turnover
    from usual where sold_at > $3::timestamptz - interval '365 days'
  ), priced as (
    select coalesce(
      (select avg(price) from usual where sold_at > $3::timestamptz - interval '30 days'),
      (select price from usual where newest = 1)
    ) as price, retail_price_cents / 100.0 as retail
    from products where id = $1
  )
  select (select price from sale where newest = 1)::float8 as "lastSale",
    (select first.price - second.price from sale as first, sale as second
     where first.newest = 1 and second.newest = 2)::float8 as change,
    (select round(100 * (first.price / second.price - 1), 1) from sale as first, sale as second
     where first.newest = 1 and second.newest = 2)::float8 as "changePercent",
    high::float8 as high52, low::float8 as low52, floor(average + 0.5)::float8 as average,
    round(100 * sd / average, 1)::float8 as volatility,
    floor(greatest(low, average - sd) + 0.5)::float8 as "typicalLow",
    floor(least(high, average + sd) + 0.5)::float8 as "typicalHigh",
    round(100 * (priced.price - priced.retail) / priced.retail, 1)::float8 as premium,
    (select count(*) from usual where sold_at >= $3::timestamptz - interval '72 hours')::int as "sales72h",
    n as "sales365d", turnover::float8 as turnover, null as spread, 0 as "openAsks", 0 as "openBids"
  from year, priced`;

/**
 * The index on the last day, recomputed from the sales: quarter by quarter, each product's price at the end against the
 * start.
 */
async function indexFromSales(starts: readonly string[]): Promise<number> {
  let value = 1_000;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? NOW.slice(0, 10);
    const { rows } = await database.pool.query<{ turnover: number; grown: number }>(
      `with daily as (
         select product_id, (sold_at at time zone 'UTC')::date as day, avg(price_cents) as price, sum(price_cents) as cents
         from ${USUAL} group by 1, 2
       )
       select product_id, sum(cents)::float8 as turnover, (
           (select price from daily as d where d.product_id = daily.product_id and day <= $2 order by day desc limit 1) /
           (select price from daily as d where d.product_id = daily.product_id and day <= $1 order by day desc limit 1)
         )::float8 as grown
       from daily where day between $1::date - ($3 + 364) and $1::date - $3::int
       group by product_id order by turnover desc, product_id limit 50`,
      [start, end, index === 0 ? 0 : 1],
    );
    const weights = cappedWeights(rows.map(({ turnover }) => turnover));
    value *= rows.reduce((sum, { grown }, member) => sum + grown * weights[member]!, 0);
  }
  return value;
}

/**
 * Caps weights at 5 % and distributes the excess to the others until all are within it. Fewer than 20 weigh the same.
 */
function cappedWeights(turnovers: readonly number[]): number[] {
  if (turnovers.length < 20) {
    return turnovers.map(() => 1 / turnovers.length);
  }
  const capped = new Set<number>();
  for (;;) {
    const total = turnovers.reduce((sum, turnover, index) => (capped.has(index) ? sum : sum + turnover), 0);
    const left = 1 - 0.05 * capped.size;
    const weights = turnovers.map((turnover, index) =>
      capped.has(index) ? 0.05 : (left * turnover) / total,
    );
    const above = weights.flatMap((weight, index) => (weight > 0.05 + 1e-12 ? [index] : []));
    if (above.length === 0) {
      return weights;
    }
    for (const index of above) {
      capped.add(index);
    }
  }
}

describe.skipIf(!isShared)('for the 99,956 sales of 2017 to 2019', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    await importAll({ added: SALES });
  });

  afterAll(() => database.close());

  async function importAll({ added }: { readonly added: number }): Promise<void> {
    const { code, stdout } = await perkex(database, 'import-sales', SHARED_FILE);
    const known = SALES - added;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${SALES} sales read, ${added} added, ${known} known before.\n`,
    });
  }

  it('a second import adds none of them again', async () => {
    await importAll({ added: 0 });
    const { rows } = await database.pool.query(
      `with listed as materialized (select count(*)::int as products from products)
       select count(*)::int as sales, max(products) as products from past_sales cross join listed`,
    );
    expect(rows).toEqual([{ sales: SALES, products: 50 }]);
  });

  it('the figures of three products match a few lines of SQL', async () => {
    const { rows: cases } = await database.pool.query<Case>(CASES);
    expect(cases).toHaveLength(6);
    for (const { id, size } of cases) {
      const { rows } = await database.pool.query<{ sales365d: number }>(FIGURES, [id, size, NOW]);
      expect(await readFigures(database.pool, { productId: id, size }, NOW_MS)).toEqual(rows[0]);
      expect(rows[0]!.sales365d).toBeGreaterThan(0);
    }
  });

  it('the history matches a few lines of SQL', async () => {
    const { rows: cases } = await database.pool.query<Case>(CASES);
    for (const { id, size } of cases) {
      const { rows } = await database.pool.query(
        `select date_trunc('week', sold_at at time zone 'UTC')::date::text as start,
           max(price_cents) / 100 as high, min(price_cents) / 100 as low,
           floor(avg(price_cents / 100.0) + 0.5)::int as average, count(*)::int as sales
         from ${USUAL} where product_id = $1 and ($2 = '' or size = $2) group by 1 order by 1`,
        [id, size],
      );
      expect(rows.length).toBeGreaterThan(1);
      const history = await readHistory(database.pool, { productId: id, size }, 'ALL', NOW_MS);
      expect(history).toMatchObject(rows);
      expect(history).toHaveLength(rows.length);
    }
  });

  it('a backtest of any price matches a few lines of SQL', async () => {
    const { rows: cases } = await database.pool.query<Case>(CASES);
    let filledSometimes = 0;
    for (const { id, size } of cases.filter((each) => each.size !== '')) {
      const history = await readHistory(database.pool, { productId: id, size }, '3M', NOW_MS);
      const days = history.map(({ start, sales, high, low }) => ({
        day: start,
        sales,
        highCents: dollarsToCents(high),
        lowCents: dollarsToCents(low),
      }));
      const { rows: prices } = await database.pool.query<{
        cents: number;
        bid: number;
        ask: number;
        weeks: number;
      }>(
        `with week as (select $3::date - 7 * n as last from generate_series(0, 9) as n),
         sale as (
           select price_cents as cents, (sold_at at time zone 'UTC')::date as day from ${USUAL}
           where product_id = $1 and size = $2 and sold_at >= $3::date - interval '3 months'
         ),
         tested as (select last from week where exists (select from sale where day < last))
         select price.cents,
           (select count(*)::int from tested
            where exists (select from sale where day >= last - 7 and day < last and sale.cents <= price.cents)) as bid,
           (select count(*)::int from tested
            where exists (select from sale where day >= last - 7 and day < last and sale.cents >= price.cents)) as ask,
           (select count(*)::int from tested) as weeks
         from (select distinct cents from sale) as price`,
        [id, size, NOW.slice(0, 10)],
      );
      const sold = days.filter(({ day }) => day >= '2018-12-05' && day < '2019-02-13');
      const isSilent = sold.reduce((sum, { sales }) => sum + sales, 0) < 10;
      for (const { cents, bid, ask, weeks } of prices) {
        const [ofBid, ofAsk] = (['bid', 'ask'] as const).map((side) =>
          backtest(side, cents, days, '2019-02-13'),
        );
        expect([ofBid, ofAsk]).toEqual(
          isSilent
            ? [null, null]
            : [
                { filled: bid, weeks },
                { filled: ask, weeks },
              ],
        );
        filledSometimes += !isSilent && bid > 0 && bid < weeks ? 1 : 0;
      }
    }
    expect(filledSometimes).toBeGreaterThan(0);
  });

  it('the days match the audit’s computation', async () => {
    const results = await audit(database.pool);
    expect(results.filter(({ unit }) => unit === 'days')).toMatchObject([{ violations: 0 }]);
  });

  it('a quarter of a per cent are odd, and at most one in twenty of any product', async () => {
    const { rows } = await database.pool.query<{ odd: number; sales: number }>(
      `select count(odd_sales.id)::int as odd, count(*)::int as sales
       from past_sales left join odd_sales using (product_id, id) group by product_id`,
    );
    const odd = rows.reduce((sum, product) => sum + product.odd, 0);
    const sales = rows.reduce((sum, product) => sum + product.sales, 0);
    expect([rows.length, sales]).toEqual([50, SALES]);
    expect(odd / sales).toBeGreaterThan(0.001);
    expect(odd / sales).toBeLessThan(0.004);
    expect(Math.max(...rows.map((product) => product.odd / product.sales))).toBeLessThan(0.05);
    console.log(`Of ${sales} sales ${odd} are odd.`);
  });

  it('the index is a chain of quarters from 1000 on', async () => {
    const firstDay = (await readFirstDay(database.pool)) ?? '';
    const days = compositionDays(firstDay, dayAt(NOW_MS));
    const compositions = await readCompositions(database.pool, days, firstDay);
    const points = await readIndexPoints(database.pool, compositions);
    const { rows } = await database.pool.query<{ day: string }>(
      `select min(sold_at at time zone 'UTC')::date::text as day from past_sales
       group by product_id order by 1 limit 1 offset 9`,
    );
    expect(points[0]).toEqual({ day: rows[0]!.day, value: 1000 });
    expect(points.at(-1)!.day).toBe('2019-02-13');
    expect(compositions.map(({ day }) => day).slice(1)).toEqual([
      '2017-10-01',
      '2018-01-01',
      '2018-04-01',
      '2018-07-01',
      '2018-10-01',
      '2019-01-01',
    ]);
    expect(points.at(-1)!.value).toBeCloseTo(await indexFromSales(compositions.map(({ day }) => day)), 6);
    console.log(`The index stood at ${points.at(-1)!.value.toFixed(2)} on ${points.length} days.`);
  });
});
