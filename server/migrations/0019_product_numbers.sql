-- Numbers of products come from a sequence of their own: a table that every machine has a copy of cannot have an identity.

create sequence products_numbers as integer;

select setval('products_numbers', last_value, is_called) from products_id_seq;

alter table products alter column id drop identity;

alter table products alter column id set default nextval('products_numbers');

alter sequence products_numbers owned by products.id;
