-- The key of a job's work, unique for its kind; null for work that may wait more than once.
alter table jobs add column key text;
create unique index jobs_kind_key on jobs (kind, key);
