-- Users whose mailbox was proved after somebody else could have used the account. The row is written in the transaction
-- that proves it. Until `cleared_at` is set, the open orders from before are still to be cancelled and new ones are
-- refused. For a while after that, orders accepted up to `cleared_at` are looked for once more; then the row goes.
create table identity_handovers (
  user_id text primary key references identity_users (id) on delete cascade,
  cleared_at timestamptz
);
