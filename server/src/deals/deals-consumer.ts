import type { Holidays } from '@perkex/core/deals/working-days.js';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { openDeals } from './open-deals.js';

export const DEALS_CONSUMER = 'deals';

/** A consumer that opens a deal for every trade. */
export class DealsConsumer implements Consumer {
  readonly name = DEALS_CONSUMER;

  constructor(private readonly holidays: Holidays) {}

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(({ trades }) => trades.length > 0);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const trades = entries.flatMap(({ changes }) =>
      BOOK_CHANGES.in(changes).flatMap(({ productId, trades }) =>
        trades.map(({ id }) => ({ productId, id })),
      ),
    );
    await openDeals(tx, trades, this.holidays);
  }
}
