-- The deals whose payout failed and is still owed, as such or as a credit after the end: a queue of members. Others have
-- paid it since, and keep the state of the payout.
drop index deals_with_failed_payouts;
create index deals_with_failed_payouts on deals (at, product_id, id)
  where payout = 'failed' and (owed_seller_cents > 0 or seller_credit_cents > 0);
