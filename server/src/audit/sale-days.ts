import { ODDITIES } from '@perkex/core/figures/odd-sales.js';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { judgeAll, keyOfSale } from '../sales/judge-sales.js';
import { IS_SALE } from '../sales/sale-conditions.js';
import { readTradesToRollUp, SALE_KEYS } from '../sales/trades-to-roll-up.js';
import { EXAMPLES, FINDINGS, type Findings } from './check-result.js';

const PRODUCTS = '$3';

/** The days of some products, computed from the sales and as stored. */
const COMPARE_DAYS = statement({
  name: 'audit-sale-days',
  text: `with sale as (
           select product_id, id::text, size, price_cents as cents, (traded_at at time zone 'UTC')::date as day
           from trades where product_id = any(${PRODUCTS}::int[]) and ${IS_SALE}
             and (product_id, id) not in (select product_id, id from ${SALE_KEYS.as('unfolded')})
             and (product_id, id) not in (
               select product_id, id from odd_sales where product_id = any(${PRODUCTS}::int[])
             )
           union all
           select product_id, id::text, size, price_cents, (sold_at at time zone 'UTC')::date
           from past_sales where product_id = any(${PRODUCTS}::int[])
             and (product_id, id) not in (
               select product_id, id from odd_sales where product_id = any(${PRODUCTS}::int[])
             )
         ), expected as (
           select product_id, of_size.size, day, count(*)::int as sales, min(id) as open_id, max(id) as close_id,
             max(cents) as high, min(cents) as low, sum(cents)::numeric as sum, sum(cents::numeric ^ 2) as squares
           from (select sale.* from sale union all select product_id, id, '', cents, day from sale) as of_size
           group by 1, 2, 3
         ), said as (
           select expected.product_id, expected.size, expected.day, expected.sales, expected.open_id,
             expected.close_id, opening.cents as open, closing.cents as close, expected.high, expected.low, expected.sum,
             expected.squares
           from expected
           join sale as opening on opening.product_id = expected.product_id and opening.id = expected.open_id
           join sale as closing on closing.product_id = expected.product_id and closing.id = expected.close_id
         ), stored as (
           select product_id, size, day, sales, open_id::text, close_id::text, open_cents, close_cents, high_cents,
             low_cents, sum_cents::numeric, sum_of_squares
           from sale_days where product_id = any(${PRODUCTS}::int[])
         ), wrong as (
           select product_id, size, day from (select * from said except select * from stored) as missing
           union
           select product_id, size, day from (select * from stored except select * from said) as surplus
         )
         select (select count(*) from said)::int as checked, count(*)::int as violations,
           (array_agg('product ' || product_id || ', '
             || case size when '' then 'all sizes' else 'size ' || size end || ' on ' || day
             order by product_id, day, size))[1:${EXAMPLES}] as examples
         from wrong`,
  row: FINDINGS,
});

/**
 * Compares the stored days of some products with the sales that count, except trades that have not been rolled up yet.
 */
export async function compareSaleDays(
  snapshot: Transaction,
  productIds: readonly number[],
): Promise<Findings> {
  const unfolded = await readTradesToRollUp(snapshot);
  const found = await COMPARE_DAYS.row(snapshot, [...SALE_KEYS.values(unfolded), productIds]);
  return {
    checked: found?.checked ?? 0,
    violations: found?.violations ?? 0,
    examples: found?.examples ?? [],
  };
}

const READ_ODD_SALES = statement({
  name: 'audit-odd-sales',
  text: `select product_id as "productId", id, size, reason from odd_sales where product_id = any($1::int[])`,
  row: { productId: int4, id: uuid, size: text, reason: oneOf(ODDITIES) },
});

/**
 * Compares the recorded odd sales of some products with the rules. Sales from the first trade that has not been rolled
 * up may still be judged differently.
 */
export async function compareOddSales(
  snapshot: Transaction,
  productIds: readonly number[],
): Promise<Findings> {
  const unfolded = new Set((await readTradesToRollUp(snapshot)).map(keyOfSale));
  const odd = await READ_ODD_SALES.rows(snapshot, [productIds]);
  const recorded = new Map(odd.map((sale) => [keyOfSale(sale), sale]));
  const isOver = new Set<number>();
  const wrong: string[] = [];
  let checked = 0;
  for await (const verdicts of judgeAll(snapshot, productIds)) {
    for (const { productId, id, size, oddity } of verdicts) {
      const key = keyOfSale({ productId, id });
      const sale = recorded.get(key);
      recorded.delete(key);
      if (unfolded.has(key)) {
        isOver.add(productId);
      }
      if (isOver.has(productId)) {
        continue;
      }
      checked += 1;
      if ((sale?.reason ?? null) !== oddity || (sale && sale.size !== size)) {
        wrong.push(
          `product ${productId}, sale ${id} is ${oddity ?? 'usual'}, not ${sale?.reason ?? 'usual'}`,
        );
      }
    }
  }
  const lost = [...recorded.keys()].map((key) => `product ${key.replace(' ', ', sale ')} does not exist`);
  const all = [...wrong, ...lost];
  return { checked, violations: all.length, examples: all.slice(0, EXAMPLES) };
}
