-- Changes of e-mail under way: one a user, the newest. Each mailbox is sent a link; when both were opened, the e-mail
-- changes and the row goes. Of a link's code the table has the hash, and nothing until the mail is made.
create table identity_email_changes (
  user_id text primary key references identity_users (id) on delete cascade,
  new_email text not null,
  old_code_hash text,
  new_code_hash text,
  -- From the start where the old mailbox is not asked.
  old_opened boolean not null,
  new_opened boolean not null default false,
  expires_at timestamptz not null,
  constraint identity_email_changes_lower_case check (new_email = lower(new_email))
);

create index identity_email_changes_old_code on identity_email_changes (old_code_hash);
create index identity_email_changes_new_code on identity_email_changes (new_code_hash);
create index identity_email_changes_expires_at on identity_email_changes (expires_at);
