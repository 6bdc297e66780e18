-- The labels of parcels from us that are bought from a service: at most one at a time for a pair and its receiver.
create table parcel_labels (
  product_id integer not null,
  deal_id uuid not null,
  receiver text not null check (receiver in ('buyer', 'seller')),
  -- Counts the shipments at the service: a refused one is replaced by the next, never one that may have been paid for.
  attempt integer not null default 1,
  state text not null check (state in ('buying', 'bought', 'refused', 'stopped')),
  reason text,
  -- The id of the shipment at the service. Only this one is ever paid for.
  shipment_id text,
  carrier text check (carrier in ('ups', 'usps', 'fedex', 'dhl')),
  tracking_number text,
  cost text,
  -- A picture with the receiver's address, deleted after 30 days.
  image bytea,
  bought_at timestamptz,
  primary key (product_id, deal_id, receiver),
  foreign key (product_id, deal_id) references deals (product_id, id),
  constraint parcel_labels_bought check ((state = 'bought') = (bought_at is not null)),
  constraint parcel_labels_reason check ((state in ('refused', 'stopped')) = (reason is not null))
);

create index parcel_labels_with_image on parcel_labels (bought_at) where image is not null;
