-- The parcels that members have sent: to the buyer, or back to the seller. The row of a later version corrects an earlier
-- one, which stays.
create table parcels_from_us (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null,
  -- The party that gets it.
  receiver text not null check (receiver in ('buyer', 'seller')),
  carrier text not null check (carrier in ('ups', 'usps', 'fedex', 'dhl')),
  tracking_number text not null,
  primary key (product_id, deal_id, version),
  foreign key (product_id, deal_id, version) references deal_events (product_id, deal_id, version)
);

-- The search by tracking number.
create index parcels_from_us_by_tracking on parcels_from_us (tracking_number);

-- What an admin, who has checked a pair in secret, expects of its check: a pass, or the reason for which it must fail.
create table expected_verdicts (
  product_id integer not null,
  deal_id uuid not null,
  expected text not null check (expected in ('pass', 'wrong-product', 'wrong-size', 'worn', 'damaged', 'not-authentic',
    'box-damaged', 'incomplete')),
  member text not null,
  at timestamptz not null,
  primary key (product_id, deal_id),
  foreign key (product_id, deal_id) references deals (product_id, id)
);

create index expected_verdicts_by_time on expected_verdicts (at);
