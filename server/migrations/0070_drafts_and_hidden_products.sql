-- A draft of changes to a published product has the content of the product when it was begun from it, so that it is
-- published only over what its admins have seen.
alter table product_drafts
  add column base_product_id integer,
  add column base_fields jsonb,
  -- Keys of the product's pictures, in order.
  add column base_pictures text[],
  add constraint product_drafts_base check (num_nulls(base_product_id, base_fields, base_pictures) in (0, 3));

create unique index product_drafts_of_product on product_drafts (base_product_id)
  where state = 'open' and base_product_id is not null;

-- A hidden product is no longer traded, and in no list. Its orders are cancelled; its trades, deals and figures stay.
alter table products
  add column hidden_at timestamptz,
  add column hidden_by text,
  -- The product that has its address, if it was a duplicate of that one.
  add column merged_into integer,
  add constraint products_hidden check ((hidden_at is null) = (hidden_by is null)),
  add constraint products_merged check (merged_into is null or hidden_at is not null and merged_into <> id);

create index products_hidden_at on products (hidden_at) where hidden_at is not null;

-- True for the books of hidden products. Every batch of orders locks its books and reads this, so that no order is placed
-- after the commit that hides a product.
alter table books add column is_closed boolean not null default false;

-- An order that was removed because its product is hidden.
alter table notices
  add column is_of_hidden boolean not null default false,
  add constraint notices_of_hidden check (not is_of_hidden or kind = 'removed');
