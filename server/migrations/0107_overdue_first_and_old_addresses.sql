-- The queues of the desk begin with overdue deals. A deadline that passes does not restart their time of waiting.
alter table deals add column waiting_since timestamptz;
update deals set waiting_since = at;
alter table deals alter column waiting_since set not null, alter column waiting_since set default now();

drop index deals_at_the_desk;
create index deals_at_the_desk on deals (state, is_overdue desc, waiting_since, product_id, id)
  where state in ('shipped', 'received', 'verified', 'sent');
drop index deals_with_objections;
create index deals_with_objections on deals (is_overdue desc, waiting_since, product_id, id)
  where state = 'objectable' and has_objected;
drop index deals_to_return;
create index deals_to_return on deals (is_overdue desc, waiting_since, product_id, id)
  where parcel_out = 'none' and (state = 'rejected' or (state in ('lost', 'cancelled', 'closed')
    and (parcel_in = 'arrived' or is_pair_here) and payout = 'none'));
drop index deals_lost;
create index deals_lost on deals (is_overdue desc, waiting_since, product_id, id)
  where state = 'lost' and ending is null;
drop index deals_with_returns;
create index deals_with_returns on deals (is_overdue desc, waiting_since, product_id, id)
  where claim = 'return' and ending is null;

-- The label of a parcel may have an address that its receiver has changed since.
alter table parcel_labels add column address_hash text;
