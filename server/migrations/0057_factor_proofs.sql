-- When the session's user last gave a proof by a second factor: at the login, or later. Null if never. The work of
-- members needs one (`users/identity.ts`).
alter table identity_sessions add column factor_proved_at timestamptz;
