import { SIDES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import type { BookKey } from './order-command.js';

const FIND_ORDERS = statement({
  name: 'find-orders',
  text: `select order_id as "orderId", orders.product_id as "productId", size, seq, side, price_cents as "priceCents",
           products.name
         from orders join products on products.id = orders.product_id
         where user_id = $1 and order_id = any($2::uuid[])`,
  row: {
    ...{
      orderId: uuid,
      productId: int4,
      size: text,
      seq: int4,
      side: oneOf(SIDES),
      priceCents: int4,
      name: text,
    },
  },
});

/** An accepted order: its position in its book, and the facts that identify it to its user. */
export interface FoundOrder extends BookKey {
  readonly seq: number;
  readonly side: Side;
  readonly priceCents: number;
  /** The product's name. */
  readonly name: string;
}

/** Finds a user's order by its client order id; null if there is none. */
export type FindOrder = (userId: string, orderId: string) => Promise<FoundOrder | null>;

/** Finds those of a user's orders with these client order ids, by their ids. */
export type FindOrders = (
  userId: string,
  orderIds: readonly string[],
) => Promise<ReadonlyMap<string, FoundOrder>>;

/** The position of an accepted order never changes, so this needs no lock. */
export function ordersFinder(pool: pg.Pool): FindOrders {
  return async (userId, orderIds) => {
    const rows = orderIds.length === 0 ? [] : await FIND_ORDERS.rows(pool, [userId, orderIds]);
    return new Map(rows.map(({ orderId, ...order }) => [orderId, order]));
  };
}

/** Finds one order at a time. */
export function orderFinder(pool: pg.Pool): FindOrder {
  const findOrders = ordersFinder(pool);
  return async (userId, orderId) => (await findOrders(userId, [orderId])).get(orderId) ?? null;
}
