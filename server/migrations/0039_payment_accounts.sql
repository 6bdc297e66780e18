-- The references of users at the payment provider. Card numbers and bank accounts are stored there only.
create table payment_accounts (
  user_id text not null,
  provider text not null,
  customer_ref text,
  -- The newest card that the user has begun to save.
  setup_ref text,
  -- The saved card that payments are collected from.
  method_ref text,
  recipient_ref text,
  -- True once the provider can pay the user.
  is_recipient_ready boolean not null default false,
  primary key (user_id, provider),
  constraint payment_accounts_method check (method_ref is null or customer_ref is not null),
  constraint payment_accounts_setup check (setup_ref is null or customer_ref is not null),
  constraint payment_accounts_recipient check (not is_recipient_ready or recipient_ref is not null)
);
