import { int4, orNull, statement, texts } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { readUnfoldedTrades } from '../sales/history-keeper.js';
import { TRADE_KEYS } from '../sales/rebuild-sale-days.js';

/** How many days of some products were looked at, and which are not what the sales say. */
export interface CheckedDays {
  readonly checked: number;
  readonly violations: number;
  readonly examples: string[];
}

const [PRODUCTS, EXAMPLES] = ['$4', '$5'];

/** The days of some products once from the sales, by the texts of their ids, and once as they are kept. */
const COMPARE_DAYS = statement({
  name: 'audit-sale-days',
  text: `with sale as (
           select product_id, id::text, size, price_cents as cents, (traded_at at time zone 'UTC')::date as day
           from trades where product_id = any(${PRODUCTS}::int[]) and (product_id, size, seq) not in (
             select product_id, size, seq from ${TRADE_KEYS.as('unfolded')}
           )
           union all
           select product_id, id::text, size, price_cents, (sold_at at time zone 'UTC')::date
           from past_sales where product_id = any(${PRODUCTS}::int[])
         ), told as (
           select product_id, of_size.size, day, count(*)::int as sales, min(id) as open_id, max(id) as close_id,
             max(cents) as high, min(cents) as low, sum(cents)::numeric as sum, sum(cents::numeric ^ 2) as squares
           from (select sale.* from sale union all select product_id, id, '', cents, day from sale) as of_size
           group by 1, 2, 3
         ), said as (
           select told.product_id, told.size, told.day, told.sales, told.open_id, told.close_id, opening.cents as open,
             closing.cents as close, told.high, told.low, told.sum, told.squares
           from told
           join sale as opening on opening.product_id = told.product_id and opening.id = told.open_id
           join sale as closing on closing.product_id = told.product_id and closing.id = told.close_id
         ), kept as (
           select product_id, size, day, sales, open_id::text, close_id::text, open_cents, close_cents, high_cents,
             low_cents, sum_cents::numeric, sum_of_squares
           from sale_days where product_id = any(${PRODUCTS}::int[])
         ), wrong as (
           select product_id, size, day from (select * from said except select * from kept) as missing
           union
           select product_id, size, day from (select * from kept except select * from said) as surplus
         )
         select (select count(*) from said)::int as checked, count(*)::int as violations,
           (array_agg('product ' || product_id || ', '
             || case size when '' then 'all sizes' else 'size ' || size end || ' on ' || day
             order by product_id, day, size))[1:${EXAMPLES}::int] as examples
         from wrong`,
  row: { checked: int4, violations: int4, examples: orNull(texts) },
});

/** Compares the days of some products' sales with the sales, but for the trades that are still on their way to their days. */
export async function compareSaleDays(
  snapshot: Transaction,
  productIds: readonly number[],
  examples: number,
): Promise<CheckedDays> {
  const unfolded = await readUnfoldedTrades(snapshot);
  const found = await COMPARE_DAYS.row(snapshot, [...TRADE_KEYS.values(unfolded), productIds, examples]);
  return {
    checked: found?.checked ?? 0,
    violations: found?.violations ?? 0,
    examples: found?.examples ?? [],
  };
}
