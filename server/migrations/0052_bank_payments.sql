-- Payment by bank transfer (`PAYMENTS=bank`). What the buyer of a deal is to pay, and whether the money is there.
create table bank_payments (
  product_id integer not null,
  deal_id uuid not null,
  -- Buyers name it in their transfer.
  reference text not null,
  -- The collection that waits for the money, or has it.
  version integer not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('open', 'paid', 'ended')),
  primary key (product_id, deal_id),
  constraint bank_payments_reference unique (reference)
);

-- Incoming lines of the bank's statements. The bank's own number of a line, or its content, is its id: each counts once.
create table bank_lines (
  id text primary key,
  product_id integer not null,
  deal_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  booked_on date not null,
  payer_name text,
  payer_account text,
  booked_by text not null,
  booked_at timestamptz not null default now(),
  foreign key (product_id, deal_id) references bank_payments (product_id, deal_id)
);

create index bank_lines_of_deal on bank_lines (product_id, deal_id);

-- Lists of outgoing money, as they were given to the bank.
create table bank_lists (
  number integer generated always as identity primary key,
  created_by text not null,
  created_at timestamptz not null default now()
);

-- Outgoing money: payouts, refunds, and returns of money that no deal wants. Its id is the name of its call, or of its
-- return. The deal is the one whose payment a refund comes from.
create table bank_remittances (
  id text primary key,
  product_id integer not null,
  deal_id uuid not null,
  kind text not null check (kind in ('pay-out', 'refund', 'return')),
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'waiting' check (state in ('waiting', 'listed', 'paid', 'returned')),
  -- The account as the list has it, whatever its user has changed since.
  list integer references bank_lists (number),
  entry integer,
  holder text,
  account text,
  bank_code text,
  reason text,
  changed_by text,
  constraint bank_remittances_entry unique (list, entry),
  constraint bank_remittances_list check (num_nulls(list, entry, holder, account) = case state when 'waiting' then 4 else 0 end)
);

create index bank_remittances_of_deal on bank_remittances (product_id, deal_id);
create index bank_remittances_open on bank_remittances (state, id) where state in ('waiting', 'listed');

-- The accounts that users are paid to. Only these are stored here: other providers have those of their users.
create table bank_accounts (
  user_id text primary key,
  holder text not null,
  account text not null,
  -- The routing number of an account without an IBAN.
  bank_code text
);
