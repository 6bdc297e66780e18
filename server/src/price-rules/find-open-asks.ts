import type pg from 'pg';
import { isOpenNow } from '../books/open-order.js';
import { int4, type RowOf, statement, text, uuid } from '../database/statement.js';

const FIND_OPEN_ASKS = statement({
  name: 'find-open-asks',
  text: `select o.order_id as "orderId", o.product_id as "productId", o.size, o.seq,
           o.price_cents as "priceCents"
         from orders as o
         where o.user_id = $1 and o.order_id = any($2::uuid[]) and o.side = 'ask' and ${isOpenNow('o')}`,
  row: { orderId: uuid, productId: int4, size: text, seq: int4, priceCents: int4 },
});

/** A user's open asks with these client order ids. */
export async function findOpenAsks(
  pool: pg.Pool,
  userId: string,
  orderIds: readonly string[],
): Promise<readonly RowOf<typeof FIND_OPEN_ASKS>[]> {
  return orderIds.length === 0 ? [] : FIND_OPEN_ASKS.rows(pool, [userId, orderIds]);
}
