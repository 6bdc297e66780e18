-- The end of an order's lifetime; null if it lasts until it is cancelled. The index finds open orders that have expired.
alter table orders add column expires_at timestamptz;
alter table orders add constraint orders_lifetime
  check (expires_at is null or call in ('ask', 'bid') and expires_at > accepted_at);
create index orders_expiring on orders (expires_at, product_id, size, seq)
  where status = 'open' and expires_at is not null;
