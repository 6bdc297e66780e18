import type { PaymentMethod } from '@perkex/core/deals/deal.js';
import { BOOK_CHANGES, type OrderChange } from '../books/book-changes.js';
import { planByKey } from '../database/plan-by-key.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { openDeals } from './open-deals.js';
import { settleChoices } from './replace-deals.js';
import type { DealSteps } from './take-step.js';

export const DEALS_CONSUMER = 'deals';

/** A consumer that opens a deal for every trade, and knows the orders of buyers whose earlier deals failed. */
export class DealsConsumer implements Consumer {
  readonly name = DEALS_CONSUMER;

  /** @param method by which the market's payment provider collects */
  constructor(
    private readonly steps: DealSteps,
    private readonly method: PaymentMethod = 'card',
  ) {}

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(
      ({ trades, orders }) => trades.length > 0 || orders.some(isCancelledBid),
    );
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    await planByKey(tx);
    const books = entries.flatMap(({ changes }) => BOOK_CHANGES.in(changes));
    const trades = books.flatMap(({ productId, trades: made }) => made.map(({ id }) => ({ productId, id })));
    const cancelledBids = books.flatMap(({ productId, size, orders }) =>
      orders.filter(isCancelledBid).map(({ seq }) => ({ productId, size, seq })),
    );
    const opened = await openDeals(tx, trades, { holidays: this.steps.holidays, method: this.method });
    await settleChoices(tx, opened, cancelledBids, this.steps);
  }
}

function isCancelledBid({ side, status }: OrderChange): boolean {
  return side === 'bid' && status === 'cancelled';
}
