-- When a session was last seen in use, to some minutes; null for one that was not used since it began. Of too many
-- sessions of a user, those end that are not in use.
alter table identity_sessions add column used_at timestamptz;
