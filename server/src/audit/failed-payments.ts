import { msOf } from '../database/ms-of.js';
import { EXAMPLES, statementCheck } from './check-result.js';

/** The step that cancels a deal begins the time for an appeal. Erased users have no account. */
export const FAILED_PAYMENTS_CHECK = statementCheck(
  'the failed payments of a buyer, as orders read them, are those of their deals',
  'deals',
  {
    name: 'audit-failed-payments',
    text: `with entries as (
           select trade.buyer_id as user_id, deal.id::text as deal_id, ${msOf('cancelled.at')} as at_ms, 1 as entry
           from deals as deal
           join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
           join deal_events as cancelled on cancelled.product_id = deal.product_id and cancelled.deal_id = deal.id
             and cancelled.event = 'deadline-passed' and cancelled.due_at is not null
           where deal.cancellation = 'payment' and deal.penalty <> 'waived'
           union all
           select account.user_id, stored.key, stored.value::float8, -1
           from accounts as account cross join lateral jsonb_each_text(account.failed_payments) as stored
         ), wrong as (
           select user_id, deal_id from entries
           where user_id in (select user_id from accounts) and user_id not in (select user_id from departures)
           group by user_id, deal_id, at_ms having sum(entry) <> 0
         )
         select (select count(*) from entries where entry = 1)::int as checked, count(*)::int as violations,
           (array_agg('user ' || user_id || ': deal ' || deal_id order by user_id, deal_id))[1:${EXAMPLES}] as examples
         from wrong`,
  },
);
