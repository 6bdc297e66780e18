/**
 * The tables of the lowest ask in each book of some alerts that has an ask at or below the alert's price: `ask`.
 * The user's own asks do not count.
 */
export const asksInReach = (alerts: string) => `
  (
    select distinct book.product_id, book.size as book_size, armed.user_id, armed.size, armed.alert_cents
    from ${alerts} as armed join books as book on book.product_id = armed.product_id and armed.size in ('', book.size)
      and book.lowest_ask_cents <= armed.alert_cents
  ) as watch
  cross join lateral (
    select o.size, o.price_cents from orders as o
    where o.product_id = watch.product_id and o.size = watch.book_size and o.status = 'open' and o.side = 'ask'
      and o.user_id <> watch.user_id
    order by o.price_cents, o.seq limit 1
  ) as ask`;
