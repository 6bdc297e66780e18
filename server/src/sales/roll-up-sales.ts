import { dayAt } from '@perkex/core/figures/days.js';
import { ALL_SIZES } from '../books/all-sizes.js';
import { RowSet } from '../database/row-set.js';
import { date, int4, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** A sale, here or before this market, with the data that figures need. */
export interface RolledUpSale {
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly atMs: number;
  /** Sorts by time: the lowest id of a day is its opening sale, the highest its closing sale. */
  readonly id: string;
}

const SALES = new RowSet<RolledUpSale>({
  product_id: [int4, (sale) => sale.productId],
  size: [text, (sale) => sale.size],
  price_cents: [int4, (sale) => sale.priceCents],
  day: [date, (sale) => dayAt(sale.atMs)],
  id: [uuid, (sale) => sale.id],
});

export const DAY_COLUMNS = `product_id, size, day, sales, open_id, close_id, open_cents, high_cents, low_cents,
  close_cents, sum_cents, sum_of_squares`;

/** The days of some sales, each for its size and for all sizes; `sales` is a table expression with a column `day`. */
export function daysOf(sales: string): string {
  return `select sale.product_id, sale.of_size, sale.day, count(*)::int, (array_agg(sale.id order by sale.id))[1],
      (array_agg(sale.id order by sale.id desc))[1], (array_agg(sale.price_cents order by sale.id))[1],
      max(sale.price_cents), min(sale.price_cents), (array_agg(sale.price_cents order by sale.id desc))[1],
      sum(sale.price_cents), sum(sale.price_cents::numeric * sale.price_cents)
    from (
      select sale.product_id, sale.id, sale.price_cents, sale.day, unnest(array[sale.size, '${ALL_SIZES}']) as of_size
      from ${sales}
    ) as sale
    group by 1, 2, 3`;
}

/** In the order of their keys, so that concurrent roll-ups wait for each other instead of deadlocking. */
const ROLL_UP_SALES = statement({
  name: 'fold-sales',
  text: `insert into sale_days as stored (${DAY_COLUMNS}) ${daysOf(SALES.as('sale'))} order by 1, 2, 3
         on conflict (product_id, size, day) do update set
           sales = stored.sales + excluded.sales,
           open_id = least(stored.open_id, excluded.open_id),
           close_id = greatest(stored.close_id, excluded.close_id),
           open_cents = case when excluded.open_id < stored.open_id then excluded.open_cents else stored.open_cents end,
           high_cents = greatest(stored.high_cents, excluded.high_cents),
           low_cents = least(stored.low_cents, excluded.low_cents),
           close_cents = case when excluded.close_id > stored.close_id then excluded.close_cents else stored.close_cents end,
           sum_cents = stored.sum_cents + excluded.sum_cents,
           sum_of_squares = stored.sum_of_squares + excluded.sum_of_squares`,
});

/** Rolls up sales into their days with one statement. The caller ensures that each sale is added once. */
export async function rollUpSales(transaction: Transaction, sales: readonly RolledUpSale[]): Promise<void> {
  if (sales.length > 0) {
    await ROLL_UP_SALES.run(transaction, SALES.values(sales));
  }
}
