import { SIDES, type Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { int4, oneOf, statement, text } from '../database/statement.js';
import type { BookKey } from './order-command.js';

const FIND_ORDER = statement({
  name: 'find-order',
  text: `select orders.product_id as "productId", size, seq, side, price_cents as "priceCents", products.name
         from orders join products on products.id = orders.product_id
         where user_id = $1 and order_id = $2`,
  row: { productId: int4, size: text, seq: int4, side: oneOf(SIDES), priceCents: int4, name: text },
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

/** The position of an accepted order never changes, so this needs no lock. */
export function orderFinder(pool: pg.Pool): FindOrder {
  return async (userId, orderId) => (await FIND_ORDER.row(pool, [userId, orderId])) ?? null;
}
