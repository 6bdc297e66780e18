-- What users keep an eye on: a product in all sizes (size '') or in one, with the price at which they want to hear of an
-- ask.
create table watches (
  user_id text not null,
  product_id integer not null,
  size text not null,
  -- An ask at this price or below it is told; null for a watch without an alert.
  alert_cents integer,
  -- Whether the next ask at that price is told: not while one is there that was.
  is_armed boolean not null default true,
  -- When one was last told.
  alerted_at timestamptz,
  made_at timestamptz not null default now(),
  primary key (user_id, product_id, size),
  constraint watches_alert check (alert_cents > 0)
);

-- Of a product: who is to hear of an ask, and who watches it at all.
create index watches_alerts on watches (product_id, size) where alert_cents is not null;
create index watches_of_product on watches (product_id, made_at);
-- Those that are ready again before the hour after an alert is over.
create index watches_resting on watches (alerted_at) where is_armed and alert_cents is not null;

insert into feed_readers values ('alerts');

-- An alert and a release are about no order.
alter table notices
  drop constraint notices_kind,
  add constraint notices_kind check (kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release')),
  alter column order_seq drop not null,
  alter column price_cents drop not null,
  -- The price of the alert, which the ask is not above.
  add column alert_cents integer,
  add constraint notices_order check ((order_seq is null) = (kind in ('alert', 'release'))),
  add constraint notices_price check ((price_cents is null) = (kind = 'release')),
  add constraint notices_alert check ((alert_cents is null) = (kind <> 'alert')),
  add constraint notices_alert_met check (price_cents <= alert_cents);

-- A release is told once for each day to which it was put.
create unique index notices_of_release on notices (user_id, product_id, made_at) where kind = 'release';

alter table notice_mails
  drop constraint notice_mails_kind,
  add constraint notice_mails_kind check (kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release'));

-- What comes out on which day.
create index products_release_date on products (release_date);
