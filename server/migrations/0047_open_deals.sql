-- What a user's deals are found by, without reading all their trades: whether a deal is in progress, and who undid it. It
-- is in the trade, because the trade names its parties and belongs to the same shard as its deal.
alter table trades add column has_open_deal boolean not null default false;
alter table trades add column undone_by text
  constraint trades_undone_by_check check (undone_by in ('buyer', 'seller'));

update trades as trade set has_open_deal = true
from deals as deal
where deal.product_id = trade.product_id and deal.id = trade.id
  and not (
    deal.state in ('complete', 'closed')
    or deal.state = 'cancelled'
      and deal.collecting_cents + deal.held_cents + deal.owed_seller_cents + deal.owed_buyer_cents
        + deal.paying_out_cents + deal.refunding_cents = 0
      and deal.penalty not in ('pending', 'appealed')
  );
update trades as trade set undone_by = event.actor_kind
from deal_events as event
where event.product_id = trade.product_id and event.deal_id = trade.id and event.event = 'undo';

create index trades_open_of_buyer on trades (buyer_id, id) where has_open_deal;
create index trades_open_of_seller on trades (seller_id, id) where has_open_deal;
create index trades_undone_by_buyer on trades (buyer_id, id) where undone_by = 'buyer';
create index trades_undone_by_seller on trades (seller_id, id) where undone_by = 'seller';
