-- Users who have deleted their account, until all that the market keeps of them has the pseudonym.
create table departures (
  user_id text primary key,
  pseudonym text not null,
  left_at timestamptz not null default now(),
  constraint departures_two_ids check (pseudonym <> user_id)
);
