-- Members do the market's own work. Deals record their names, not their users: a name stays when an account is erased,
-- and never belongs to another user.
create table members (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,29}$'),
  -- Null once the account is erased.
  user_id text unique,
  -- Null once revoked.
  role text check (role in ('desk', 'finance', 'admin')),
  version integer not null default 0
);

-- Who got or lost a role, when, and by whom.
create table member_changes (
  name text not null references members (name),
  version integer not null,
  role text,
  changed_by text not null,
  at timestamptz not null,
  primary key (name, version)
);

create trigger member_changes_append_only before update or delete or truncate on member_changes
  for each statement execute function refuse_change();

-- The deals that wait for a member, by queue (`desk/queues.ts`).
create index deals_at_the_desk on deals (state, at, product_id, id)
  where state in ('shipped', 'received', 'objectable', 'verified', 'sent', 'rejected', 'lost');
create index deals_with_claims on deals (claim, at, product_id, id) where claim in ('open', 'return');
create index deals_with_appeals on deals (at, product_id, id) where penalty = 'appealed';
create index deals_with_failed_payouts on deals (at, product_id, id) where payout = 'failed';
