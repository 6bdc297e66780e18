import { ORDER_STATUSES, type OrderStatus, SIDES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { type OrderName, type OrderNotFound, theOrder } from '../books/named-order.js';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import type { BookKey } from './order-command.js';

function ordersStatement(name: string, condition: string) {
  return statement({
    name,
    text: `select order_id as "orderId", orders.product_id as "productId", size, seq, side, price_cents as "priceCents",
             case when expires_at <= clock_timestamp() and status = 'open' then 'cancelled' else status end as status,
             products.name
           from orders join products on products.id = orders.product_id
           where user_id = $1 and order_id = any($2::uuid[])${condition}`,
    row: {
      orderId: uuid,
      productId: int4,
      size: text,
      seq: int4,
      side: oneOf(SIDES),
      priceCents: int4,
      status: oneOf(ORDER_STATUSES),
      name: text,
    },
  });
}

/** On a distributed database, it asks all shards. */
const FIND_ORDERS = ordersStatement('find-orders', '');

/** On a distributed database, it asks only the shards of these products. */
const FIND_ORDERS_OF_PRODUCTS = ordersStatement(
  'find-orders-of-products',
  ' and orders.product_id = any($3::int4[])',
);

/** An accepted order: its position in its book, and the facts that identify it to its user. */
export interface FoundOrder extends BookKey {
  readonly orderId: string;
  readonly seq: number;
  readonly side: Side;
  readonly priceCents: number;
  /** At the moment of the read. An order that has expired is cancelled. */
  readonly status: OrderStatus;
  /** The product's name. */
  readonly name: string;
}

/** Finds the order that a user names. */
export type FindOrder = (userId: string, named: OrderName) => Promise<FoundOrder | OrderNotFound>;

/** Finds those of a user's orders that some names may mean. `theOrder` picks that of one name. */
export type FindOrders = (userId: string, named: readonly OrderName[]) => Promise<readonly FoundOrder[]>;

/** The position of an accepted order never changes, so this needs no lock. */
export function ordersFinder(pool: pg.Pool): FindOrders {
  return async (userId, named) => {
    const ids = named.map(({ id }) => id);
    const products = named.flatMap(({ productId }) => productId ?? []);
    if (ids.length === 0) {
      return [];
    }
    return products.length === ids.length
      ? FIND_ORDERS_OF_PRODUCTS.rows(pool, [userId, ids, [...new Set(products)]])
      : FIND_ORDERS.rows(pool, [userId, ids]);
  };
}

/** Finds one order at a time. */
export function orderFinder(pool: pg.Pool): FindOrder {
  const findOrders = ordersFinder(pool);
  return async (userId, named) => theOrder(await findOrders(userId, [named]), named);
}
