-- What members do that is no step of a deal: before, after, and the request. Steps are in `deal_events`.
create table desk_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  member text not null,
  role text not null,
  act text not null,
  -- Such as `list/12`.
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text not null
);

create trigger desk_acts_append_only before update or delete or truncate on desk_acts
  for each statement execute function refuse_change();

-- Incoming lines of the bank's statements that no deal has: of an unknown reference, of several deals, or of a deal of
-- the member who imported them. A member books each to a deal (`bank_lines` has the same id then), or sends it back.
create table bank_unmatched_lines (
  number integer generated always as identity primary key,
  id text not null constraint bank_unmatched_lines_id unique,
  amount_cents integer not null check (amount_cents > 0),
  booked_on date not null,
  -- The payer's own words.
  text text not null,
  payer_name text,
  payer_account text,
  reason text not null check (reason in ('unknown', 'ambiguous', 'own-deal')),
  imported_by text not null,
  imported_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'returned')),
  version integer not null default 0,
  decided_by text,
  constraint bank_unmatched_lines_decision check ((state = 'waiting') = (decided_by is null))
);

create index bank_unmatched_lines_waiting on bank_unmatched_lines (number) where state = 'waiting';

-- A line that no deal has goes back as a remittance without a deal.
alter table bank_remittances
  alter column product_id drop not null,
  alter column deal_id drop not null,
  add column line_id text references bank_unmatched_lines (id),
  add constraint bank_remittances_source check (
    num_nulls(product_id, deal_id) = case when line_id is null then 0 else 2 end
      and (line_id is null or kind = 'return')
  );

-- A list above the limit of one member waits for a second one. It leaves for the bank once it is released.
alter table bank_lists
  add column state text not null default 'released' check (state in ('proposed', 'released', 'withdrawn')),
  add column version integer not null default 0,
  -- Who released or withdrew a proposal; null for a list that needed no release.
  add column decided_by text,
  add constraint bank_lists_second_member check (state <> 'released' or decided_by is distinct from created_by);

create index bank_lists_of_member on bank_lists (created_by, created_at);

-- The queues of money (`desk/money-queues.ts`).
create index deals_unpaid on deals (at, product_id, id) where state = 'unpaid';
create index money_sums_in_debt on money_sums (user_id)
  where penalty_cents + fees_owed_cents > settled_cents + credited_cents;
