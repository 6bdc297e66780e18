import { addDays, dayAt, startOfDayMs } from '@perkex/core/figures/days.js';
import { coloursOf } from '@perkex/core/finding/colours.js';
import type { BestOfBook, FindableProduct, PastSales, Sale } from '@perkex/core/finding/found.js';
import { KINDS, kindOf } from '@perkex/core/finding/kinds.js';
import { HOUR_MS, KNOWN_MS } from '@perkex/core/finding/product-sales.js';
import { DAYS_OF_SIZES, RECENT_DAYS } from '@perkex/core/finding/sales-columns.js';
import type pg from 'pg';
import { ALL_SIZES } from '../books/all-sizes.js';
import { productsInShards } from '../database/in-shards.js';
import {
  bool,
  type Column,
  float8s,
  int4,
  ints,
  oneOf,
  orNull,
  statement,
  text,
  texts,
} from '../database/statement.js';
import { AFTER_ALL_IDS, leastIdAt } from '../database/time-ordered-id.js';
import { IS_SALE } from '../sales/sale-conditions.js';

const YEAR_DAYS = 365;

const LIST_IDS = statement({
  name: 'list-findable-ids',
  text: 'select id from products where id > $1 order by id limit $2',
  row: { id: int4 },
});

const READ_FACTS = statement({
  name: 'read-findable-facts',
  text: `with book as materialized (
           select product_id, array_agg(size) as sizes from books where product_id = any($1::int[]) group by product_id
         )
         select id, name, thumbnail, brand, model, nickname, style_code as "styleCode", kind, colourway,
           release_date::text as "releaseDate", retail_price_cents as "retailCents",
           trades_from::text as "tradesFrom", hidden_at is not null as "isHidden", merged_into as "mergedInto",
           coalesce(book.sizes, '{}') as sizes
         from products left join book on book.product_id = products.id
         where id = any($1::int[]) order by id`,
  row: {
    id: int4,
    name: text,
    thumbnail: text,
    brand: text,
    model: orNull(text),
    nickname: orNull(text),
    styleCode: orNull(text),
    kind: orNull(oneOf(KINDS)),
    colourway: orNull(text),
    /** YYYY-MM-DD */
    releaseDate: orNull(text),
    retailCents: orNull(int4),
    tradesFrom: orNull(text),
    isHidden: bool,
    mergedInto: orNull(int4),
    sizes: texts,
  },
});

/** Most books of a large catalogue have never had an order. */
const READ_BOOKS = statement({
  name: 'read-findable-books',
  text: `select product_id as "productId", size, seq, lowest_ask_cents as "lowestAskCents",
           highest_bid_cents as "highestBidCents"
         from books where product_id = any($1::int[]) and seq > 0`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    lowestAskCents: orNull(int4),
    highestBidCents: orNull(int4),
  },
});

const A_DAYS_SALES = DAYS_OF_SIZES.map((_, index) => {
  const isIn = `filter (where day between $5::date - ($4::int4[])[${2 * index + 2}] and $5::date - ($4::int4[])[${2 * index + 1}])`;
  return `coalesce(sum(sales) ${isIn}, 0), coalesce(sum(sum_cents) ${isIn}, 0)`;
}).join(', ');

/** The recent sales of a product with ids in a range. */
function salesBetween(from: string, to: string): string {
  return `(
    select id, size, price_cents as cents from trades
    where product_id = product.id and id >= ${from} and id < ${to} and ${IS_SALE}
    union all
    select id, size, price_cents from past_sales where product_id = product.id and id >= ${from} and id < ${to}
  ) as sale`;
}

const IS_ODD = 'exists (select from odd_sales where product_id = product.id and odd_sales.id = sale.id)';

/** The time in an id, in milliseconds since 1970. */
const MS_OF_ID = `('x' || left(replace(sale.id::text, '-', ''), 12))::bit(48)::bigint`;

/**
 * Ids of sales sort by time: for each product, reads the last sale before $7, the hours since $2 up to it, all sales
 * since, and the days before. So the result does not depend on when the newest sales are rolled up.
 */
