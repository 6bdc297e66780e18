import { DAY_COLUMNS, daysOf } from './roll-up-sales.js';
import { IS_SALE, isUsual } from './sale-conditions.js';
import { KEYS_TO_ROLL_UP } from './trades-to-roll-up.js';

/**
 * Inserts the days of all sales that count, here and before this market, except trades that have not been rolled up, in
 * one snapshot.
 * @param from selects from one of the two tables, with a condition
 */
export function makeDays(from: (table: 'trades' | 'past_sales') => string): string {
  return `insert into sale_days (${DAY_COLUMNS})
    with unfolded as materialized (${KEYS_TO_ROLL_UP})
    ${daysOf(`(
      select trades.product_id, trades.id, trades.size, price_cents, (traded_at at time zone 'UTC')::date as day
      from ${from('trades')} and ${IS_SALE} and ${isUsual('trades')}
        and not exists (select from unfolded where product_id = trades.product_id and id = trades.id)
      union all
      select past_sales.product_id, past_sales.id, past_sales.size, price_cents, (sold_at at time zone 'UTC')::date
      from ${from('past_sales')} and ${isUsual('past_sales')}
    ) as sale`)}`;
}
