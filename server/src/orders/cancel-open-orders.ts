import { inPieces } from '@perkex/core/in-pieces.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import type { MatchingEngine } from './matching-engine.js';

/** Few enough to leave room in the queue for other users' orders. */
const AT_ONCE = 20;

/** A Date has milliseconds, the table microseconds. */
const OPEN_ORDERS_OF_USER = statement({
  name: 'open-orders-of-user',
  text: `select o.order_id as "orderId", o.product_id as "productId", o.size, o.seq, o.side
         from orders as o
         where o.user_id = $1 and o.status = 'open'
           and ($2::timestamptz is null or date_trunc('milliseconds', o.accepted_at) <= $2)
         order by o.product_id, o.size, o.seq`,
  row: { orderId: uuid, productId: int4, size: text, seq: int4, side: oneOf(SIDES) },
});

/** Cancels a user's open orders: all of them, or those accepted up to a time. It can be repeated safely. */
export type CancelOpenOrders = (userId: string, acceptedUntil?: Date) => Promise<void>;

const OPEN_ORDERS_OF_PRODUCT = statement({
  name: 'open-orders-of-product',
  text: `select o.user_id as "userId", o.order_id as "orderId", o.product_id as "productId", o.size, o.seq, o.side
         from orders as o join books as book on book.product_id = o.product_id and book.size = o.size
         where o.product_id = $1 and o.status = 'open' and book.is_closed order by o.size, o.seq limit $2`,
  row: { userId: text, orderId: uuid, productId: int4, size: text, seq: int4, side: oneOf(SIDES) },
});

const ORDERS_A_READING = 1_000;

/** Cancels all open orders of a hidden product. Once its books are open again, the others stay. */
export function productOrderCanceller(pool: pg.Pool, engine: Pick<MatchingEngine, 'submit'>) {
  return async (productId: number): Promise<void> => {
    const read = () => OPEN_ORDERS_OF_PRODUCT.rows(pool, [productId, ORDERS_A_READING]);
    for (let open = await read(); open.length > 0; open = await read()) {
      for (const some of inPieces(open, AT_ONCE)) {
        await Promise.all(
          some.map((order) => engine.submit({ kind: 'cancellation', ...order, reason: 'hidden-product' })),
        );
      }
    }
  };
}

/** Cancels through the matching engine, so that books and audit see ordinary cancellations. */
export function openOrderCanceller(pool: pg.Pool, engine: Pick<MatchingEngine, 'submit'>): CancelOpenOrders {
  return async (userId, acceptedUntil) => {
    const open = await OPEN_ORDERS_OF_USER.rows(pool, [userId, acceptedUntil ?? null]);
    for (const some of inPieces(open, AT_ONCE)) {
      await Promise.all(
        some.map((order) => engine.submit({ kind: 'cancellation', userId, ...order, reason: 'platform' })),
      );
    }
  };
}
