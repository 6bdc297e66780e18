-- What the platform itself starts: the first payment of a deal, and the payout.
create index deals_to_collect on deals (at, product_id, id) where state = 'unpaid' and version = 0;
create index deals_to_pay_out on deals (at, product_id, id) where payout = 'due';
