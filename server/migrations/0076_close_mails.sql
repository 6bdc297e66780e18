-- The daily mail about the market: for users who have turned it on, and the last day that was mailed to each of them.
alter table notice_mails drop constraint notice_mails_kind;
alter table notice_mails add constraint notice_mails_kind
  check (kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release', 'deal', 'close'));
alter table notice_mails add column mailed_day date;
create index notice_mails_of_close on notice_mails (mailed_day) where kind = 'close' and is_on;
