-- A client order id is unique per user and product: the same id for another product is another order. So one shard of a
-- distributed database knows whether it was judged.
drop index orders_by_id;
create unique index orders_by_id on orders (user_id, order_id, product_id);

alter table price_rules drop constraint price_rules_pkey;
alter table price_rules add constraint price_rules_pkey primary key (user_id, order_id, product_id);

alter table vacation_asks drop constraint vacation_asks_pkey;
alter table vacation_asks add constraint vacation_asks_pkey primary key (user_id, order_id, product_id);
