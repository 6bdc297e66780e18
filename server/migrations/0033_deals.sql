-- What becomes of each trade (docs/deals.md). Trades before `deal_start` have no deal: nothing is owed for them.
create table deal_start (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);

create table deals (
  product_id integer not null,
  id uuid not null,
  -- The terms that are not in the trade.
  is_relisting boolean not null,
  is_pair_here boolean not null,
  first_method text not null check (first_method in ('card', 'bank-transfer')),
  first_due_at timestamptz not null,

  version integer not null default 0 check (version >= 0),
  -- The time of the last event.
  at timestamptz not null,
  state text not null default 'unpaid' check (state in (
    'unpaid', 'paid', 'shipped', 'received', 'objectable', 'verified', 'sent', 'delivered', 'rejected', 'lost',
    'cancelled', 'complete', 'closed'
  )),
  cancellation text check (cancellation in ('payment', 'not-shipped', 'undone', 'by-us')),
  payment text not null default 'none' check (payment in (
    'none', 'collecting', 'needs-buyer', 'held', 'refunding', 'refunded', 'failed', 'disputed', 'won', 'lost'
  )),
  payout text not null default 'none' check (payout in ('none', 'due', 'sending', 'sent', 'failed')),
  parcel_in text not null
    check (parcel_in in ('none', 'announced', 'moving', 'arrived', 'late', 'lost', 'already-here')),
  parcel_out text not null default 'none'
    check (parcel_out in ('none', 'announced', 'moving', 'arrived', 'late', 'lost')),
  choice text not null default 'none'
    check (choice in ('none', 'open', 'refund', 'wait', 'lowest-ask', 'replaced')),
  penalty text not null default 'none'
    check (penalty in ('none', 'pending', 'appealed', 'charged', 'waived')),
  claim text not null default 'none' check (claim in ('none', 'open', 'return', 'decided')),
  ending text check (ending in ('complete', 'closed')),
  method text not null check (method in ('card', 'bank-transfer')),
  due_at timestamptz,
  -- The rest of a paused clock, in milliseconds.
  paused_ms double precision check (paused_ms >= 0),
  is_overdue boolean not null default false,
  is_extended boolean not null default false,
  has_objected boolean not null default false,
  is_reported_missing boolean not null default false,
  verdict_by text,
  has_been_disputed boolean not null default false,

  -- The accounts of the deal.
  collecting_cents integer not null default 0,
  held_cents integer not null default 0,
  owed_seller_cents integer not null default 0,
  owed_buyer_cents integer not null default 0,
  paying_out_cents integer not null default 0,
  refunding_cents integer not null default 0,

  collect_version integer not null default 0,
  refund_version integer not null default 0,
  pay_out_version integer not null default 0,
  paid_out_cents integer not null default 0 check (paid_out_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  collected_cents integer not null default 0 check (collected_cents >= 0),
  charged_back_cents integer not null default 0 check (charged_back_cents >= 0),

  -- The hash of the last event; before the first event, of the terms.
  hash bytea not null,

  primary key (product_id, id),
  foreign key (product_id, id) references trades,
  constraint deals_nothing_negative check (
    least(collecting_cents, held_cents, owed_seller_cents, owed_buyer_cents, paying_out_cents, refunding_cents) >= 0
  ),
  constraint deals_final_owe_nothing check (
    state not in ('complete', 'closed')
    or collecting_cents + held_cents + owed_seller_cents + owed_buyer_cents + paying_out_cents + refunding_cents = 0
  ),
  constraint deals_final_have_no_clock check (state not in ('complete', 'closed') or due_at is null),
  constraint deals_cancelled_for_a_reason check ((state = 'cancelled') = (cancellation is not null)),
  constraint deals_one_clock check (due_at is null or paused_ms is null)
);

create index deals_due on deals (due_at, product_id, id) where due_at is not null;

-- Every accepted event, with a hash of it, its transfers and all events before it.
create table deal_events (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null check (version > 0),
  event text not null,
  data jsonb not null,
  actor_kind text not null check (actor_kind in ('buyer', 'seller', 'member', 'provider', 'clock')),
  -- The trade names buyer and seller, so that an erased account leaves no name here.
  actor_id text,
  at timestamptz not null,
  -- The clock after the event, which depends on the holidays of that time.
  due_at timestamptz,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (product_id, deal_id, version),
  foreign key (product_id, deal_id) references deals,
  constraint deal_events_actor check ((actor_kind in ('member', 'provider')) = (actor_id is not null))
);

create table transfers (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null,
  leg integer not null check (leg > 0),
  from_account text not null,
  to_account text not null,
  amount_cents integer not null check (amount_cents > 0),
  primary key (product_id, deal_id, version, leg),
  foreign key (product_id, deal_id, version) references deal_events,
  constraint transfers_two_accounts check (from_account <> to_account),
  constraint transfers_accounts check (array[from_account, to_account] <@ array[
    'collecting', 'held', 'owed-seller', 'owed-buyer', 'paying-out', 'refunding',
    'provider', 'fees', 'shipping', 'penalties', 'losses', 'receivable-buyer', 'receivable-seller'
  ])
);

-- The calls to the payment provider that a step has decided to make.
create table provider_calls (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null,
  kind text not null check (kind in ('collect', 'refund', 'pay-out')),
  amount_cents integer not null check (amount_cents > 0),
  primary key (product_id, deal_id, version, kind),
  foreign key (product_id, deal_id, version) references deal_events
);

-- An empty table has nothing to lose, so that a market without deals can be emptied.
create function refuse_change() returns trigger language plpgsql as $$
declare
  has_rows boolean;
begin
  execute format('select exists (select from %s)', tg_relid::regclass) into has_rows;
  if has_rows then
    raise exception 'Rows of % never change.', tg_table_name;
  end if;
  return null;
end
$$;

create trigger deal_events_append_only before update or delete or truncate on deal_events
  for each statement execute function refuse_change();

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
