-- The money of users, by deal and by kind (`core/src/deals/own-money.ts`): what the transfers of a deal mean for each of
-- its parties. Each step writes what it has changed. Lines of nothing are deleted.
create table money_lines (
  deal_id uuid not null,
  user_id text not null,
  kind text not null,
  product_id integer not null,
  place text not null check (place in ('held', 'due', 'in-flight', 'paid', 'owed')),
  cents integer not null check (cents > 0),
  -- The time of the step that changed it last.
  at timestamptz not null,
  primary key (deal_id, user_id, kind)
);

-- Pages of a user's lines, newest first: all, and those of one place.
create index money_lines_of_user on money_lines (user_id, at, deal_id, kind);
create index money_lines_by_place on money_lines (user_id, place, at, deal_id, kind);

-- The sums of each user's lines. A payout locks the row of its user, so that a debt is netted once.
create table money_sums (
  user_id text primary key,
  payment_held_cents bigint not null default 0,
  collecting_cents bigint not null default 0,
  refund_owed_cents bigint not null default 0,
  refund_on_its_way_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  sale_held_cents bigint not null default 0,
  payout_owed_cents bigint not null default 0,
  payout_on_its_way_cents bigint not null default 0,
  paid_out_cents bigint not null default 0,
  fees_owed_cents bigint not null default 0,
  settled_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  penalty_cents bigint not null default 0
);
