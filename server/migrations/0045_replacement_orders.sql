-- The money that deals take over from a failed deal of the same buyer.
alter table deals
  add column carried_cents integer not null default 0,
  add column carried_over_cents integer not null default 0,
  add column last_refund_cents integer not null default 0,
  add constraint deals_carried check (carried_cents >= 0 and carried_over_cents >= 0);

update deals set last_refund_cents = refunded_cents where refunded_cents > 0;

-- True for a refund of money that the failed deal had collected.
alter table provider_calls add column is_of_carried boolean not null default false;

-- The orders of buyers who chose another pair after their deal failed, each placed by one step of that deal. Once the
-- last one has traded, `replaced_by` is the trade whose deal has taken over the money.
create table replacement_orders (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null,
  order_id uuid not null,
  call text not null,
  price_cents integer not null,
  replaced_by uuid,
  primary key (product_id, deal_id, version),
  constraint replacement_orders_id unique (product_id, order_id),
  constraint replacement_orders_replaced_by unique (product_id, replaced_by),
  foreign key (product_id, deal_id, version) references deal_events (product_id, deal_id, version),
  foreign key (product_id, replaced_by) references deals (product_id, id),
  constraint replacement_orders_call check (call in ('bid', 'buy'))
);
