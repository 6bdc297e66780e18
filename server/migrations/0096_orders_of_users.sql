-- Copies of the open orders and of the trades of users, where `orders` and `trades` are in shards by product. A consumer
-- of the feed keeps them, on the coordinator, so that a user's dashboard asks no shard. Empty on a plain database.
create table open_orders_of_users (
  product_id integer not null,
  size text not null,
  seq integer not null,
  user_id text not null,
  order_id uuid not null,
  side text not null,
  price_cents integer not null,
  accepted_at timestamptz not null,
  expires_at timestamptz,
  group_id uuid,
  primary key (product_id, size, seq),
  constraint open_orders_of_users_side check (side in ('ask', 'bid'))
);
create index open_orders_of_users_by_user on open_orders_of_users (user_id, order_id);

-- Two rows for each trade: `ask` is its seller's, `bid` its buyer's, with the client order id and the total of each.
create table trades_of_users (
  user_id text not null,
  side text not null,
  id uuid not null,
  product_id integer not null,
  size text not null,
  order_id uuid not null,
  price_cents integer not null,
  total_cents integer not null,
  traded_at timestamptz not null,
  group_id uuid,
  -- Of sales only: the level of a seller is no matter of the buyer's.
  transaction_fee_per_mille integer,
  primary key (user_id, side, id),
  constraint trades_of_users_side check (side in ('ask', 'bid'))
);
