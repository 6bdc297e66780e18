import type { ProductSummary } from '@perkex/contract/products.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { int4, orNull, statement, text } from '../database/statement.js';
import { booksOf, CATALOGUE, type Topic } from '../kept/topics.js';

/** The ids of sales sort by time: of each product only its last two are looked at. */
const READ_SUMMARIES = statement({
  name: 'read-summaries',
  text: `select id, name, thumbnail,
           (select min(lowest_ask_cents) from books where product_id = product.id) as "askCents",
           sale.cents[1] as "lastCents", sale.cents[2] as "centsBefore"
         from products as product
         cross join lateral (
           select array_agg(price_cents order by id desc) as cents from (
             (select id, price_cents from trades where product_id = product.id order by id desc limit 2)
             union all
             (select id, price_cents from past_sales where product_id = product.id order by id desc limit 2)
           ) as newest
         ) as sale
         where id = any($1::int[]) order by array_position($1::int[], id)`,
  row: {
    id: int4,
    name: text,
    thumbnail: text,
    askCents: orNull(int4),
    lastCents: orNull(int4),
    centsBefore: orNull(int4),
  },
});

/** The products of these ids as cards show them, in the same order. */
export async function readSummaries(pool: pg.Pool, ids: readonly number[]): Promise<ProductSummary[]> {
  const rows = await READ_SUMMARIES.rows(pool, [ids]);
  return rows.map(({ askCents, lastCents, centsBefore, ...product }) => ({
    ...product,
    lowestAsk: centsToDollars(askCents ?? 0),
    lastSale: centsToDollars(lastCents ?? 0),
    change: lastCents === null ? null : priceChangePercent(lastCents, centsBefore ?? undefined),
  }));
}

/** What whoever shows the products of these ids so has to follow. */
export function topicsOfSummaries(ids: readonly number[]): Topic[] {
  return [CATALOGUE, ...ids.map(booksOf)];
}
