import { EXAMPLES, statementCheck } from './check-result.js';

/** Compares what keys have used of their limit of a day with their orders, which are deleted after a week. */
export const KEYS_CHECK = statementCheck(
  'what a key has used of the limit of a day is the sum of its orders',
  'keys',
  {
    name: 'audit-days-of-keys',
    text: `with counted as (
           select key.user_id, key.id, key.placed_cents <> coalesce(sum(placed.price_cents), 0) as is_wrong
           from api_keys as key
           left join key_orders as placed
             on placed.user_id = key.user_id and placed.key_id = key.id and placed.placed_on = key.placed_on
           where key.placed_on > (now() at time zone 'utc')::date - 7
           group by key.user_id, key.id
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg('key ' || id || ' of user ' || user_id order by user_id, id)
             filter (where is_wrong))[1:${EXAMPLES}] as examples
         from counted`,
  },
);
