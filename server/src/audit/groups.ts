import { EXAMPLES, statementCheck } from './check-result.js';

export const GROUPS_CHECK = statementCheck(
  'a bid over several sizes trades once, and then none of its orders is open',
  'bids',
  {
    name: 'audit-groups-of-bids',
    text: `with groups as (
           select product_id, group_id, count(*) filter (where status = 'traded') as traded,
             count(*) filter (where status = 'open') as open
           from orders where group_id is not null group by product_id, user_id, group_id
         ), judged as (
           select *, traded > 1 or (traded = 1 and open > 0) as is_wrong from groups
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg('group ' || group_id || ' of product ' || product_id order by product_id, group_id)
             filter (where is_wrong))[1:${EXAMPLES}] as examples
         from judged`,
  },
);
