import { addDays, type Day, startOfDayMs } from '@perkex/core/figures/days.js';
import { coloursOf } from '@perkex/core/finding/colours.js';
import type { BestOfBook, FindableProduct, Sale, SalesOfProduct } from '@perkex/core/finding/found.js';
import { KINDS, kindOf } from '@perkex/core/finding/kinds.js';
import type pg from 'pg';
import { float8, int4, ints, oneOf, orNull, statement, text, texts } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';
import { ALL_SIZES } from '../sales/fold-sales.js';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** Today and the days before it whose sales are read one by one: 48 hours ago was in one of them. */
const RECENT_DAYS = 3;

const LIST_IDS = statement({
  name: 'list-findable-ids',
  text: 'select id from products where id > $1 order by id limit $2',
  row: { id: int4 },
});

const READ_FACTS = statement({
  name: 'read-findable-facts',
  text: `select id, name, thumbnail, brand, model, nickname, style_code as "styleCode", kind, colourway,
           release_date::text as "releaseDate", retail_price_cents as "retailCents",
           trades_from::text as "tradesFrom",
           array(select size from books where product_id = products.id) as sizes
         from products where id = any($1::int[]) order by id`,
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
    sizes: texts,
  },
});

/** In most books of a large catalogue nothing has ever happened. */
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

/**
 * The ids of sales sort by time: of each product its last two before $2 are looked at, all since, and the days before
 * that. So nothing depends on how soon the newest sales are added to their days.
 */
const READ_SALES = statement({
  name: 'read-findable-sales',
  text: `select product.id as "productId", coalesce(last.ids[1]::text, '') as "lastId", last.cents[1] as "lastCents",
           last.cents[2] as "centsBefore", coalesce(recent.ids, '{}') as "recentIds",
           coalesce(recent.cents, '{}') as "recentCents",
           coalesce(days.of_year, 0)::int as "salesOfYear",
           coalesce(days.week, 0)::int as "weekSales", coalesce(days.week_cents, 0)::float8 as "weekCents",
           coalesce(days.week_before, 0)::int as "weekSalesBefore",
           coalesce(days.week_cents_before, 0)::float8 as "weekCentsBefore",
           coalesce(days.month, 0)::int as "monthSales", coalesce(days.month_cents, 0)::float8 as "monthCents",
           coalesce(days.month_before, 0)::int as "monthSalesBefore",
           coalesce(days.month_cents_before, 0)::float8 as "monthCentsBefore"
         from unnest($1::int[]) as product (id)
         cross join lateral (
           select array_agg(id order by id desc) as ids, array_agg(price_cents order by id desc) as cents from (
             (select id, price_cents from trades where product_id = product.id and id < $2
              order by id desc limit 2)
             union all
             (select id, price_cents from past_sales where product_id = product.id and id < $2
              order by id desc limit 2)
           ) as newest
         ) as last
         cross join lateral (
           select array_agg(id::text order by id) as ids, array_agg(price_cents order by id) as cents from (
             select id, price_cents from trades where product_id = product.id and id >= $2
             union all
             select id, price_cents from past_sales where product_id = product.id and id >= $2
           ) as since
         ) as recent
         cross join lateral (
           select sum(sales) as of_year,
             sum(sales) filter (where day >= $4) as week, sum(sum_cents) filter (where day >= $4) as week_cents,
             sum(sales) filter (where day < $4 and day >= $5) as week_before,
             sum(sum_cents) filter (where day < $4 and day >= $5) as week_cents_before,
             sum(sales) filter (where day >= $6) as month, sum(sum_cents) filter (where day >= $6) as month_cents,
             sum(sales) filter (where day < $6 and day >= $7) as month_before,
             sum(sum_cents) filter (where day < $6 and day >= $7) as month_cents_before
           from sale_days where product_id = product.id and size = '${ALL_SIZES}' and day < $3 and day >= $8
         ) as days
         where last.ids is not null or recent.ids is not null`,
  row: {
    productId: int4,
    lastId: text,
    lastCents: orNull(int4),
    centsBefore: orNull(int4),
    recentIds: texts,
    recentCents: ints,
    salesOfYear: int4,
    weekSales: int4,
    weekCents: float8,
    weekSalesBefore: int4,
    weekCentsBefore: float8,
    monthSales: int4,
    monthCents: float8,
    monthSalesBefore: int4,
    monthCentsBefore: float8,
  },
});

/** The ids of the next `count` products after one. */
export async function listIdsAfter(pool: pg.Pool, id: number, count: number): Promise<number[]> {
  return (await LIST_IDS.rows(pool, [id, count])).map((row) => row.id);
}

/** What is known of some products, and the sizes that they have. */
export async function readFacts(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<{ readonly product: FindableProduct; readonly sizes: readonly string[] }[]> {
  const rows = await READ_FACTS.rows(pool, [ids]);
  return rows.map(({ colourway, kind, sizes, ...facts }) => ({
    product: { ...facts, kind: kind ?? kindOf(facts.name, sizes), colours: coloursOf(colourway) },
    sizes,
  }));
}

/** How the books of some products stand, but for those in which nothing has happened yet. */
export function readBooks(pool: pg.Pool, ids: readonly number[]): Promise<BestOfBook[]> {
  return READ_BOOKS.rows(pool, [ids]);
}

/** What a product has sold, as `FindableProducts` is told of it. */
export interface ReadSales {
  readonly productId: number;
  readonly past: SalesOfProduct;
  readonly recent: readonly Sale[];
}

/** What the sales of some products say on a day, of those that have any. */
export async function readSales(pool: pg.Pool, ids: readonly number[], today: Day): Promise<ReadSales[]> {
  const firstOf = (days: number) => addDays(today, 1 - days);
  const recentFrom = firstOf(RECENT_DAYS);
  const rows = await READ_SALES.rows(pool, [
    ids,
    leastIdAt(startOfDayMs(recentFrom)),
    recentFrom,
    firstOf(WEEK_DAYS),
    firstOf(2 * WEEK_DAYS),
    firstOf(MONTH_DAYS),
    firstOf(2 * MONTH_DAYS),
    firstOf(YEAR_DAYS),
  ]);
  return rows.map(
    ({ productId, recentIds, recentCents, lastId, lastCents, centsBefore, salesOfYear, ...of }) => ({
      productId,
      past: {
        lastId,
        lastCents,
        centsBefore,
        salesOfYear,
        week: {
          sales: of.weekSales,
          sumCents: of.weekCents,
          salesBefore: of.weekSalesBefore,
          sumCentsBefore: of.weekCentsBefore,
        },
        month: {
          sales: of.monthSales,
          sumCents: of.monthCents,
          salesBefore: of.monthSalesBefore,
          sumCentsBefore: of.monthCentsBefore,
        },
      },
      recent: recentIds.map((id, index) => ({ id, cents: recentCents[index] ?? 0 })),
    }),
  );
}
