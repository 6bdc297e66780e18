-- The sales that count for no figure: between the same two accounts again, or at a price far from what the size sells
-- for. All other sales are in `sale_days`.
create table odd_sales (
  product_id integer not null references products (id),
  id uuid not null,
  size text not null,
  reason text not null check (reason in ('repeat', 'price')),
  primary key (product_id, id)
);

-- The version of the rules by which a reader keeps what it keeps. The server rebuilds what was kept by an older one.
alter table feed_readers add column rules integer not null default 0;
