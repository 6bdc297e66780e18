-- The deals whose payout failed and is still owed, as such or as a credit after the end: a queue of members. Others have
-- paid it since, and keep the state of the payout.
drop index deals_with_failed_payouts;
create index deals_with_failed_payouts on deals (at, product_id, id)
  where payout = 'failed' and (owed_seller_cents > 0 or seller_credit_cents > 0);

-- The deals whose first payment the platform starts. A member may have paused their clock before that.
drop index deals_to_collect;
create index deals_to_collect on deals (at, product_id, id) where state = 'unpaid' and payment = 'none';
