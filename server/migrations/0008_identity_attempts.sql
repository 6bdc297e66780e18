-- What the limits of the built-in identity service have counted, so that all servers count together and a restart
-- forgets nothing. The columns and their order are those of rate-limiter-flexible. A key is the limit's name and a
-- keyed hash of whom it counts: no e-mail and no address can be read here. `expire` is in milliseconds since 1970.
create table identity_attempts (
  key text primary key,
  points integer not null default 0,
  expire bigint not null
);

create index identity_attempts_expire on identity_attempts (expire);

-- A user may have several reset links at a time.
create index identity_verifications_value on identity_verifications (value);
