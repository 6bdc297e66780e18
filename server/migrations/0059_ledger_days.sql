-- The sums of the ledger by UTC day, of days that are over (`ledger/ledger-days.ts`).
create table ledger_days (
  day date not null,
  account text not null,
  in_cents bigint not null,
  out_cents bigint not null,
  transfers integer not null,
  primary key (account, day)
);

-- The last day that has its sums; empty before the first one.
create table ledger_closing (
  is_only boolean primary key default true check (is_only),
  closed_day date not null
);

-- The transfers of a day, in their order.
create index deal_events_by_time on deal_events (at, product_id, deal_id, version);

-- Sellers whom we have paid, those with the most money first (`desk/money/reported-sellers.ts`).
create index money_sums_paid_out on money_sums (paid_out_cents desc, user_id) where paid_out_cents > 0;
