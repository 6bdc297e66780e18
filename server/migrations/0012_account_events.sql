-- What happened to an account, for its owner to read: kept for a year, and the newest 200 of a user. The kinds are
-- those of the contract.
create table identity_events (
  id bigint generated always as identity primary key,
  user_id text not null references identity_users (id) on delete cascade,
  kind text not null,
  -- What a sign-in was proved by, in order.
  proofs text[] not null default '{}',
  address text not null,
  user_agent text not null,
  happened_at timestamptz not null default now()
);

create index identity_events_user_id on identity_events (user_id, id desc);
create index identity_events_happened_at on identity_events (happened_at);

-- When the session's user last gave a proof: at its beginning, or later.
alter table identity_sessions add column proved_at timestamptz not null default now();
update identity_sessions set proved_at = created_at;
