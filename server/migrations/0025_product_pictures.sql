-- The pictures that a catalogue brings, in its order: fetched once from where it says they are, and served by us.
-- A row without hash and failure is still to be fetched.
create table product_pictures (
  product_id integer not null references products,
  position integer not null,
  source_url text not null,
  -- What the names of its files begin with.
  hash text,
  -- In pixels, of the largest file.
  width integer,
  height integer,
  -- A data: URL of a few blurred pixels.
  placeholder text,
  -- Why it could not be had.
  failure text,
  primary key (product_id, position),
  constraint product_pictures_once unique (product_id, source_url),
  constraint product_pictures_counted check (position >= 0),
  constraint product_pictures_whole check (num_nulls(hash, width, height, placeholder) in (0, 4)),
  constraint product_pictures_outcome check (hash is null or failure is null),
  constraint product_pictures_hash check (hash ~ '^[0-9a-f]{32}$'),
  constraint product_pictures_size check (width > 0 and height > 0)
);
