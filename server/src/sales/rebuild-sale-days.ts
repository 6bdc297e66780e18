import { RowSet } from '../database/row-set.js';
import { int4, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DAY_COLUMNS, daysOf } from './fold-sales.js';

/** A trade by its number in its book. */
export interface TradeKey {
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
}

/** The trades that are committed and still on their way to their days. */
export type ReadUnfoldedTrades = (transaction: Transaction) => Promise<readonly TradeKey[]>;

export const TRADE_KEYS = new RowSet<TradeKey>({
  product_id: [int4, (trade) => trade.productId],
  size: [text, (trade) => trade.size],
  seq: [int4, (trade) => trade.seq],
});

/** Every sale, here and before this market, but the trades that are given. */
const FOLDED_SALES = `(
    select product_id, id, size, price_cents, (traded_at at time zone 'UTC')::date as day
    from trades where not exists (
      select from ${TRADE_KEYS.as('unfolded')}
      where unfolded.product_id = trades.product_id and unfolded.size = trades.size and unfolded.seq = trades.seq
    )
    union all
    select product_id, id, size, price_cents, (sold_at at time zone 'UTC')::date from past_sales
  ) as sale`;

const REMOVE_DAYS = statement({ name: 'remove-sale-days', text: 'delete from sale_days' });

const MAKE_DAYS = statement({
  name: 'make-sale-days',
  text: `insert into sale_days (${DAY_COLUMNS}) ${daysOf(FOLDED_SALES)}`,
});

/**
 * Makes the days of all products anew from the sales. Nobody adds to them meanwhile: whoever would, waits for the end
 * of the transaction. Trading and reading go on.
 * @param transaction in which nothing was done yet
 * @returns how many days there are
 */
export async function rebuildSaleDays(
  transaction: Transaction,
  readUnfolded: ReadUnfoldedTrades,
): Promise<number> {
  // One look at trades and feed, taken when nobody adds to the days any more.
  await transaction.query('set transaction isolation level repeatable read');
  await transaction.query('lock table sale_days in share row exclusive mode');
  const unfolded = await readUnfolded(transaction);
  await REMOVE_DAYS.run(transaction);
  return MAKE_DAYS.run(transaction, TRADE_KEYS.values(unfolded));
}
