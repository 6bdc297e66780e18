-- What users are told: their trades, that another has taken the best place from their order, that the house has removed
-- one. What caused a notice, not a sentence about it.
create table notices (
  user_id text not null,
  -- Sorts by time.
  id uuid not null unique,
  kind text not null,
  product_id integer not null,
  size text not null,
  -- The user's order that it is about.
  order_seq integer not null,
  side text not null,
  -- Of the trade, the new best one, or the limit of the order that was removed.
  price_cents integer not null,
  trade_id uuid,
  -- When its cause happened, not when it was noted.
  made_at timestamptz not null,
  read_at timestamptz,
  -- What became of its mail.
  mail text not null default 'none',
  primary key (user_id, id),
  constraint notices_kind check (kind in ('trade', 'outbid', 'undercut', 'removed')),
  constraint notices_side check (side in ('ask', 'bid')),
  constraint notices_mail check (mail in ('none', 'waiting', 'sent', 'failed')),
  constraint notices_trade check ((kind = 'trade') = (trade_id is not null)),
  constraint notices_of_trade unique (trade_id, user_id)
);

create index notices_unread on notices (user_id) where read_at is null;
create index notices_made_at on notices (made_at);
-- When somebody was last told that an order has lost the best place.
create index notices_of_order on notices (product_id, size, order_seq, made_at)
  where kind in ('outbid', 'undercut');

-- The kinds of notices for which a user has chosen whether they also come by mail.
create table notice_mails (
  user_id text not null,
  kind text not null,
  is_on boolean not null,
  primary key (user_id, kind),
  constraint notice_mails_kind check (kind in ('trade', 'outbid', 'undercut', 'removed'))
);

insert into feed_readers values ('notices');

-- Traders of the demonstration market and of replays: nobody reads what they are told.
alter table accounts add column is_house boolean not null default false;
update accounts set is_house = true where user_id ~ '^(demo-trader|replay-user)-[0-9]+$';
