-- What is to be done later, from the commit that causes it until it is done: then the row goes. The data of a job hold
-- no code and no key.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  data jsonb not null,
  -- When somebody may take it. Whoever takes it sets this to the moment at which it is another's, should they be gone.
  run_at timestamptz not null default now(),
  -- How often it was taken; it also tells whoever holds it from those before.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint jobs_attempts_counted check (attempts >= 0)
);

create index jobs_kind_run_at on jobs (kind, run_at);
