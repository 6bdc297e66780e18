-- When the provider was last asked about a call, or answered it. Nobody knows that of earlier answers.
alter table provider_calls add column checked_at timestamptz;
