-- Asks that their sellers have paused, to be brought back.
create table vacations (
  user_id text primary key,
  id uuid not null,
  state text not null,
  -- Counts the acts of the user: each has its own job.
  version integer not null default 1,
  started_at timestamptz not null,
  constraint vacations_state check (state in ('pausing', 'away', 'returning', 'back'))
);

create table vacation_asks (
  user_id text not null references vacations on delete cascade,
  -- The client order id and the place of the ask that was paused.
  order_id uuid not null,
  product_id integer not null,
  size text not null,
  seq integer not null,
  price_cents integer not null,
  -- The rest of its lifetime; null if it lasted until it was removed.
  left_ms bigint,
  state text not null default 'pausing',
  -- Each attempt to bring it back is an order of its own: a refusal is final.
  attempt integer not null default 1,
  -- The answer of the last attempt.
  answer text,
  primary key (user_id, order_id),
  constraint vacation_asks_state check (state in ('pausing', 'away', 'back', 'refused')),
  constraint vacation_asks_price check (price_cents > 0)
);
