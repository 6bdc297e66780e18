-- The second factor of the built-in identity service. Secrets and phone numbers are sealed (AES-256-GCM, by a key made
-- of AUTH_SECRET), codes and tokens are kept as hashes: reading these tables opens no account.

-- An app that shows a code every 30 seconds. `last_step` is the newest time step whose code was used: each is good once.
create table identity_authenticator_apps (
  user_id text primary key references identity_users (id) on delete cascade,
  sealed_secret text not null,
  last_step integer,
  started_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- A phone that is sent codes. `ending` is what is shown of its number.
create table identity_phones (
  user_id text primary key references identity_users (id) on delete cascade,
  sealed_number text not null,
  ending text not null,
  started_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- The newest code for one purpose: to turn a phone on, or one sign-in that is under way.
create table identity_phone_codes (
  purpose text primary key,
  user_id text not null references identity_users (id) on delete cascade,
  code_hash text not null,
  attempts integer not null default 0,
  sent integer not null default 1,
  expires_at timestamptz not null
);

create index identity_phone_codes_user_id on identity_phone_codes (user_id);
create index identity_phone_codes_expires_at on identity_phone_codes (expires_at);

-- Each is deleted when it is used.
create table identity_recovery_codes (
  user_id text not null references identity_users (id) on delete cascade,
  code_hash text not null,
  constraint identity_recovery_codes_pkey primary key (user_id, code_hash)
);

-- A browser that is not asked for the second factor, known by the token in its cookie.
create table identity_trusted_devices (
  token_hash text primary key,
  user_id text not null references identity_users (id) on delete cascade,
  expires_at timestamptz not null
);

create index identity_trusted_devices_user_id on identity_trusted_devices (user_id);
create index identity_trusted_devices_expires_at on identity_trusted_devices (expires_at);
