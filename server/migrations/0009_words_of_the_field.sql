-- An own open order that is taken out of its book is cancelled, and what became of each id that a client gave to an
-- order stands in client_order_ids.

alter table orders drop constraint orders_status;
update orders set status = 'cancelled' where status = 'removed';
alter table orders add constraint orders_status check (status in ('open', 'traded', 'cancelled'));

alter table events drop constraint events_kind;
update events set kind = 'cancelled' where kind = 'removed';
alter table events add constraint events_kind check (kind in ('rested', 'traded', 'cancelled'));

alter table answers rename to client_order_ids;
alter table client_order_ids rename constraint answers_pkey to client_order_ids_pkey;
alter table client_order_ids rename constraint answers_call to client_order_ids_call;
alter table client_order_ids rename constraint answers_order_or_refusal to client_order_ids_order_or_refusal;
alter index answers_refused_at rename to client_order_ids_refused_at;
