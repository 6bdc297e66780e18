import type pg from 'pg';
import type { BookKey } from './order-command.js';

/** Finds where a user's order stands, by the id that the user gave it; null when there is no such order. */
export type FindOrder = (userId: string, orderId: string) => Promise<(BookKey & { seq: number }) | null>;

/** Where an accepted order stands never changes, so this needs no lock. */
export function orderFinder(pool: pg.Pool): FindOrder {
  return async (userId, orderId) => {
    const { rows } = await pool.query<BookKey & { seq: number }>({
      name: 'find-order',
      text: `select product_id as "productId", size, seq from client_order_ids
             where user_id = $1 and order_id = $2 and refusal is null`,
      values: [userId, orderId],
    });
    return rows[0] ?? null;
  };
}
