-- The built-in identity service: who can sign in, and the sessions that are signed in.
-- Only these tables refer to each other: the market knows a user by the text of its id alone.

create table identity_users (
  id text primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_users_email_unique unique (email),
  constraint identity_users_email_lower_case check (email = lower(email))
);

create table identity_sessions (
  id text primary key,
  token text not null,
  user_id text not null references identity_users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_sessions_token_unique unique (token)
);

create index identity_sessions_user_id on identity_sessions (user_id);
create index identity_sessions_expires_at on identity_sessions (expires_at);

-- One way in for a user: a password (provider_id 'credential'), or an account at another provider.
create table identity_logins (
  id text primary key,
  user_id text not null references identity_users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_logins_account_unique unique (provider_id, account_id)
);

create index identity_logins_user_id on identity_logins (user_id);

-- Short-lived proofs: a link in a mail, the state of a sign-in at another provider.
create table identity_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index identity_verifications_identifier on identity_verifications (identifier);
create index identity_verifications_expires_at on identity_verifications (expires_at);
