-- Half of what is collected of a penalty goes to the other side, and credits are paid out (docs/deals.md, "Money").
-- `paying-credit` is in flight between the account of a user and the payment provider.
alter table transfers drop constraint transfers_accounts;
alter table transfers add constraint transfers_accounts check (array[from_account, to_account] <@ array[
  'collecting', 'held', 'owed-seller', 'owed-buyer', 'paying-out', 'refunding',
  'provider', 'fees', 'shipping', 'penalties', 'losses', 'receivable-buyer', 'receivable-seller', 'paying-credit'
]);

alter table provider_calls drop constraint provider_calls_kind_check;
alter table provider_calls add constraint provider_calls_kind_check
  check (kind in ('collect', 'refund', 'pay-out', 'pay-credit'));

alter table bank_remittances drop constraint bank_remittances_kind_check;
alter table bank_remittances add constraint bank_remittances_kind_check
  check (kind in ('pay-out', 'refund', 'return', 'credit'));

alter table deals
  add column penalty_collected_cents int not null default 0 check (penalty_collected_cents >= 0),
  -- What the deal has credited to its users and not paid out.
  add column buyer_credit_cents int not null default 0 check (buyer_credit_cents >= 0),
  add column seller_credit_cents int not null default 0 check (seller_credit_cents >= 0),
  -- The last payout of a credit: its party, its version, its amount in flight, and what has arrived.
  add column credit_party text check (credit_party in ('buyer', 'seller')),
  add column pay_credit_version int not null default 0,
  add column paying_credit_cents int not null default 0 check (paying_credit_cents >= 0),
  add column last_credit_cents int not null default 0 check (last_credit_cents >= 0),
  add constraint deals_credit check (credit_party is not null or paying_credit_cents + last_credit_cents = 0);

update deals as deal
set buyer_credit_cents = credited.buyer, seller_credit_cents = credited.seller
from (
  select product_id, deal_id,
    coalesce(sum(amount_cents) filter (where to_account = 'receivable-buyer'), 0)::int as buyer,
    coalesce(sum(amount_cents) filter (where to_account = 'receivable-seller'), 0)::int as seller
  from transfers
  where from_account = 'provider' and to_account in ('receivable-buyer', 'receivable-seller')
  group by product_id, deal_id
) as credited
where deal.product_id = credited.product_id and deal.id = credited.deal_id;

alter table money_sums
  add column credit_on_its_way_cents bigint not null default 0,
  add column credit_paid_cents bigint not null default 0,
  add column penalty_paid_cents bigint not null default 0;

-- The users of whose penalties more was collected than their deals have recorded. The next step of these deals leaves it.
create index money_sums_to_collect on money_sums (user_id)
  where penalty_paid_cents < least(penalty_cents, settled_cents + credited_cents);
