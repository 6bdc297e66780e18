import { EXAMPLES, statementCheck } from './check-result.js';

/** Old events are deleted from the lowest number on. */
export const DROP_COPIES_CHECK = statementCheck(
  'the events of a drop copy have numbers without gaps, up to the newest',
  'users',
  {
    name: 'audit-drop-copies',
    text: `with numbers as (
           select event.user_id, head.last_number, count(*) as events, min(event.number) as first, max(event.number) as last
           from user_events as event left join event_heads as head on head.user_id = event.user_id
           group by event.user_id, head.last_number
         ), wrong as (
           select user_id from numbers where last is distinct from last_number or last - first + 1 <> events
         )
         select (select count(*) from numbers)::int as checked, count(*)::int as violations,
           (array_agg('user ' || user_id order by user_id))[1:${EXAMPLES}] as examples
         from wrong`,
  },
);
