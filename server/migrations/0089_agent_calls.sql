-- The calls of agents at /mcp, each with a key of a user. A call stays when its key is revoked.
create table agent_calls (
  user_id text not null,
  -- Sorts by the time of the call.
  id uuid not null,
  key_id uuid not null,
  key_name text not null,
  tool text not null,
  -- True if the tool changes something. Such calls have a limit of their own: reads cannot crowd them out.
  is_act boolean not null,
  -- The product that it names; null for none.
  product_id int,
  -- The beginning of what the agent sent, as JSON.
  input text not null,
  -- Null while no answer is recorded.
  outcome text,
  called_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index agent_calls_of_kind on agent_calls (user_id, is_act, id);
create index agent_calls_by_age on agent_calls (called_at);
