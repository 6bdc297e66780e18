-- Pictures that buyers add to their claims. Their files are in the store of pictures, named by the deal and their hash.
-- They are removed when the buyer is erased.
create table claim_photos (
  product_id integer not null,
  deal_id uuid not null,
  -- Created by the client, so that a picture that is sent again is stored once.
  id uuid not null,
  at timestamptz not null,
  -- The SHA-256 of the file, as hexadecimal digits.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (product_id, deal_id, id),
  foreign key (product_id, deal_id) references deals (product_id, id)
);
