import type { HistoryRange } from '@perkex/contract/figures.js';
import type { MarketIndex } from '@perkex/contract/market.js';
import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { bucketStartOf, firstDayOf } from '@perkex/core/figures/history.js';
import { groupBy } from '@perkex/core/group-by.js';
import {
  type Composition,
  compositionDays,
  FEWEST_PRODUCTS,
  firstDayOfIndex,
  type IndexPoint,
  px50,
  turnoverDays,
} from '@perkex/core/index/px50.js';
import { INDEX_MEMBERS } from '@perkex/core/index/weights.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import type pg from 'pg';
import { float8, int4, statement, text } from '../database/statement.js';
import { ALL_SIZES } from '../sales/fold-sales.js';

const READ_FIRST_SALES = statement({
  name: 'read-first-sales',
  text: `select first.day::text
         from products
         cross join lateral (
           select day from sale_days where product_id = products.id and size = '${ALL_SIZES}' order by day limit 1
         ) as first
         order by first.day limit $1`,
  row: { day: text },
});

/** The products with the most turnover in each of some spans of days. */
const READ_TURNOVERS = statement({
  name: 'read-turnovers-of-index',
  text: `select span.day::text, top.product_id as "productId", top.cents
         from unnest($1::date[], $2::date[], $3::date[]) as span (day, from_day, to_day)
         cross join lateral (
           select product_id, sum(sum_cents)::float8 as cents from sale_days
           where size = '${ALL_SIZES}' and day between span.from_day and span.to_day
           group by product_id order by sum(sum_cents) desc, product_id limit $4
         ) as top`,
  row: { day: text, productId: int4, cents: float8 },
});

const READ_DAYS_OF_PRODUCTS = statement({
  name: 'read-days-of-products',
  text: `select product_id as "productId", day::text, sales, sum_cents::float8 as "sumCents"
         from sale_days where product_id = any($1::int[]) and size = '${ALL_SIZES}'`,
  row: { productId: int4, day: text, sales: int4, sumCents: float8 },
});

/** What the index is composed of, from its first day on; empty before there is one. */
export async function readCompositions(pool: pg.Pool, nowMs: number): Promise<Composition[]> {
  const firstSales = await READ_FIRST_SALES.rows(pool, [FEWEST_PRODUCTS]);
  const firstDay = firstDayOfIndex(firstSales.map(({ day }) => day));
  if (firstDay === null) {
    return [];
  }
  const days = compositionDays(firstDay, dayAt(nowMs));
  const spans = days.map((day) => turnoverDays(day, firstDay));
  const turnovers = await READ_TURNOVERS.rows(pool, [
    days,
    spans.map(({ from }) => from),
    spans.map(({ to }) => to),
    INDEX_MEMBERS,
  ]);
  const ofDay = groupBy(turnovers, ({ day }) => day);
  return days.map((day) => ({ day, turnovers: ofDay.get(day) ?? [] }));
}

/** Every point of the PX50, from the days of the products that were ever in it. */
export async function readIndexPoints(
  pool: pg.Pool,
  compositions: readonly Composition[],
): Promise<IndexPoint[]> {
  const members = new Set(
    compositions.flatMap(({ turnovers }) => turnovers.map(({ productId }) => productId)),
  );
  return px50(compositions, await READ_DAYS_OF_PRODUCTS.rows(pool, [[...members]]));
}

/** The index as it is drawn (`GET /market/index`). */
export function shownIndex(points: readonly IndexPoint[], range: HistoryRange, today: Day): MarketIndex {
  const last = points.at(-1);
  const from = firstDayOf(range, today) ?? points[0]?.day ?? today;
  const startOf = bucketStartOf(range, from, today);
  const shown = points.filter(({ day }) => day >= from);
  return {
    value: last ? rounded(last.value) : null,
    change: last ? priceChangePercent(last.value, points.at(-2)?.value) : null,
    points: [...groupBy(shown, ({ day }) => startOf(day))].map(([start, ofBucket]) => ({
      start,
      value: rounded(ofBucket.at(-1)?.value ?? 0),
    })),
  };
}

/** Two decimals. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
