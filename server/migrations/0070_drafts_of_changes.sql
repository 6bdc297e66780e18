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
