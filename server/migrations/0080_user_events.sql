-- The drop copy: each user's numbered events of their orders, deals and money. It begins when the user makes a key or
-- reads it.
create table event_heads (
  user_id text primary key,
  -- The number of the newest event. The lock of this row gives the numbers of a user, without gaps.
  last_number bigint not null default 0,
  -- When it was given. It never goes back, even if the clock does.
  saved_at timestamptz not null default '-infinity',
  constraint event_heads_number check (last_number >= 0)
);

create table user_events (
  user_id text not null,
  number bigint not null,
  kind text not null,
  -- What happened, as its user gets it.
  data jsonb not null,
  happened_at timestamptz not null,
  -- Never before that of an earlier number, so that the oldest numbers are deleted first.
  saved_at timestamptz not null,
  primary key (user_id, number),
  constraint user_events_kind check (kind in ('order', 'trade', 'deal', 'money'))
);
create index user_events_by_age on user_events (saved_at, number);
