import type pg from 'pg';
import { int4, statement, uuid } from '../database/statement.js';
import { BusyError } from '../errors/busy-error.js';
import { isRefusal } from '../http/problems.js';
import type { FindOrder, FoundOrder } from './find-order.js';

/** The most changes of earlier versions that one reading follows; the next one goes on. */
const MAX_STEPS = 1_000;

/** The most readings of one removal: each time that a vacation has brought its ask back takes one. */
const MAX_READINGS = 100;

/**
 * The first step leads to the newest order. Only orders of earlier versions take one step for each change: there the
 * new order, with an id as `changedOrderId` derives it, comes just before the cancellation of the other.
 */
const READ_SUCCESSOR = statement({
  name: 'read-successor-of-order',
  text: `with recursive place as (
           select o.seq, o.order_id, o.price_cents, o.user_id, o.side, o.closed_seq,
             coalesce(o.first_seq, o.seq) as first_seq, 0 as steps
           from orders as o where o.product_id = $1 and o.size = $2 and o.seq = $3
           union all
           select next.seq, next.order_id, next.price_cents, next.user_id, next.side, next.closed_seq,
             coalesce(next.first_seq, next.seq), place.steps + 1
           from place cross join lateral (
             (select newest.* from orders as newest
              where newest.product_id = $1 and newest.size = $2 and newest.first_seq = place.first_seq
                and newest.seq > place.seq
              order by newest.seq desc limit 1)
             union all
             (select changed.* from orders as changed
              where changed.product_id = $1 and changed.size = $2 and changed.seq = place.closed_seq - 1
                and changed.user_id = place.user_id and changed.side = place.side and changed.order_id = left(encode(
                  sha256(convert_to('changed-order/' || place.order_id || '/' || changed.price_cents, 'UTF8')), 'hex'
                ), 32)::uuid)
             limit 1
           ) as next
           where place.steps < ${MAX_STEPS}
         )
         select place.order_id as "orderId", place.seq, place.price_cents as "priceCents"
         from place where place.steps > 0 order by place.steps desc limit 1`,
  row: { orderId: uuid, seq: int4, priceCents: int4 },
});

/** The newest order in the place of a closed one, by a change, a rule or an order that replaces it; null for none. */
export async function replacementOf(
  pool: pg.Pool,
  { productId, size, seq }: Pick<FoundOrder, 'productId' | 'size' | 'seq'>,
) {
  return (await READ_SUCCESSOR.row(pool, [productId, size, seq])) ?? null;
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
 * rule or a change gave it another price, another order replaced it, or a vacation brought it back.
 * @param wasOpen false if it was closed before the removal
 * @returns the newest order that took its place, to be removed in its stead; null for none
 * @throws BusyError while a vacation brings it back, or if too many have
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
    let one = await next(userId, order, wasOpen);
    for (let readings = 1; one !== null; readings += 1) {
      if (readings > MAX_READINGS) {
        throw new BusyError('Too many orders took the place of this one.');
      }
      newest = one;
      one = await next(userId, one, false);
    }
    return newest;
  };
}
