import type pg from 'pg';
import { bool, statement } from '../database/statement.js';
import type { MatchingEngine } from './matching-engine.js';
import { replacementOf } from './order-successors.js';

export interface AskToPause {
  readonly userId: string;
  readonly orderId: string;
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
}

const IS_EXPIRED = statement({
  name: 'is-expired-order',
  text: `select coalesce(expires_at <= clock_timestamp(), false) as "isExpired" from orders
         where product_id = $1 and size = $2 and seq = $3`,
  row: { isExpired: bool },
});

/**
 * Cancels an ask because of its seller's vacation. It can be repeated.
 * @returns false if the ask has ended otherwise: it has traded, expired, or another ask took its place
 */
export async function pauseAsk(
  pool: pg.Pool,
  engine: Pick<MatchingEngine, 'submit'>,
  { userId, orderId, productId, size, seq }: AskToPause,
): Promise<boolean> {
  const order = { userId, orderId, productId, size, seq };
  const answer = await engine.submit({ kind: 'cancellation', reason: 'vacation', side: 'ask', ...order });
  if (answer.kind === 'refused' || answer.wasOpen) {
    return answer.kind !== 'refused';
  }
  const isExpired = (await IS_EXPIRED.row(pool, [productId, size, seq]))?.isExpired ?? true;
  return !isExpired && (await replacementOf(pool, order)) === null;
}
