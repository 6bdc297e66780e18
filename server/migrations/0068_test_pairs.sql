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
