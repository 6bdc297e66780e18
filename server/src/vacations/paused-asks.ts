import type pg from 'pg';
import { derivedId } from '../database/derived-id.js';
import { bool, int4, oneOf, statement, text, uuid } from '../database/statement.js';
import { Batches } from '../process/batches.js';
import { NAMED_ASKS, type NamedAsk, readReturnedAsks } from './returned-asks.js';
import { ASK_STATES } from './vacation-rows.js';

/** The lock keeps a vacation from ending in the middle. An ask that is being brought back stays remembered. */
const FORGET_REMOVED = statement({
  name: 'forget-removed-asks-of-vacation',
  text: `with known as materialized (
           select ask.user_id, ask.order_id, ask.product_id, ask.state,
             vacation.state = 'returning' and ask.state = 'away' as is_returning
           from ${NAMED_ASKS.as('removed')}
           join vacation_asks as ask on ask.user_id = removed.user_id and ask.order_id = removed.order_id
             and ask.product_id = removed.product_id
           join vacations as vacation on vacation.user_id = ask.user_id
           for share of vacation
         ), forgotten as (
           delete from vacation_asks as ask using known
           where ask.user_id = known.user_id and ask.order_id = known.order_id and ask.product_id = known.product_id
             and known.state <> 'back' and not known.is_returning
         )
         select user_id as "userId", order_id as "orderId", product_id as "productId", state,
           is_returning as "isReturning" from known`,
  row: {
    userId: text,
    orderId: uuid,
    productId: int4,
    state: oneOf(ASK_STATES),
    isReturning: bool,
  },
});

/** The id under which an ask comes back: the same for each repetition of an attempt. */
export function returnedId(
  vacationId: string,
  { orderId, attempt }: { orderId: string; attempt: number },
): string {
  return derivedId(`vacation/${vacationId}/${orderId}/${attempt}`);
}

/** Forgets the paused asks that their sellers remove; those of one moment together. */
export function pausedAsks(pool: pg.Pool) {
  const removals = new Batches(async (asks: readonly NamedAsk[]) => {
    const known = await FORGET_REMOVED.rows(pool, NAMED_ASKS.values(asks));
    const knownOf = asks.map((ask) => known.find((other) => isSame(ask, other)));
    // A vacation forgets the asks that are back, once its result is seen or another one begins.
    const others = asks.filter((_ask, index) => (knownOf[index]?.state ?? 'back') === 'back');
    const returned = await readReturnedAsks(pool, others);
    return asks.map((ask, index) => {
      if (knownOf[index]?.isReturning) {
        return 'returning' as const;
      }
      const back = returned.find((other) => isSame(ask, other));
      return back ? { backAs: back.newId } : null;
    });
  });
  return (userId: string, { orderId, productId }: Omit<NamedAsk, 'userId'>) =>
    removals.add({ userId, orderId, productId });
}

function isSame(one: NamedAsk, other: NamedAsk): boolean {
  return one.userId === other.userId && one.orderId === other.orderId && one.productId === other.productId;
}
