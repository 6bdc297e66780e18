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
