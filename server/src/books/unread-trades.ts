/**
 * The trades in the feed that a consumer has not passed yet: each is `trade.made` in the book of `book.change`.
 * @param productId the number of a parameter, to open only entries in which this product traded
 */
export function unreadTrades(consumer: string, productId: string | null = null): string {
  const isWanted =
    productId === null
      ? 'true'
      : `(batch.traded_ids is null or batch.traded_ids @> array[${productId}::int])`;
  return `lanes
    left join feed_cursors as passed on passed.reader = '${consumer}' and passed.lane = lanes.lane
    cross join lateral (
      select batch.changes from batches as batch
      where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0) and ${isWanted}
    ) as unread
    cross join lateral jsonb_array_elements(unread.changes -> 'books') as book (change)
    cross join lateral jsonb_array_elements(book.change -> 'trades') as trade (made)`;
}

/** The keys of these trades: `product_id` and `id`. */
export function unreadTradeKeys(consumer: string): string {
  return `select (book.change ->> 'productId')::int as product_id, (trade.made ->> 'id')::uuid as id
    from ${unreadTrades(consumer)}`;
}
