-- The webhooks of users: the events of a drop copy, sent to addresses of theirs.
create table webhooks (
  user_id text not null,
  id uuid not null,
  url text not null,
  -- The kinds of events that it wants.
  kinds text[] not null,
  -- The secrets are encrypted, for this row only. The former one also signs until its end.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  made_at timestamptz not null default now(),
  -- Why it is off; null while it is on.
  off_reason text,
  off_at timestamptz,
  -- The number of the newest event that has its delivery, if it is wanted.
  last_number bigint not null,
  -- One server at a time delivers, and renews its lease. Each lease, and each change of this row, has a new number.
  lease bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  -- Before this time, the receiver wants no request.
  paused_until timestamptz not null default '-infinity',
  -- The last attempt failed, or took long: it gets one at a time.
  is_slow boolean not null default false,
  primary key (user_id, id),
  constraint webhooks_kinds check (
    cardinality(kinds) > 0 and kinds <@ array['order', 'trade', 'deal', 'money']
  ),
  constraint webhooks_off check (
    off_reason in ('owner', 'failing', 'gone', 'secret') and off_at is not null
    or off_reason is null and off_at is null
  ),
  constraint webhooks_former check ((former_secret is null) = (former_until is null))
);
create index webhooks_on on webhooks (is_slow, leased_until) where off_reason is null;

-- One event for one webhook. Its data are those of the drop copy.
create table webhook_deliveries (
  user_id text not null,
  webhook_id uuid not null,
  number bigint not null,
  kind text not null,
  status text not null default 'waiting',
  -- All attempts, and those before it was replayed or its webhook was turned on again.
  attempts int not null default 0,
  former_attempts int not null default 0,
  -- When the next attempt is due; while one is under way, when its server is considered gone. Null once it is settled.
  due_at timestamptz default now(),
  attempted_at timestamptz,
  -- True from the beginning of an attempt until its outcome is saved.
  is_under_way boolean not null default false,
  -- The last answer: its status and the beginning of its body; without an answer, the reason.
  answer_status int,
  answer text,
  saved_at timestamptz not null default now(),
  replayed_at timestamptz,
  primary key (user_id, webhook_id, number),
  foreign key (user_id, webhook_id) references webhooks on delete cascade,
  constraint webhook_deliveries_status check (status in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_due check ((status = 'waiting') = (due_at is not null)),
  constraint webhook_deliveries_attempts check (former_attempts >= 0 and attempts >= former_attempts)
);
create index webhook_deliveries_waiting on webhook_deliveries (user_id, webhook_id, number) where status = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (user_id, webhook_id, due_at) where status = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (saved_at);
