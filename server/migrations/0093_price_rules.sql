-- Asks that their sellers want to keep the lowest of their size, down to a floor.
create table price_rules (
  user_id text not null,
  -- The client order id and the place of the ask, which a changed price moves.
  order_id uuid not null,
  product_id integer not null,
  size text not null,
  seq integer not null,
  floor_cents integer not null,
  -- While no ask of the book is below it, the ask is the lowest.
  lowest_until_cents integer not null,
  -- The rule sets no price before.
  changes_from timestamptz not null,
  -- When a server looks at the ask again; null until its book changes.
  look_at timestamptz,
  -- A server looks at it now. Another one may once this has passed.
  leased_until timestamptz,
  -- The refusal of the last price that the rule tried; null for none.
  refusal text,
  set_at timestamptz not null,
  primary key (user_id, order_id),
  constraint price_rules_floor check (floor_cents >= 100 and floor_cents % 100 = 0)
);
create unique index price_rules_by_ask on price_rules (product_id, size, seq);
create index price_rules_due on price_rules (least(look_at, leased_until)) where least(look_at, leased_until) is not null;

-- The floor of a paused ask with a rule: it has the rule again once it is back.
alter table vacation_asks add column floor_cents integer;
