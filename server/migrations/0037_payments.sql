-- The progress of each call at the payment provider. Its step has decided about kind and amount, which never change.
alter table provider_calls
  add column provider text,
  add column attempt integer not null default 1 check (attempt > 0),
  -- Null until the first attempt begins.
  add column outcome text check (
    outcome in ('unknown', 'pending', 'needs-buyer', 'done', 'declined', 'wrong-amount', 'replaced')
  ),
  add column provider_ref text,
  add column decline_code text,
  add column checks integer not null default 0,
  -- The next check of its state; null where none is planned.
  add column check_at timestamptz;

create index provider_calls_to_check on provider_calls (check_at) where check_at is not null;

-- The webhooks of the providers, each of which counts once.
create table provider_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
