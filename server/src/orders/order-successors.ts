import type pg from 'pg';
import { int4, statement, uuid } from '../database/statement.js';
import { BusyError } from '../errors/busy-error.js';
import { isRefusal } from '../http/problems.js';
import { changedOrderId } from './change-order.js';
import type { FindOrder, FoundOrder } from './find-order.js';

/** The order that replaces another one comes just before the other's cancellation. */
const READ_REPLACEMENT = statement({
  name: 'read-replacement-of-order',
  text: `select next.order_id as "orderId", next.seq, next.price_cents as "priceCents"
         from orders as closed
         join orders as next on next.product_id = closed.product_id and next.size = closed.size
           and next.seq = closed.closed_seq - 1 and next.user_id = closed.user_id and next.side = closed.side
         where closed.product_id = $1 and closed.size = $2 and closed.seq = $3 and closed.status = 'cancelled'`,
  row: { orderId: uuid, seq: int4, priceCents: int4 },
});

/** The order that a change or a rule put in the place of a closed one; null for none. */
export async function replacementOf(
  pool: pg.Pool,
  { orderId, productId, size, seq }: Pick<FoundOrder, 'orderId' | 'productId' | 'size' | 'seq'>,
) {
  const next = await READ_REPLACEMENT.row(pool, [productId, size, seq]);
  return next?.orderId === changedOrderId(orderId, next?.priceCents ?? 0) ? next : null;
}

/**
 * Has a vacation forget an ask that its seller removes.
 * @returns `returning` while it is being brought back, its new id once it is back, and null otherwise
 */
export type ForgetPaused = (
  userId: string,
  ask: Pick<FoundOrder, 'orderId' | 'productId'>,
) => Promise<'returning' | { readonly backAs: string } | null>;

/**
 * Called once an order is removed. A user who names an order by an earlier id means the one that took its place: a
 * rule or a change gave it another price, or a vacation brought it back.
 * @param wasOpen false if it was closed before the removal
 * @returns the newest order that took its place, to be removed in its stead; null for none
 * @throws BusyError while a vacation brings it back
 */
export type SuccessorOf = (userId: string, order: FoundOrder, wasOpen: boolean) => Promise<FoundOrder | null>;

export function successorFinder(
  pool: pg.Pool,
  findOrder: FindOrder,
  forgetPaused: ForgetPaused,
): SuccessorOf {
  const next = async (userId: string, order: FoundOrder, wasOpen: boolean): Promise<FoundOrder | null> => {
    const paused = order.side === 'ask' ? await forgetPaused(userId, order) : null;
    if (paused === 'returning') {
      throw new BusyError('A vacation brings this ask back.');
    }
    if (paused !== null) {
      const back = await findOrder(userId, { id: paused.backAs, productId: order.productId });
      return isRefusal(back) ? null : back;
    }
    const replacement = wasOpen ? null : await replacementOf(pool, order);
    return replacement && { ...order, ...replacement };
  };
  return async (userId, order, wasOpen) => {
    let newest: FoundOrder | null = null;
    for (let one = await next(userId, order, wasOpen); one !== null; one = await next(userId, one, false)) {
      newest = one;
    }
    return newest;
  };
}
