import { SIDES, type Side } from '@perkex/core/order-book/order.js';
import { ORDER_PLACES, type OrderPlace } from '../books/order-place.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

export interface TradeKey {
  readonly productId: number;
  readonly id: string;
}

const TRADES = new RowSet<TradeKey>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
});

const ORDER_COLUMNS = [
  ...['product_id', 'size', 'seq', 'user_id', 'order_id', 'side'],
  ...['price_cents', 'accepted_at', 'expires_at', 'group_id', 'is_relisting'],
] as const;
const COLUMNS_OF_O = ORDER_COLUMNS.map((column) => `o.${column}`).join(', ');

/** Closed orders have left the copies for good, so a place that is there already may only have been extended. */
const SAVE_OPEN_ORDERS = statement({
  name: 'save-open-orders-of-users',
  text: `insert into open_orders_of_users (${ORDER_COLUMNS.join(', ')})
         select ${COLUMNS_OF_O}
         from ${ORDER_PLACES.as('changed')}
         join orders as o
           on o.product_id = changed.product_id and o.size = changed.size and o.seq = changed.seq
         where o.product_id = any($1::int4[]) and o.status = 'open'
         on conflict (product_id, size, seq) do update set expires_at = excluded.expires_at, is_relisting = excluded.is_relisting`,
});

const REMOVE_ORDERS = statement({
  name: 'remove-orders-of-users',
  text: `delete from open_orders_of_users as copy using ${ORDER_PLACES.as('closed')}
         where copy.product_id = closed.product_id and copy.size = closed.size and copy.seq = closed.seq`,
});

const TRADE_COLUMNS = `user_id, side, id, product_id, size, order_id, price_cents, total_cents, traded_at, group_id,
           transaction_fee_per_mille`;

/** One side of trades, as `TRADE_COLUMNS`: `trade` joined with its order on that side. */
function sideOfTrades(side: Side, trades: string): string {
  const [party, fee] =
    side === 'ask' ? ['seller', 'trade.transaction_fee_per_mille'] : ['buyer', 'null::int4'];
  return `select trade.${party}_id, '${side}', trade.id, trade.product_id, trade.size, o.order_id, trade.price_cents,
             trade.${party}_total_cents, trade.traded_at, o.group_id, ${fee}
           from ${trades}
           join orders as o
             on o.product_id = trade.product_id and o.size = trade.size and o.seq = trade.${side}_seq`;
}

function addTradesOf(side: Side) {
  const named = `${TRADES.as('made')}
           join trades as trade on trade.product_id = made.product_id and trade.id = made.id`;
  return statement({
    name: `add-trades-of-users-${side}`,
    text: `insert into trades_of_users (${TRADE_COLUMNS})
           ${sideOfTrades(side, named)}
           where trade.product_id = any($1::int4[]) and o.product_id = any($1::int4[])
           on conflict (user_id, side, id) do nothing`,
  });
}

function copyAllTradesOf(side: Side) {
  return statement({
    name: `copy-all-trades-of-users-${side}`,
    text: `insert into trades_of_users (${TRADE_COLUMNS}) ${sideOfTrades(side, 'trades as trade')}`,
  });
}

const ADD_TRADES = SIDES.map(addTradesOf);
const COPY_ALL_TRADES = SIDES.map(copyAllTradesOf);

const COPY_ALL_OPEN_ORDERS = statement({
  name: 'copy-all-open-orders-of-users',
  text: `insert into open_orders_of_users (${ORDER_COLUMNS.join(', ')})
         select ${COLUMNS_OF_O} from orders as o where o.status = 'open'`,
});

const REMOVE_ALL = ['open_orders_of_users', 'trades_of_users'].map((table) =>
  statement({ name: `remove-all-${table.replaceAll('_', '-')}`, text: `delete from ${table}` }),
);

const RENAME_TRADES = statement({
  name: 'rename-trades-of-users',
  text: `update trades_of_users set user_id = $2 where user_id = $1 and id = any($3::uuid[])`,
});

/** Copies those of these orders that are open now. */
export async function saveOpenOrders(tx: Transaction, places: readonly OrderPlace[]): Promise<void> {
  if (places.length > 0) {
    await SAVE_OPEN_ORDERS.run(tx, ORDER_PLACES.values(places));
  }
}

/** Removes the copies of orders that are closed. */
export async function removeOrders(tx: Transaction, places: readonly OrderPlace[]): Promise<void> {
  if (places.length > 0) {
    await REMOVE_ORDERS.run(tx, ORDER_PLACES.values(places));
  }
}

/** Copies trades for their sellers and buyers. Those that are copied already stay. */
export async function addTrades(tx: Transaction, trades: readonly TradeKey[]): Promise<void> {
  if (trades.length > 0) {
    for (const add of ADD_TRADES) {
      await add.run(tx, TRADES.values(trades));
    }
  }
}

/** Copies all open orders and trades again. The caller holds the consumer. @returns the numbers of both */
export async function copyAllAgain(
  tx: Transaction,
): Promise<{ readonly orders: number; readonly trades: number }> {
  await removeAllCopies(tx);
  const orders = await COPY_ALL_OPEN_ORDERS.run(tx);
  let trades = 0;
  for (const copy of COPY_ALL_TRADES) {
    trades = await copy.run(tx);
  }
  return { orders, trades };
}

export async function removeAllCopies(tx: Transaction): Promise<void> {
  for (const remove of REMOVE_ALL) {
    await remove.run(tx);
  }
}

/**
 * Renames the user of trades that have the new id. The caller holds the consumer, which may know them by the old one.
 */
export async function renameInTradesOfUsers(
  tx: Transaction,
  userId: string,
  newId: string,
  tradeIds: readonly string[],
): Promise<void> {
  await RENAME_TRADES.run(tx, [userId, newId, tradeIds]);
}
