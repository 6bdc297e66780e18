-- The keys of programs, of which only the SHA-256 is stored. Prices are in cents, null is no limit.
create table api_keys (
  user_id text not null,
  id uuid not null,
  key_hash text not null constraint api_keys_by_hash unique,
  name text not null,
  scopes text[] not null,
  max_order_cents integer,
  max_day_cents bigint,
  side text,
  product_ids integer[],
  -- Addresses and networks.
  addresses text[],
  -- Counts the changes: a change ends the event streams of the key.
  version integer not null default 1,
  made_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Written once a minute at most.
  last_used_at timestamptz,
  -- The day (UTC) of the newest order that counts against the limit of a day, and the sum of the orders of that day.
  placed_on date not null default '-infinity',
  placed_cents bigint not null default 0,
  primary key (user_id, id),
  constraint api_keys_scopes check (
    cardinality(scopes) > 0 and scopes <@ array['read', 'trade', 'sell', 'money']
  ),
  constraint api_keys_side check (side in ('ask', 'bid')),
  constraint api_keys_placed check (placed_cents >= 0)
);

-- The orders of keys with a limit of a day. An order counts from before it is sent to its book, until it is known that
-- it was not placed.
create table key_orders (
  user_id text not null,
  key_id uuid not null,
  order_id uuid not null,
  product_id integer not null,
  placed_on date not null,
  price_cents integer not null,
  -- The requests for this order without an answer.
  attempts integer not null,
  is_placed boolean not null,
  primary key (user_id, key_id, order_id, product_id),
  foreign key (user_id, key_id) references api_keys (user_id, id) on delete cascade
);
create index key_orders_by_day on key_orders (placed_on);
