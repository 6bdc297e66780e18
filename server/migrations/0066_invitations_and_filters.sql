-- Open invitations of members. Each ends with its row: accepted, withdrawn, or some time after it is too old.
create table member_invitations (
  -- From the client, so that an invitation that is sent twice exists once.
  id uuid primary key,
  -- In lower case. Whether it has an account is not looked up.
  email text not null unique,
  role text not null check (role in ('desk', 'finance', 'admin')),
  -- The name of the member in the records, unless they had one before.
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{1,29}$'),
  -- Of the code in the mail; null until it is sent.
  code_hash text unique,
  invited_by text not null references members (name),
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);

-- The filters of the desk's lists that members have named, by user.
create table desk_filters (
  id uuid primary key,
  user_id text not null,
  -- The list, as the pages name it.
  list text not null,
  name text not null,
  -- The query of its address.
  query text not null
);

create index desk_filters_of_user on desk_filters (user_id, id);
