-- A user whom a member has blocked places no orders. Every batch of orders reads it with the user's settings.
alter table accounts
  add column blocked_at timestamptz,
  add column blocked_by text,
  add column block_reason text
    check (block_reason in ('payments', 'fakes', 'fraud', 'conduct', 'request')),
  add constraint accounts_block check (num_nulls(blocked_at, blocked_by, block_reason) in (0, 3));

create index accounts_blocked on accounts (blocked_at) where blocked_at is not null;

-- The search of users (`desk/users/find-users.ts`).
create index accounts_by_name on accounts (lower(name || ' ' || surname) text_pattern_ops);
create index accounts_by_surname on accounts (lower(surname) text_pattern_ops);
create index identity_users_by_email on identity_users (email text_pattern_ops);
create index identity_users_by_name on identity_users (lower(name) text_pattern_ops);

-- What members note about a user. It is erased with the account.
create table user_notes (
  id bigint generated always as identity primary key,
  user_id text not null,
  member text not null,
  text text not null,
  at timestamptz not null default now()
);

create index user_notes_of_user on user_notes (user_id, id);

-- Notifications of a block and of its end are about no product.
alter table notices
  alter column product_id drop not null,
  add column block_reason text,
  drop constraint notices_kind,
  add constraint notices_kind check (
    kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release', 'deal', 'blocked', 'unblocked')
  ),
  drop constraint notices_order,
  add constraint notices_order check (
    (order_seq is null) = (kind in ('alert', 'release', 'deal', 'blocked', 'unblocked'))
  ),
  drop constraint notices_price,
  add constraint notices_price check ((price_cents is null) = (kind in ('release', 'blocked', 'unblocked'))),
  add constraint notices_product check ((product_id is null) = (kind in ('blocked', 'unblocked'))),
  add constraint notices_block check ((block_reason is not null) = (kind = 'blocked'));

create unique index notices_of_block on notices (user_id, made_at) where kind in ('blocked', 'unblocked');
