-- The payment provider's stand-in of PAYMENTS=play, which all servers share. It stores nothing about users.
create table play_objects (
  id text primary key,
  -- The order of lists.
  seq bigint generated always as identity unique,
  kind text not null,
  -- The object that lists are read by: the customer of a payment, the payment of a refund. Empty for other kinds.
  belongs_to text not null,
  created_at timestamptz not null,
  object jsonb not null,
  -- A change that takes time: the object succeeds or fails then.
  settles_at timestamptz,
  will_fail boolean not null default false
);

create index play_objects_listed on play_objects (kind, belongs_to, seq);
create index play_objects_to_settle on play_objects (settles_at) where settles_at is not null;

-- The webhooks that have not been delivered.
create table play_events (
  seq bigint generated always as identity primary key,
  event jsonb not null
);

-- The answers that the stand-in repeats to the same idempotency key for a day. Keys name users, so hashes are stored.
create table play_answers (
  key_hash text primary key,
  request_hash text not null,
  answered_at timestamptz not null,
  -- Set in the transaction that claims the key.
  status integer not null default 0,
  answer jsonb not null default 'null'
);

create index play_answers_by_age on play_answers (answered_at);
