-- A book judges an order's id once, refused or accepted: a refusal is kept like an acceptance, without a place in the
-- book, for as long as a late duplicate may arrive.

alter table answers
  alter column seq drop not null,
  add column refusal text,
  add column refused_at timestamptz,
  add constraint answers_order_or_refusal check (
    (seq is null) = (refusal is not null)
    and (refusal is null) = (refused_at is null)
    and (refusal is null or traded_price_cents is null)
  );

create index answers_refused_at on answers (refused_at) where refused_at is not null;

-- How many open orders a user has, and which; a user's trades, newest first.
create index orders_open_of_user on orders (user_id, product_id, size) where status = 'open';
create index trades_of_seller on trades (seller_id, id);
create index trades_of_buyer on trades (buyer_id, id);
