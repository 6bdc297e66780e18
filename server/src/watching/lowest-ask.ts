/**
 * The lowest ask in a watch's size or sizes, if it is at or below the alert's price. The user's own asks do not count.
 */
export const LOWEST_ASK_IN_REACH = `
  select ask.size, ask.price_cents from books as book
  cross join lateral (
    select o.size, o.price_cents from orders as o
    where o.product_id = book.product_id and o.size = book.size and o.status = 'open' and o.side = 'ask'
      and o.user_id <> watch.user_id
    order by o.price_cents, o.seq limit 1
  ) as ask
  where book.product_id = watch.product_id and watch.size in ('', book.size)
    and book.lowest_ask_cents <= watch.alert_cents and ask.price_cents <= watch.alert_cents
  order by ask.price_cents, ask.size limit 1`;
