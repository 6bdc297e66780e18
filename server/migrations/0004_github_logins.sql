-- The name of an account at another provider, for its owner to recognise. One GitHub account for a user: a second
-- one could be somebody else's who once had the e-mail.

alter table identity_logins add column display_name text;

create unique index identity_logins_one_github on identity_logins (user_id) where provider_id = 'github';
