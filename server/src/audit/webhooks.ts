import type pg from 'pg';
import { statement } from '../database/statement.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

const COMPARE_NUMBERS = statement({
  name: 'audit-webhooks',
  text: `with compared as (
           select hook.user_id, hook.id,
             hook.last_number > coalesce(head.last_number, -1) or exists (
               select from webhook_deliveries as delivery
               where delivery.user_id = hook.user_id and delivery.webhook_id = hook.id
                 and delivery.number > hook.last_number
             ) as is_wrong
           from webhooks as hook left join event_heads as head on head.user_id = hook.user_id
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg('webhook ' || id || ' of user ' || user_id order by user_id, id)
             filter (where is_wrong))[1:${EXAMPLES}] as examples
         from compared`,
  row: FINDINGS,
});

/** Compares the deliveries of webhooks with the numbers of the drop copies. */
export async function auditWebhooks(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'a webhook delivers no event beyond the newest of its drop copy';
  return resultOf(title, 'webhooks', await COMPARE_NUMBERS.row(client));
}
