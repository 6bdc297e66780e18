import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';
import type { Batch } from '../feed/batch.js';
import { type Keeper, keepNext } from '../feed/keeper.js';
import { type FoldedSale, foldSales } from './fold-sales.js';
import type { ReadUnfoldedTrades } from './rebuild-sale-days.js';

const READER = 'history';

/** Adds the trades of the feed to their days, each once. */
export const historyKeeper: Keeper = {
  reader: READER,
  keep: (transaction, batches) => foldSales(transaction, batches.flatMap(salesOf)),
};

function salesOf({ changes }: Batch): FoldedSale[] {
  return changes.books.flatMap(({ productId, size, atMs, trades }) =>
    trades.map(({ id, priceCents }) => ({ productId, size, priceCents, atMs, id })),
  );
}

/** The trades in the feed that the keeper has not passed yet: each is `trade.made`, in the book of `book.change`. */
const UNFOLDED_TRADES = `lanes
    left join feed_cursors as passed on passed.reader = '${READER}' and passed.lane = lanes.lane
    cross join lateral (
      select batch.changes from batches as batch
      where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0)
    ) as unread
    cross join lateral jsonb_array_elements(unread.changes -> 'books') as book (change)
    cross join lateral jsonb_array_elements(book.change -> 'trades') as trade (made)`;

const READ_UNFOLDED_TRADES = statement({
  name: 'read-unfolded-trades',
  text: `select (book.change ->> 'productId')::int as "productId", book.change ->> 'size' as size,
           (trade.made ->> 'seq')::int as seq
         from ${UNFOLDED_TRADES}`,
  row: { productId: int4, size: text, seq: int4 },
});

/** The keys of those trades. */
export const readUnfoldedTrades: ReadUnfoldedTrades = (transaction) => READ_UNFOLDED_TRADES.rows(transaction);

/** Of one product, as rows that `daysOf` adds up. @param productId the number of a parameter */
export function unfoldedSalesOf(productId: string): string {
  return `(
    select (book.change ->> 'productId')::int as product_id, book.change ->> 'size' as size,
      (trade.made ->> 'id')::uuid as id, (trade.made ->> 'priceCents')::int as price_cents,
      (to_timestamp((book.change ->> 'atMs')::float8 / 1000) at time zone 'UTC')::date as day
    from ${UNFOLDED_TRADES}
    where (book.change ->> 'productId')::int = ${productId}
  ) as sale`;
}

/** Whether a batch has something for the keeper. */
export function hasTrades({ changes }: Batch): boolean {
  return changes.books.some(({ trades }) => trades.length > 0);
}

/** Keeps everything that is in the feed now. */
export async function keepHistory(pool: pg.Pool): Promise<void> {
  for (let isMore: boolean | 'taken' = true; isMore === true; ) {
    isMore = await keepNext(pool, historyKeeper);
  }
}
