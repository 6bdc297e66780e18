-- The newest orders that their seller sent to replace the ask of a rule. The rule follows one that was accepted.
alter table price_rules add column successors uuid[] not null default '{}';
