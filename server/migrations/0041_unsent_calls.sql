-- The calls that no attempt has begun for. Servers look for those without a job.
create index provider_calls_unsent on provider_calls (product_id, deal_id) where outcome is null;