const READ_SALES = statement({
  name: 'read-findable-sales',
  text: `select product.id as "productId", coalesce(last.id::text, '') as "lastId", last.cents as "lastCents",
           coalesce(
             (select cents from ${salesBetween('$2', '$7')} where not ${IS_ODD} order by id desc limit 1),
             (select close_cents from sale_days
              where product_id = product.id and size = '${ALL_SIZES}' and day < $3 order by day desc limit 1)
           ) as "lastUsualCents",
           coalesce(newest.ids, '{}') as "newestIds", coalesce(newest.at_ms, '{}') as "newestAtMs",
           coalesce(newest.sizes, '{}') as "newestSizes", coalesce(newest.cents, '{}') as "newestCents",
           coalesce(newest.odd, '{}') as "oddIds",
           coalesce(hours.hours, '{}') as hours, coalesce(hours.sizes, '{}') as "hourSizes",
           coalesce(hours.sales, '{}') as "hourSales", coalesce(hours.sums, '{}') as "hourSums",
           coalesce((
             select sum(sales) from sale_days
             where product_id = product.id and size = '${ALL_SIZES}' and day < $3 and day >= $6
           ), 0)::int as "salesOfYear",
           coalesce(days.sizes, '{}') as sizes, coalesce(days.sums, '{}') as sums
         from ${productsInShards('$1::int[]', 'product')}
         left join lateral (
           (select id, price_cents as cents from trades where product_id = product.id and id < $7 and ${IS_SALE}
            order by id desc limit 1)
           union all
           (select id, price_cents from past_sales where product_id = product.id and id < $7
            order by id desc limit 1)
           order by id desc limit 1
         ) as last on true
         cross join lateral (
           select array_agg(id::text order by id) as ids, array_agg((${MS_OF_ID})::float8 order by id) as at_ms,
             array_agg(size order by id) as sizes, array_agg(cents order by id) as cents,
             array_agg(id::text) filter (where ${IS_ODD}) as odd
           from ${salesBetween('$7', `'${AFTER_ALL_IDS}'`)}
         ) as newest
         cross join lateral (
           select array_agg(hour order by hour, size) as hours, array_agg(size order by hour, size) as sizes,
             array_agg(sales order by hour, size) as sales, array_agg(sum_cents order by hour, size) as sums
           from (
             select (${MS_OF_ID} / ${HOUR_MS})::int as hour, size, count(*)::int as sales, sum(cents)::float8 as sum_cents
             from ${salesBetween('$2', '$7')} where not ${IS_ODD} group by 1, 2
           ) as of_hour
         ) as hours
         cross join lateral (
           select array_agg(size order by size) as sizes, array_agg(sums order by size) as sums from (
             select size, array[${A_DAYS_SALES}]::float8[] as sums from sale_days
             where product_id = product.id and size <> '${ALL_SIZES}' and day < $3
               and day >= $5::date - ($4::int4[])[${2 * DAYS_OF_SIZES.length}]
             group by size
           ) as of_size
         ) as days
         where last.id is not null or newest.ids is not null`,
  row: {
    productId: int4,
    lastId: text,
    lastCents: orNull(int4),
    lastUsualCents: orNull(int4),
    newestIds: texts,
    newestAtMs: float8s,
    newestSizes: texts,
    newestCents: ints,
    oddIds: texts,
    hours: ints,
    hourSizes: texts,
    hourSales: ints,
    hourSums: float8s,
    salesOfYear: int4,
    sizes: texts,
    /** One list per size. */
    sums: { type: '_float8', isNullable: false } as Column<number[][]>,
  },
});

/** The ids of the next `count` products after one. */
export async function listIdsAfter(pool: pg.Pool, id: number, count: number): Promise<number[]> {
  return (await LIST_IDS.rows(pool, [id, count])).map((row) => row.id);
}

/** The facts and sizes of some products. */
export async function readFacts(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<{ readonly product: FindableProduct; readonly sizes: readonly string[] }[]> {
  const rows = await READ_FACTS.rows(pool, [ids]);
  return rows.map(({ colourway, kind, sizes, isHidden, mergedInto, ...facts }) => ({
    product: {
      ...facts,
      kind: kind ?? kindOf(facts.name, sizes),
      colours: coloursOf(colourway),
      hidden: isHidden ? { mergedInto } : null,
    },
    sizes,
  }));
}

/** The books of some products, except those that never had an order. */
export function readBooks(pool: pg.Pool, ids: readonly number[]): Promise<BestOfBook[]> {
  return READ_BOOKS.rows(pool, [ids]);
}

/** The sales of a product in the form that `FindableProducts` takes. */
export interface ReadSales {
  readonly productId: number;
  readonly past: PastSales;
  /** Since `past.untilMs`. */
  readonly newest: readonly Sale[];
}

/** The sales of some products now, without products that have none. */
export async function readSales(pool: pg.Pool, ids: readonly number[], nowMs: number): Promise<ReadSales[]> {
  const today = dayAt(nowMs);
  const recentFrom = addDays(today, 1 - RECENT_DAYS);
  const untilMs = nowMs - KNOWN_MS;
  const daysAgo = DAYS_OF_SIZES.flatMap(({ from, to }) => [from - 1, to - 1]);
  const rows = await READ_SALES.rows(pool, [
    ids,
    leastIdAt(startOfDayMs(recentFrom)),
    recentFrom,
    daysAgo,
    today,
    addDays(today, 1 - YEAR_DAYS),
    leastIdAt(untilMs),
  ]);
  return rows.map(({ productId, lastId, lastCents, lastUsualCents, salesOfYear, ...row }) => ({
    productId,
    past: {
      untilMs,
      lastId,
      lastCents,
      lastUsualCents,
      salesOfYear,
      sizes: row.sizes.map((size, index) => ({ size, sums: row.sums[index] ?? [] })),
      hours: row.hours.map((hour, index) => ({
        hour,
        size: row.hourSizes[index] ?? '',
        sales: row.hourSales[index] ?? 0,
        sumCents: row.hourSums[index] ?? 0,
      })),
    },
    newest: row.newestIds.map((id, index) => ({
      id,
      atMs: row.newestAtMs[index] ?? 0,
      size: row.newestSizes[index] ?? '',
      cents: row.newestCents[index] ?? 0,
      isOdd: row.oddIds.includes(id),
    })),
  }));
}
