import { EXAMPLES, statementCheck } from './check-result.js';

/** Compares the deliveries of webhooks with the numbers of the drop copies. */
export const WEBHOOKS_CHECK = statementCheck(
  'a webhook delivers no event beyond the newest of its drop copy',
  'webhooks',
  {
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
  },
);
