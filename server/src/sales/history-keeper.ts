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

const LANES_AND_CURSORS = `lanes
    left join feed_cursors as passed on passed.reader = '${READER}' and passed.lane = lanes.lane`;

const READ_UNFOLDED_TRADES = statement({
  name: 'read-unfolded-trades',
  text: `select (book.change ->> 'productId')::int as "productId", book.change ->> 'size' as size,
           (trade.made ->> 'seq')::int as seq
         from ${LANES_AND_CURSORS}
         cross join lateral (
           select batch.changes from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0)
         ) as unread
         cross join lateral jsonb_array_elements(unread.changes -> 'books') as book (change)
         cross join lateral jsonb_array_elements(book.change -> 'trades') as trade (made)
         where $1::int is null or (book.change ->> 'productId')::int = $1`,
  row: { productId: int4, size: text, seq: int4 },
});

/** The trades in the feed that the keeper has not passed yet. */
export const readUnfoldedTrades: ReadUnfoldedTrades = (transaction, productId = null) =>
  READ_UNFOLDED_TRADES.rows(transaction, [productId]);

const FIND_UNREAD_BATCH = statement({
  name: 'find-unread-batch',
  text: `select unread.seq
         from ${LANES_AND_CURSORS}
         cross join lateral (
           select batch.seq from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(passed.seq, 0) order by batch.seq limit 1
         ) as unread
         limit 1`,
  row: { seq: int4 },
});

/**
 * Brings the days up to the trades before somebody reads them, so that whoever has heard of a trade reads it. Readers
 * share one pass of the keeper.
 */
export class FreshDays {
  private pass: Promise<boolean> | null = null;
  private next: Promise<boolean> | null = null;

  constructor(private readonly pool: pg.Pool) {}

  /** @param onBehind told when the days do not have every trade from before, as they will soon */
  async refresh(onBehind: () => void): Promise<void> {
    if ((await FIND_UNREAD_BATCH.row(this.pool)) && !(await this.afterNextPass())) {
      onBehind();
    }
  }

  /** One that is under way may have begun too early. */
  private afterNextPass(): Promise<boolean> {
    if (!this.pass) {
      return this.begin();
    }
    this.next ??= this.pass.then(() => this.begin());
    return this.next;
  }

  private begin(): Promise<boolean> {
    this.next = null;
    this.pass = this.keep().finally(() => {
      this.pass = null;
    });
    return this.pass;
  }

  /** What goes wrong is the keeper's, which tries again and tells; the days that there are can be read. */
  private async keep(): Promise<boolean> {
    try {
      return (await keepNext(this.pool, historyKeeper)) === false;
    } catch {
      return false;
    }
  }
}

/** Keeps everything that is in the feed now. */
export async function keepHistory(pool: pg.Pool): Promise<void> {
  for (let isMore: boolean | 'taken' = true; isMore === true; ) {
    isMore = await keepNext(pool, historyKeeper);
  }
}
