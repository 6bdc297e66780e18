-- A void sale: its deal was undone, or ended without a payment, so the trade counts nowhere as a sale. It is a flag of the
-- trade, so that a reader of sales leaves it out without another lookup.
alter table trades add column is_void boolean not null default false;

-- A book whose trades are all void has no last sale.
alter table books
  drop constraint books_last_trade,
  add constraint books_last_trade check (trades > 0 or last_trade_cents is null);

update trades as trade set is_void = true
from deals as deal
where deal.product_id = trade.product_id and deal.id = trade.id and deal.cancellation in ('undone', 'payment');
update books as book set last_trade_cents = last.price_cents
from (select distinct product_id, size from trades where is_void) as void
left join lateral (
  select price_cents from trades
  where product_id = void.product_id and size = void.size and not is_void order by id desc limit 1
) as last on true
where void.product_id = book.product_id and void.size = book.size;

-- The next start rebuilds what follows from the sales.
update feed_readers set rules = 0
where reader = 'history' and exists (select from trades where is_void);
