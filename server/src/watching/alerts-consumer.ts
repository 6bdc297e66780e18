import { BOOK_CHANGES, type BookChange } from '../books/book-changes.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import { ALERTS_CONSUMER, type AskedBook, sendAlerts } from './send-alerts.js';

/**
 * The consumer that sends alerts. It reads the current books, not the asks in the entries: after any crash, an ask that
 * is open sends its alerts, and one that is gone sends none.
 */
export class AlertsConsumer implements Consumer {
  readonly name = ALERTS_CONSUMER;

  constructor(
    private readonly writer: NotificationWriter,
    private readonly now: (tx: Transaction) => Promise<number> = databaseTime,
  ) {}

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(hasOtherAsks);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    await sendAlerts(tx, this.writer, askedBooks(entries), await this.now(tx));
  }
}

function hasOtherAsks({ orders }: BookChange): boolean {
  return orders.some(({ side }) => side === 'ask');
}

/** The books with other asks than before, each once. */
function askedBooks(entries: readonly FeedEntry[]): AskedBook[] {
  const books = new Map<string, AskedBook>();
  for (const { changes } of entries) {
    for (const { productId, size } of BOOK_CHANGES.in(changes).filter(hasOtherAsks)) {
      books.set(`${productId} ${size}`, { productId, size });
    }
  }
  return [...books.values()];
}
