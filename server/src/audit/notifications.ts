import type pg from 'pg';
import { unreadTradeKeys } from '../books/unread-trades.js';
import { statement } from '../database/statement.js';
import { NOTIFICATIONS_CONSUMER } from '../notifications/notifications-consumer.js';
import { KEPT_DAYS } from '../notifications/old-notifications.js';
import { type CheckResult, EXAMPLES, FINDINGS, runChecks, type StatementCheck } from './check-result.js';

/**
 * Finds trades without notifications since the database has had notifications, and not so old that they may have been
 * deleted. A restored database has applied its migrations later than the original; there, trades count from the oldest
 * notification of one. Erased accounts, accounts under erasure and house accounts get no notifications. Trades that the
 * consumer has not reached are not checked yet.
 */
const FIND_UNTOLD = statement({
  name: 'audit-untold-trades',
  text: `with since as materialized (
           select greatest(
             least(
               (select applied_at from migrations where name = '0017_notices.sql'),
               (select min(made_at) from notices where kind = 'trade')
             ),
             now() - make_interval(days => ${KEPT_DAYS})
           ) as at
         ), ahead as materialized (${unreadTradeKeys(NOTIFICATIONS_CONSUMER)}), side as materialized (
           select trade.product_id, trade.id, side.user_id
           from trades as trade
           cross join lateral (values (trade.seller_id), (trade.buyer_id)) as side (user_id)
           join accounts as reader on reader.user_id = side.user_id and not reader.is_house
           where trade.traded_at >= (select at from since)
             -- An account transfer deletes the earlier notifications with the settings.
             and trade.traded_at >= reader.created_at
         )
         select count(*)::int as checked, (count(*) filter (where notice.id is null))::int as violations,
           (array_agg('trade ' || side.id || ' of user ' || side.user_id order by side.id, side.user_id)
             filter (where notice.id is null))[1:${EXAMPLES}]
             as examples
         from side
         left join notices as notice on notice.trade_id = side.id and notice.user_id = side.user_id
         where not exists (select from departures where departures.user_id = side.user_id)
           and not exists (select from ahead where ahead.product_id = side.product_id and ahead.id = side.id)`,
  row: FINDINGS,
});

const FIND_WRONG = statement({
  name: 'audit-wrong-notices',
  text: `with notice as materialized (select * from notices where kind = 'trade'), matching as materialized (
           select notice.id from notice join trades as trade
           on trade.product_id = notice.product_id and trade.id = notice.trade_id and trade.size = notice.size
             and trade.price_cents = notice.price_cents and trade.traded_at = notice.made_at
             and case notice.side
               when 'ask' then trade.seller_id = notice.user_id and trade.ask_seq = notice.order_seq
               else trade.buyer_id = notice.user_id and trade.bid_seq = notice.order_seq
             end
         )
         select count(*)::int as checked, (count(*) filter (where matching.id is null))::int as violations,
           (array_agg('notice ' || notice.id) filter (where matching.id is null))[1:${EXAMPLES}] as examples
         from notice left join matching on matching.id = notice.id`,
  row: FINDINGS,
});

const CHECKS: readonly StatementCheck[] = [
  { title: 'both sides of a trade were notified', unit: 'sides of trades', statement: FIND_UNTOLD },
  { title: 'a notification of a trade matches the trade', unit: 'notices', statement: FIND_WRONG },
];

/** Compares the notifications of trades with the trades, each way in one snapshot. */
export function auditNotifications(client: pg.ClientBase): Promise<CheckResult[]> {
  return runChecks(client, CHECKS);
}
