-- The deals that a buyer did not pay in time, by their ids, each with the time of its cancellation in milliseconds since
-- 1970, without those whose penalty was waived; and when the buyer has last saved a card. Every batch of orders reads both
-- with the user's settings, so the steps of deals and the set-ups of cards write them. Nobody knows when the cards that
-- exist were saved.
alter table accounts add column failed_payments jsonb not null default '{}';
alter table accounts add column card_saved_at timestamptz;
-- On a distributed database, a constraint needs a name and a statement of its own.
alter table accounts
  add constraint accounts_failed_payments_check check (jsonb_typeof(failed_payments) = 'object');

-- The step that cancels a deal begins the time for an appeal. Later deadlines end it.
update accounts as account set failed_payments = failed.payments
from (
  select trade.buyer_id, jsonb_object_agg(deal.id, (extract(epoch from cancelled.at) * 1000)::float8) as payments
  from deals as deal
  join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
  join deal_events as cancelled on cancelled.product_id = deal.product_id and cancelled.deal_id = deal.id
    and cancelled.event = 'deadline-passed' and cancelled.due_at is not null
  where deal.cancellation = 'payment' and deal.penalty <> 'waived'
  group by trade.buyer_id
) as failed
where account.user_id = failed.buyer_id;
