import type pg from 'pg';
import { statement } from '../database/statement.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

/** Orders of past days are deleted after a week. */
const COMPARE_DAYS = statement({
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
  row: FINDINGS,
});

/** Compares what keys have used of their limit of a day with their orders. */
export async function auditKeys(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'what a key has used of the limit of a day is the sum of its orders';
  return resultOf(title, 'keys', await COMPARE_DAYS.row(client));
}
