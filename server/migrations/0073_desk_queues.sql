-- The queues whose state does not end with the work have indexes of what still waits (`desk/queues.ts`): a count of
-- objections read every deal, and one of pairs to return every pair that was ever rejected.
drop index deals_at_the_desk;
create index deals_at_the_desk on deals (state, at, product_id, id)
  where state in ('shipped', 'received', 'verified', 'sent');
create index deals_with_objections on deals (at, product_id, id) where state = 'objectable' and has_objected;
create index deals_to_return on deals (at, product_id, id)
  where parcel_out = 'none' and (state = 'rejected' or (state in ('lost', 'cancelled')
    and (parcel_in = 'arrived' or is_pair_here) and payout = 'none'));
create index deals_lost on deals (at, product_id, id) where state = 'lost' and ending is null;

drop index deals_with_claims;
create index deals_with_claims on deals (at, product_id, id) where claim = 'open';
create index deals_with_returns on deals (at, product_id, id) where claim = 'return' and ending is null;

-- The search by tracking number.
create index party_steps_by_tracking on party_steps (tracking_number) where tracking_number is not null;
