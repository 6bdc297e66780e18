-- A sign-in that is under way: what its browser has proved so far, kept on the server. The browser holds a random
-- token in a cookie, the table its hash only. `purpose` says which step the token is good for, and for nothing else.

create table identity_challenges (
  token_hash text primary key,
  purpose text not null,
  user_id text references identity_users (id) on delete cascade,
  data jsonb not null,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

create index identity_challenges_user_id on identity_challenges (user_id);
create index identity_challenges_expires_at on identity_challenges (expires_at);
