-- Users pay what they owe (docs/deals.md, "Money"). `collecting-debt` is in flight between the payment provider and the
-- account of a user.
alter table transfers drop constraint transfers_accounts;
alter table transfers add constraint transfers_accounts check (array[from_account, to_account] <@ array[
  'collecting', 'held', 'owed-seller', 'owed-buyer', 'paying-out', 'refunding',
  'provider', 'fees', 'shipping', 'penalties', 'losses', 'receivable-buyer', 'receivable-seller', 'paying-credit',
  'collecting-debt'
]);

alter table provider_calls drop constraint provider_calls_kind_check;
alter table provider_calls add constraint provider_calls_kind_check
  check (kind in ('collect', 'refund', 'pay-out', 'pay-credit', 'collect-debt'));

-- The party who pays debts with this deal, the version of the last attempt, its amount in flight, and what has arrived.
alter table deals
  add column debt_party text check (debt_party in ('buyer', 'seller')),
  add column collect_debt_version int not null default 0,
  add column collecting_debt_cents int not null default 0 check (collecting_debt_cents >= 0),
  add column last_debt_cents int not null default 0 check (last_debt_cents >= 0),
  add constraint deals_debt check (debt_party is not null or collecting_debt_cents + last_debt_cents = 0);

alter table money_sums
  add column debt_on_its_way_cents bigint not null default 0,
  add column debt_paid_cents bigint not null default 0,
  add column debt_charged_back_cents bigint not null default 0;

-- The users of whose penalties more was collected than their deals have recorded, by payments, too.
drop index money_sums_to_collect;
create index money_sums_to_collect on money_sums (user_id)
  where penalty_paid_cents < least(penalty_cents, settled_cents + credited_cents + debt_paid_cents);

-- A payment of debts has an id of its own in place of that of a deal, which is here.
alter table bank_payments add column debt_deal_id uuid;
