-- Counts the changes of a call's progress. What the provider has answered counts only if nothing has changed since it was
-- asked.
alter table provider_calls add column revision integer not null default 0;
