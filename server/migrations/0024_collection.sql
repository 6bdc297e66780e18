-- Pairs that users say they own, besides those that they have bought here.
create table collection_pairs (
  user_id text not null,
  -- Made by the user's client.
  id uuid not null,
  product_id integer not null,
  size text not null,
  price_cents integer not null,
  acquired_on date not null,
  -- The day on which it was sold elsewhere; null while it is owned.
  left_on date,
  primary key (user_id, id),
  constraint collection_pairs_price check (price_cents > 0),
  constraint collection_pairs_left_later check (left_on >= acquired_on)
);

-- Purchases here that are not in their buyer's collection, or no longer.
create table collection_left (
  user_id text not null,
  trade_id uuid not null,
  -- The day on which the pair was sold elsewhere; null for a pair that never was in the collection.
  left_on date,
  primary key (user_id, trade_id)
);
