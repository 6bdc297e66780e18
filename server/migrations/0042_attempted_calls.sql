-- What an attempt has named at the provider, and when it began. It is repeated and found with the same references,
-- whatever the user has changed since.
alter table provider_calls
  add column customer_ref text,
  add column method_ref text,
  add column recipient_ref text,
  add column attempted_at timestamptz;
