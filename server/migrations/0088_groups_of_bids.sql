-- The id of a bid over several sizes, which is its user's own: the first order of it that trades cancels the others. The index finds those.
alter table orders add column group_id uuid;
alter table orders add constraint orders_group check (group_id is null or side = 'bid');
create index orders_in_groups on orders (product_id, group_id) where status = 'open' and group_id is not null;
