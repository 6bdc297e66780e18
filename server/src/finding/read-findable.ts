import { SALES_OF_A_MOVER } from '@perkex/contract/market.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import { changeInPeriod } from '@perkex/core/figures/movers.js';
import { coloursOf } from '@perkex/core/finding/colours.js';
import type { AskOfBook, FindableProduct, SalesOfProduct } from '@perkex/core/finding/found.js';
import { KINDS, kindOf } from '@perkex/core/finding/kinds.js';
import type pg from 'pg';
import { float8, int4, oneOf, orNull, statement, text, texts } from '../database/statement.js';
import { ALL_SIZES } from '../sales/fold-sales.js';

export const LATELY_DAYS = 30;
const YEAR_DAYS = 365;

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

const READ_ASKS = statement({
  name: 'read-findable-asks',
  text: `select product_id as "productId", size, seq, lowest_ask_cents as "lowestAskCents"
         from books where product_id = any($1::int[])`,
  row: { productId: int4, size: text, seq: int4, lowestAskCents: orNull(int4) },
});

/** The ids of sales sort by time: of each product only its last two are looked at, and its days. */
const READ_SALES = statement({
  name: 'read-findable-sales',
  text: `select product.id as "productId", coalesce(last.ids[1]::text, '') as "lastId", last.cents[1] as "lastCents",
           last.cents[2] as "centsBefore", coalesce(days.of_year, 0)::int as "salesOfYear",
           coalesce(days.sales, 0)::int as sales, coalesce(days.sum_cents, 0)::float8 as "sumCents",
           coalesce(days.sales_before, 0)::int as "salesBefore",
           coalesce(days.sum_cents_before, 0)::float8 as "sumCentsBefore"
         from unnest($1::int[]) as product (id)
         cross join lateral (
           select array_agg(id order by id desc) as ids, array_agg(price_cents order by id desc) as cents from (
             (select id, price_cents from trades where product_id = product.id order by id desc limit 2)
             union all
             (select id, price_cents from past_sales where product_id = product.id order by id desc limit 2)
           ) as newest
         ) as last
         cross join lateral (
           select sum(sales) as of_year, sum(sales) filter (where day >= $2) as sales,
             sum(sum_cents) filter (where day >= $2) as sum_cents,
             sum(sales) filter (where day < $2 and day >= $3) as sales_before,
             sum(sum_cents) filter (where day < $2 and day >= $3) as sum_cents_before
           from sale_days where product_id = product.id and size = '${ALL_SIZES}' and day >= $4
         ) as days`,
  row: {
    productId: int4,
    lastId: text,
    lastCents: orNull(int4),
    centsBefore: orNull(int4),
    salesOfYear: int4,
    sales: int4,
    sumCents: float8,
    salesBefore: int4,
    sumCentsBefore: float8,
  },
});

/** The ids of the next `count` products after one. */
export async function listIdsAfter(pool: pg.Pool, id: number, count: number): Promise<number[]> {
  return (await LIST_IDS.rows(pool, [id, count])).map((row) => row.id);
}

/** What is known of some products. */
export async function readFacts(pool: pg.Pool, ids: readonly number[]): Promise<FindableProduct[]> {
  const rows = await READ_FACTS.rows(pool, [ids]);
  return rows.map(({ colourway, kind, sizes, ...facts }) => ({
    ...facts,
    kind: kind ?? kindOf(facts.name, sizes),
    colours: coloursOf(colourway),
  }));
}

/** How the books of some products stand. */
export function readAsks(pool: pg.Pool, ids: readonly number[]): Promise<AskOfBook[]> {
  return READ_ASKS.rows(pool, [ids]);
}

export interface ReadSales extends SalesOfProduct {
  readonly productId: number;
}

/** What the sales of some products say on a day. */
export async function readSales(pool: pg.Pool, ids: readonly number[], today: Day): Promise<ReadSales[]> {
  const rows = await READ_SALES.rows(pool, [
    ids,
    addDays(today, 1 - LATELY_DAYS),
    addDays(today, 1 - 2 * LATELY_DAYS),
    addDays(today, 1 - YEAR_DAYS),
  ]);
  return rows.map(({ sales, sumCents, salesBefore, sumCentsBefore, ...told }) => ({
    ...told,
    salesLately: sales,
    risePercent:
      sales >= SALES_OF_A_MOVER ? changeInPeriod({ sales, sumCents, salesBefore, sumCentsBefore }) : null,
  }));
}
