-- The checklists that admins have written, each version for ever. The newest of a kind counts; an empty one ends it.
create table checklists (
  id integer generated always as identity primary key,
  -- The kind of products, as in `products`; null for all that have no list of their own.
  kind text check (kind in ('men', 'women', 'unisex', 'grade school', 'preschool', 'toddler')),
  points text[] not null,
  member text not null,
  at timestamptz not null default now()
);

create trigger checklists_append_only before update or delete or truncate on checklists
  for each statement execute function refuse_change();

-- The verdicts of members on pairs, before they take effect as steps of their deals.
create table pair_reviews (
  product_id integer not null,
  deal_id uuid not null,
  -- 1 for the first verdict on a pair.
  number integer not null check (number > 0),
  member text not null,
  verdict text not null check (verdict in ('pass', 'fail')),
  reasons text[] not null,
  -- The checklist as it was, and for each point if it was in order.
  points text[] not null,
  answers boolean[] not null check (cardinality(answers) = cardinality(points)),
  -- Of the first verdict: whether a second member reviews the pair, too.
  is_second_needed boolean not null,
  -- True if the verdict decides the objection of the seller.
  is_of_objection boolean not null,
  at timestamptz not null,
  primary key (product_id, deal_id, number),
  constraint pair_reviews_member unique (product_id, deal_id, member),
  foreign key (product_id, deal_id) references deals (product_id, id),
  constraint pair_reviews_reasons check ((verdict = 'fail') = (cardinality(reasons) > 0))
);

create index pair_reviews_by_time on pair_reviews (at);

create trigger pair_reviews_append_only before update or delete or truncate on pair_reviews
  for each statement execute function refuse_change();

-- Who has taken on the check of a pair, and when. It holds for half an hour, and another member may take it over.
create table pair_reservations (
  product_id integer not null,
  deal_id uuid not null,
  number integer not null check (number > 0),
  member text not null,
  at timestamptz not null,
  primary key (product_id, deal_id, number),
  foreign key (product_id, deal_id) references deals (product_id, id)
);

create trigger pair_reservations_append_only before update or delete or truncate on pair_reservations
  for each statement execute function refuse_change();
