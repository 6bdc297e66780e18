-- The sales of each UTC day, here and before this market, of a size and, as size '', of all sizes of a product: what
-- figures and histories are read from, however many the sales are. The sums are of cents.
create table sale_days (
  product_id integer not null references products (id),
  size text not null,
  day date not null,
  sales integer not null check (sales > 0),
  -- The first and the last sale of the day, whose prices open and close it.
  open_id uuid not null,
  close_id uuid not null,
  open_cents integer not null,
  high_cents integer not null,
  low_cents integer not null,
  close_cents integer not null,
  sum_cents bigint not null,
  sum_of_squares numeric not null,
  primary key (product_id, size, day),
  constraint sale_days_prices check (
    open_cents between low_cents and high_cents and close_cents between low_cents and high_cents
  )
);

-- The sales of one size, newest first.
create index trades_of_size on trades (product_id, size, id);
create index past_sales_of_size on past_sales (product_id, size, id);

-- Who follows the feed for the days. What is in the feed already is counted here, by the same look at the tables.
insert into feed_readers (reader) values ('history');
with passed as (
  insert into feed_cursors (reader, lane, seq) select 'history', lane, max(seq) from batches group by lane
)
insert into sale_days (
  product_id, size, day, sales, open_id, close_id, open_cents, high_cents, low_cents, close_cents, sum_cents,
  sum_of_squares
)
select sale.product_id, of_size.size, (sale.sold_at at time zone 'UTC')::date, count(*),
  (array_agg(sale.id order by sale.id))[1], (array_agg(sale.id order by sale.id desc))[1],
  (array_agg(sale.price_cents order by sale.id))[1], max(sale.price_cents), min(sale.price_cents),
  (array_agg(sale.price_cents order by sale.id desc))[1], sum(sale.price_cents),
  sum(sale.price_cents::numeric * sale.price_cents)
from (
  select product_id, id, size, price_cents, traded_at as sold_at from trades
  union all
  select product_id, id, size, price_cents, sold_at from past_sales
) as sale
cross join lateral (values (sale.size), ('')) as of_size (size)
group by 1, 2, 3;

-- What the market sold in some days.
create index sale_days_of_market on sale_days (day) where size = '';
