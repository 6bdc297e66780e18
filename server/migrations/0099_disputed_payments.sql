-- The deals whose buyers dispute their payment at their bank: a queue of members.
create index deals_with_disputes on deals (at, product_id, id) where payment = 'disputed';
