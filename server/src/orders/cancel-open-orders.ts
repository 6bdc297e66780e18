import { inPieces } from '@perkex/core/in-pieces.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import type { MatchingEngine } from './matching-engine.js';

/** Few enough that one user's cancellations leave room for everybody else's orders. */
const AT_ONCE = 20;

/** A Date knows milliseconds, the table microseconds. */
const OPEN_ORDERS_OF_USER = statement({
  name: 'open-orders-of-user',
  text: `select o.order_id as "orderId", o.product_id as "productId", o.size, o.seq, o.side
         from orders as o
         where o.user_id = $1 and o.status = 'open'
           and ($2::timestamptz is null or date_trunc('milliseconds', o.accepted_at) <= $2)
         order by o.product_id, o.size, o.seq`,
  row: { orderId: uuid, productId: int4, size: text, seq: int4, side: oneOf(SIDES) },
});

/** Cancels a user's open orders: all of them, or those accepted up to a moment. Repeating it is safe. */
export type CancelOpenOrders = (userId: string, acceptedUntil?: Date) => Promise<void>;

/** Cancels through the engine, so that the books and the audit see what they see of any cancellation. */
export function openOrderCanceller(pool: pg.Pool, engine: Pick<MatchingEngine, 'submit'>): CancelOpenOrders {
  return async (userId, acceptedUntil) => {
    const open = await OPEN_ORDERS_OF_USER.rows(pool, [userId, acceptedUntil ?? null]);
    for (const some of inPieces(open, AT_ONCE)) {
      await Promise.all(
        some.map((order) => engine.submit({ kind: 'cancellation', userId, ...order, isByHouse: true })),
      );
    }
  };
}
