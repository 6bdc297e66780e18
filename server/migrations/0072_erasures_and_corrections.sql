-- What is left of an erased account: its references at the payment provider, until its deals have ended, and the words
-- and tracking numbers in them (`accounts/erasure-remains.ts`). `pseudonym` has taken the place of its user.
create table erasure_remains (
  pseudonym text primary key,
  look_at timestamptz not null default now()
);

create index erasure_remains_due on erasure_remains (look_at);

-- The accounts that were erased before. Pseudonyms are random UUIDs, unlike the ids of users.
insert into erasure_remains (pseudonym)
select distinct trader.id
from trades as trade
join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
cross join lateral (values (trade.buyer_id), (trade.seller_id)) as trader (id)
where trader.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  and not exists (select from accounts where accounts.user_id = trader.id)
  and not exists (select from identity_users where identity_users.id = trader.id)
on conflict do nothing;

-- A line of the bank that was booked to the wrong deal: the opposite booking. The line itself stays as it is, and its
-- money waits for a member as another line, named `freed_id`.
create table bank_corrections (
  line_id text primary key references bank_lines (id),
  product_id int not null,
  deal_id uuid not null,
  amount_cents int not null check (amount_cents > 0),
  freed_id text not null unique,
  reason text not null,
  corrected_by text not null,
  corrected_at timestamptz not null default now(),
  foreign key (product_id, deal_id) references bank_payments (product_id, deal_id)
);

create index bank_corrections_of_deal on bank_corrections (product_id, deal_id);

alter table bank_unmatched_lines
  drop constraint bank_unmatched_lines_reason_check,
  add constraint bank_unmatched_lines_reason_check check (reason in ('unknown', 'ambiguous', 'own-deal', 'corrected')),
  -- The account that a member has entered, where the bank has not named the payer.
  add column return_holder text,
  add column return_account text,
  add column return_bank_code text,
  add constraint bank_unmatched_lines_return check (
    num_nulls(return_holder, return_account) in (0, 2) and (return_account is null or state = 'returned')
  );

-- How often its user has removed their account for payouts. The next one is another account at the provider.
alter table payment_accounts add column recipient_removals int not null default 0;

-- A step whose order the book refuses is reported twice to its user: as a step, and as a refused order.
drop index notices_of_deal;
create unique index notices_of_deal on notices (user_id, deal_id, deal_version, deal_news) where kind = 'deal';

-- The daily mail of members: whether they want it, and the last day of it.
alter table members
  add column has_digest boolean not null default true,
  add column digest_on date;
