-- Sales whose seller removed the ask in the moment in which it traded: the pair was sold elsewhere.
alter table trades add column is_removal_missed boolean not null default false;
