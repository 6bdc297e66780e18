-- An order keeps the answer that its client's id got, and is its own event, as a trade is. What has no order is left with
-- tables of its own: refusals and cancellations.

analyze orders;
analyze client_order_ids;

do $$
begin
  if exists (
    select from client_order_ids as answer left join orders as o
      on o.product_id = answer.product_id and o.size = answer.size and o.seq = answer.seq
      and o.user_id = answer.user_id and o.order_id = answer.order_id
    where answer.refusal is null and o.seq is null
  ) then
    raise exception 'client_order_ids has answers of orders that are not there: see what the audit says of this database';
  end if;
end $$;

-- At which price the order traded when it arrived; null where it rested.
alter table orders add column traded_price_cents integer;

update orders as o set traded_price_cents = answer.traded_price_cents
from client_order_ids as answer
where answer.product_id = o.product_id and answer.size = o.size and answer.seq = o.seq
  and answer.traded_price_cents is not null;

alter table orders
  add constraint orders_traded_at_once check ((traded_price_cents is not null) = (status = 'traded' and closed_seq = seq));

-- A user's id names one order; also the way from a user to the orders.
create unique index orders_by_id on orders (user_id, order_id);

-- With the product, which is where a table that is distributed by product could see that a key is unique.
create table refusals (
  user_id text not null,
  order_id uuid not null,
  product_id integer not null,
  size text not null,
  call text not null,
  price_cents integer not null,
  code text not null,
  refused_at timestamptz not null,
  primary key (user_id, order_id, product_id),
  constraint refusals_call check (call in ('ask', 'bid', 'sell', 'buy'))
);

insert into refusals (user_id, order_id, product_id, size, call, price_cents, code, refused_at)
select user_id, order_id, product_id, size, call, price_cents, refusal, refused_at
from client_order_ids where refusal is not null;

create index refusals_refused_at on refusals (refused_at);

drop table client_order_ids;

create table cancellations (
  product_id integer not null,
  size text not null,
  seq integer not null,
  order_seq integer not null,
  at timestamptz not null,
  primary key (product_id, size, seq),
  constraint cancellations_later check (order_seq < seq)
);

insert into cancellations (product_id, size, seq, order_seq, at)
select product_id, size, seq, order_seq, at from events where kind = 'cancelled';

drop table events;
