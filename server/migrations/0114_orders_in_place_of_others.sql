-- The first of the orders that replaced one another up to this one; null for an order that replaced none, and for
-- those of earlier versions. The index has only orders that replaced one: it finds the newest in place of another.
alter table orders add column first_seq integer;
create index orders_in_place_of_others on orders (product_id, size, first_seq, seq) where first_seq is not null;
-- Rules follow them now: only servers of earlier versions write price_rules.successors. A later migration drops it.
