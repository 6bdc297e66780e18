import type pg from 'pg';
import { isOpenNow } from '../books/open-order.js';
import { int4, type RowOf, statement, text, uuid } from '../database/statement.js';

const FIND_OPEN_ASKS = statement({
  name: 'find-open-asks',
  text: `select named.order_id as "orderId", o.order_id as "openId", o.product_id as "productId", o.size, o.seq,
           o.price_cents as "priceCents"
         from orders as named
         left join lateral (
           select other.seq from orders as other
           where other.product_id = named.product_id and other.size = named.size
             and other.first_seq = coalesce(named.first_seq, named.seq) and other.seq > named.seq
           order by other.seq desc limit 1
         ) as newest on true
         join orders as o on o.product_id = named.product_id and o.size = named.size
           and o.seq = coalesce(newest.seq, named.seq)
         where named.user_id = $1 and named.order_id = any($2::uuid[]) and named.side = 'ask' and ${isOpenNow('o')}`,
  row: { orderId: uuid, openId: uuid, productId: int4, size: text, seq: int4, priceCents: int4 },
});

/** A user's open asks with these client order ids, or in the place of asks that had them. */
export async function findOpenAsks(
  pool: pg.Pool,
  userId: string,
  orderIds: readonly string[],
): Promise<readonly RowOf<typeof FIND_OPEN_ASKS>[]> {
  return orderIds.length === 0 ? [] : FIND_OPEN_ASKS.rows(pool, [userId, orderIds]);
}
