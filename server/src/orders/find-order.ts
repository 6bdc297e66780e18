import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';
import type { BookKey } from './order-command.js';

const FIND_ORDER = statement({
  name: 'find-order',
  text: 'select product_id as "productId", size, seq from orders where user_id = $1 and order_id = $2',
  row: { productId: int4, size: text, seq: int4 },
});

/** Finds where a user's order stands, by the id that the user gave it; null when there is no such order. */
export type FindOrder = (userId: string, orderId: string) => Promise<(BookKey & { seq: number }) | null>;

/** Where an accepted order stands never changes, so this needs no lock. */
export function orderFinder(pool: pg.Pool): FindOrder {
  return async (userId, orderId) => (await FIND_ORDER.row(pool, [userId, orderId])) ?? null;
}
