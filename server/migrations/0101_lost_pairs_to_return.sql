-- A parcel that was lost may arrive after its deal is closed. The pair then waits in the queue of pairs to return.
drop index deals_to_return;
create index deals_to_return on deals (at, product_id, id)
  where parcel_out = 'none' and (state = 'rejected' or (state in ('lost', 'cancelled', 'closed')
    and (parcel_in = 'arrived' or is_pair_here) and payout = 'none'));
