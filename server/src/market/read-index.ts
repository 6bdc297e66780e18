import type { HistoryRange } from '@perkex/contract/figures.js';
import type { MarketIndex } from '@perkex/contract/market.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import { inBuckets } from '@perkex/core/figures/history.js';
import {
  type Composition,
  firstDayOfIndex,
  type IndexPoint,
  MIN_PRODUCTS,
  px50,
  turnoverDays,
} from '@perkex/core/index/px50.js';
import { INDEX_MEMBERS } from '@perkex/core/index/weights.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import { placedStatement } from '../database/citus.js';
import { float8, int4, statement, text } from '../database/statement.js';

/** Skips from product to product along the days, up to the requested number; other rows are not read. */
const READ_FIRST_SALES = placedStatement({
  name: 'read-first-sales',
  text: `with recursive first as (
           (select day, array[product_id] as products from sale_days
            where size = '${ALL_SIZES}' order by day limit 1)
           union all
           select next.day, first.products || next.product_id
           from first cross join lateral (
             select day, product_id from sale_days
             where size = '${ALL_SIZES}' and day >= first.day and product_id <> all(first.products)
             order by day limit 1
           ) as next
           where cardinality(first.products) < $1
         )
         select day::text from first`,
  distributedText: `select min(day)::text as day from sale_days where size = '${ALL_SIZES}'
         group by product_id order by min(day) limit $1`,
  row: { day: text },
});

/** The products with the highest turnover in a span of days. */
const READ_TURNOVERS = statement({
  name: 'read-turnovers-of-index',
  text: `select product_id as "productId", sum(sum_cents)::float8 as cents from sale_days
         where size = '${ALL_SIZES}' and day between $1 and $2
         group by product_id order by sum(sum_cents) desc, product_id limit $3`,
  row: { productId: int4, cents: float8 },
});

const READ_DAYS_OF_PRODUCTS = statement({
  name: 'read-days-of-products',
  text: `select product_id as "productId", day::text, sales, sum_cents::float8 as "sumCents"
         from sale_days where product_id = any($1::int[]) and size = '${ALL_SIZES}'`,
  row: { productId: int4, day: text, sales: int4, sumCents: float8 },
});

/** The first day of the index; null if it has not started. */
export async function readFirstDay(pool: pg.Pool): Promise<Day | null> {
  const firstSales = await READ_FIRST_SALES.on(pool).rows(pool, [MIN_PRODUCTS]);
  return firstDayOfIndex(firstSales.map(({ day }) => day));
}

/** The compositions of the index on some of its days, in sequence: each reads the sales of a year. */
export async function readCompositions(
  pool: pg.Pool,
  days: readonly Day[],
  firstDay: Day,
): Promise<Composition[]> {
  const compositions: Composition[] = [];
  for (const day of days) {
    const { from, to } = turnoverDays(day, firstDay);
    compositions.push({ day, turnovers: await READ_TURNOVERS.rows(pool, [from, to, INDEX_MEMBERS]) });
  }
  return compositions;
}

/** All points of the PX50, from the days of all products that were ever in it. */
export async function readIndexPoints(
  pool: pg.Pool,
  compositions: readonly Composition[],
): Promise<IndexPoint[]> {
  const members = new Set(
    compositions.flatMap(({ turnovers }) => turnovers.map(({ productId }) => productId)),
  );
  return px50(compositions, await READ_DAYS_OF_PRODUCTS.rows(pool, [[...members]]));
}

/** The index in the form of its chart (`GET /market/index`). */
export function shownIndex(points: readonly IndexPoint[], range: HistoryRange, today: Day): MarketIndex {
  const last = points.at(-1);
  return {
    value: last ? rounded(last.value) : null,
    change: last ? priceChangePercent(last.value, points.at(-2)?.value) : null,
    lastClose: points[0] && points[0].day < today ? addDays(today, -1) : null,
    points: inBuckets(points, range, today).map(([start, bucketPoints]) => ({
      start,
      value: rounded(bucketPoints.at(-1)?.value ?? 0),
    })),
  };
}

/** Rounds to two decimals. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
