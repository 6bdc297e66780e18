-- Notifications that an order expires within a day, once for each end of its lifetime.
alter table notices drop constraint notices_kind;
alter table notices add constraint notices_kind check (
  kind in (
    'trade', 'outbid', 'undercut', 'removed', 'expiring', 'alert', 'release', 'deal', 'blocked', 'unblocked',
    'key-made'
  )
);
alter table notice_mails drop constraint notice_mails_kind;
alter table notice_mails add constraint notice_mails_kind
  check (kind in ('trade', 'outbid', 'undercut', 'removed', 'expiring', 'alert', 'release', 'deal', 'close'));
create unique index notices_of_expiry on notices (user_id, product_id, size, order_seq, made_at)
  where kind = 'expiring';
