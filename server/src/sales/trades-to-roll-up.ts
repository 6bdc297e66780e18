import { unreadTradeKeys, unreadTrades } from '../books/unread-trades.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { IS_SALE } from './sale-conditions.js';

/** The name of the consumer of the feed that rolls up trades. */
export const HISTORY_CONSUMER = 'history';

/** A sale by the key of its table. */
export interface SaleKey {
  readonly productId: number;
  readonly id: string;
}

export const SALE_KEYS = new RowSet<SaleKey>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
});

/** The keys of trades that have not been rolled up. */
export const KEYS_TO_ROLL_UP = unreadTradeKeys(HISTORY_CONSUMER);

const READ_TRADES_TO_ROLL_UP = statement({
  name: 'read-unfolded-trades',
  text: `select product_id as "productId", id from (${KEYS_TO_ROLL_UP}) as unfolded`,
  row: { productId: int4, id: uuid },
});

/** The committed trades that have not been rolled up. */
export function readTradesToRollUp(transaction: Transaction): Promise<SaleKey[]> {
  return READ_TRADES_TO_ROLL_UP.rows(transaction);
}

/** The sales of the product `$1` that have not been rolled up, as rows for `daysOf`. */
export const SALES_TO_ROLL_UP = `(
    with unread as materialized (
      select (book.change ->> 'productId')::int as product_id, book.change ->> 'size' as size,
        (trade.made ->> 'id')::uuid as id, (trade.made ->> 'priceCents')::int as price_cents,
        (to_timestamp((book.change ->> 'atMs')::float8 / 1000) at time zone 'UTC')::date as day
      from ${unreadTrades(HISTORY_CONSUMER, '$1')}
      where (book.change ->> 'productId')::int = $1
    )
    select * from unread
    where exists (select from trades where product_id = $1 and id = unread.id and ${IS_SALE})
  ) as sale`;
