import { EXAMPLES, statementCheck } from './check-result.js';

/** Compares the asks that sellers have paused with the book. */
export const VACATIONS_CHECK = statementCheck(
  'a paused ask is a cancelled ask of its seller, at its price',
  'paused asks',
  {
    name: 'audit-asks-of-vacations',
    text: `with ask as materialized (
           select * from vacation_asks where state <> 'pausing'
         ), placed as materialized (
           select o.product_id, o.size, o.seq, o.user_id, o.order_id, o.side, o.status, o.price_cents
           from ask join orders as o on o.product_id = ask.product_id and o.size = ask.size and o.seq = ask.seq
         ), compared as (
           select ask.user_id, ask.order_id,
             not coalesce(placed.user_id = ask.user_id and placed.order_id = ask.order_id and placed.side = 'ask'
               and placed.status = 'cancelled' and placed.price_cents = ask.price_cents, false) as is_wrong
           from ask
           left join placed
             on placed.product_id = ask.product_id and placed.size = ask.size and placed.seq = ask.seq
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg('ask ' || order_id || ' of user ' || user_id order by user_id, order_id)
             filter (where is_wrong))[1:${EXAMPLES}] as examples
         from compared`,
  },
);
