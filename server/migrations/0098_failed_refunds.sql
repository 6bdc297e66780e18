-- The deals whose buyers are owed a refund that is not on its way: a queue of members.
create index deals_with_failed_refunds on deals (at, product_id, id)
  where owed_buyer_cents > 0 and refunding_cents = 0 and collecting_cents = 0 and payment <> 'disputed'
    and choice in ('none', 'refund', 'replaced');
