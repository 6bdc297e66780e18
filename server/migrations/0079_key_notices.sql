-- Notifications that a key for programs was made.
alter table notices
  drop constraint notices_kind,
  drop constraint notices_order,
  drop constraint notices_price,
  drop constraint notices_product,
  add constraint notices_kind check (kind in (
    'trade', 'outbid', 'undercut', 'removed', 'alert', 'release', 'deal', 'blocked', 'unblocked', 'key-made'
  )),
  add constraint notices_order check (
    (order_seq is null) = (kind in ('alert', 'release', 'deal', 'blocked', 'unblocked', 'key-made'))
  ),
  add constraint notices_price check (
    (price_cents is null) = (kind in ('release', 'blocked', 'unblocked', 'key-made'))
  ),
  add constraint notices_product check (
    (product_id is null) = (kind in ('blocked', 'unblocked', 'key-made'))
  );
