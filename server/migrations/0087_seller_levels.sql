-- The fee of a trade, frozen with its amounts, in thousandths of the price. All earlier trades had this one.
alter table trades
  add column transaction_fee_per_mille integer not null default 95
    check (transaction_fee_per_mille between 1 and 200);

-- The paid sales of a seller in the quarter that begins on that day. Every batch of orders reads both, so they are counted
-- by each step that pays a sale out.
alter table accounts
  add column sales_quarter date,
  add column quarter_sales integer not null default 0 check (quarter_sales >= 0),
  add constraint accounts_quarter check (quarter_sales = 0 or sales_quarter is not null);

update accounts as account
set sales_quarter = date_trunc('quarter', now() at time zone 'UTC')::date, quarter_sales = paid.sales
from (
  select user_id, count(distinct deal_id) as sales
  from money_lines
  where kind in ('paid-out', 'settled')
    and at >= date_trunc('quarter', now() at time zone 'UTC') at time zone 'UTC'
  group by user_id
) as paid
where account.user_id = paid.user_id;
