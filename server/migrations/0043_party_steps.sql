-- What a buyer or seller gave with a step of their deal. The step's own id makes a repeated request harmless.
create table party_steps (
  product_id integer not null,
  deal_id uuid not null,
  version integer not null,
  step_id uuid not null,
  carrier text,
  tracking_number text,
  problem text,
  reason text,
  primary key (product_id, deal_id, version),
  constraint party_steps_id unique (product_id, deal_id, step_id),
  foreign key (product_id, deal_id, version) references deal_events (product_id, deal_id, version),
  constraint party_steps_parcel check ((carrier is null) = (tracking_number is null)),
  constraint party_steps_carrier check (carrier in ('ups', 'usps', 'fedex', 'dhl')),
  constraint party_steps_problem check (problem in ('wrong-item', 'damaged', 'not-as-in-report'))
);
