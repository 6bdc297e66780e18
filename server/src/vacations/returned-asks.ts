import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** An ask of a user that was paused, by its client order id. */
export interface NamedAsk {
  readonly userId: string;
  readonly orderId: string;
  readonly productId: number;
}

/** An ask that was paused, and the id of the one in its place. */
export interface ReturnedAsk extends Omit<NamedAsk, 'userId'> {
  readonly newId: string;
}

const RETURNED = new RowSet<ReturnedAsk>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
  new_id: [uuid, ({ newId }) => newId],
});

const SAVE_RETURNED = statement({
  name: 'save-returned-asks',
  text: `insert into returned_asks (user_id, order_id, product_id, new_id)
         select $1, returned.order_id, returned.product_id, returned.new_id from ${RETURNED.as('returned', 1)}
         on conflict (user_id, order_id, product_id) do nothing`,
});

/** Remembers the asks that are back for longer than their vacation. */
export async function saveReturnedAsks(
  tx: Transaction,
  userId: string,
  asks: readonly ReturnedAsk[],
): Promise<void> {
  await SAVE_RETURNED.run(tx, [userId, ...RETURNED.values(asks)]);
}

export const NAMED_ASKS = new RowSet<NamedAsk>({
  user_id: [text, ({ userId }) => userId],
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
});

const READ_RETURNED = statement({
  name: 'read-returned-asks',
  text: `select returned.user_id as "userId", returned.order_id as "orderId", returned.product_id as "productId",
           returned.new_id as "newId"
         from ${NAMED_ASKS.as('named')}
         join returned_asks as returned on returned.user_id = named.user_id and returned.order_id = named.order_id
           and returned.product_id = named.product_id`,
  row: { userId: text, orderId: uuid, productId: int4, newId: uuid },
});

/** The links of the asks among these that a vacation has brought back. */
export async function readReturnedAsks(
  pool: pg.Pool,
  asks: readonly NamedAsk[],
): Promise<(NamedAsk & ReturnedAsk)[]> {
  return asks.length === 0 ? [] : READ_RETURNED.rows(pool, NAMED_ASKS.values(asks));
}

/** On account erasure and on account transfer. */
export const forgetReturnedAsks = forgetRows('forget-returned-asks-of-user', 'returned_asks');
