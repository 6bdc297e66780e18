-- Notices about the steps of deals. A step is reported once to each party, however often its job runs.
alter table notices
  add column deal_id uuid,
  add column deal_version integer,
  add column deal_news text,
  drop constraint notices_kind,
  add constraint notices_kind
    check (kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release', 'deal')),
  drop constraint notices_order,
  add constraint notices_order check ((order_seq is null) = (kind in ('alert', 'release', 'deal'))),
  add constraint notices_deal check (num_nulls(deal_id, deal_version, deal_news) = case kind when 'deal' then 0 else 3 end);

alter table notice_mails
  drop constraint notice_mails_kind,
  add constraint notice_mails_kind
    check (kind in ('trade', 'outbid', 'undercut', 'removed', 'alert', 'release', 'deal'));

create unique index notices_of_deal on notices (user_id, deal_id, deal_version) where kind = 'deal';
