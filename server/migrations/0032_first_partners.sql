-- The partner of each user's first trade. Two users have only traded with each other as long as each is the other's
-- first partner and neither has traded with a third.
create table first_partners (
  user_id text primary key,
  partner_id text not null,
  first_trade_id uuid not null,
  -- The first trade with anyone but the partner; null for none.
  other_trade_id uuid,
  constraint first_partners_two_users check (partner_id <> user_id),
  constraint first_partners_later check (other_trade_id > first_trade_id)
);

-- For renaming deleted users.
create index first_partners_of_partner on first_partners (partner_id);
