-- The deals in progress of a user, found without reading those that have ended. The flag is in the trade, because the
-- trade names its parties and belongs to the same shard as its deal.
alter table trades add column has_open_deal boolean not null default false;

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

create index trades_open_of_buyer on trades (buyer_id, id) where has_open_deal;
create index trades_open_of_seller on trades (seller_id, id) where has_open_deal;
