-- Notifications that a webhook was turned off, because its receiver accepted no event.
alter table notices
  drop constraint notices_kind,
  drop constraint notices_order,
  drop constraint notices_price,
  drop constraint notices_product,
  add constraint notices_kind check (
    kind in (
      'trade', 'outbid', 'undercut', 'removed', 'expiring', 'alert', 'release', 'deal', 'blocked', 'unblocked',
      'key-made', 'webhook-off'
    )
  ),
  add constraint notices_order check (
    (order_seq is null) = (kind in ('alert', 'release', 'deal', 'blocked', 'unblocked', 'key-made', 'webhook-off'))
  ),
  add constraint notices_price check (
    (price_cents is null) = (kind in ('release', 'blocked', 'unblocked', 'key-made', 'webhook-off'))
  ),
  add constraint notices_product check (
    (product_id is null) = (kind in ('blocked', 'unblocked', 'key-made', 'webhook-off'))
  );
