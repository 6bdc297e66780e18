-- Photos of pairs, taken by members. Their files are in the store of pictures, named by their hash.
create table deal_photos (
  product_id integer not null,
  deal_id uuid not null,
  -- Created by the client, so that a photo that is sent again is stored once.
  id uuid not null,
  member text not null,
  subject text not null check (subject in ('parcel', 'box', 'box-label', 'contents', 'sides', 'soles', 'inside',
    'shoe-label', 'defect')),
  at timestamptz not null,
  -- The SHA-256 of the file, as hexadecimal digits.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (product_id, deal_id, id),
  foreign key (product_id, deal_id) references deals (product_id, id)
);

create trigger deal_photos_append_only before update or delete or truncate on deal_photos
  for each statement execute function refuse_change();
