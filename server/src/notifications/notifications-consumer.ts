import { isOfBestPlace, notificationsOf, withoutRepeats } from '@perkex/core/notifications/notifications.js';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import type { NotificationWriter } from './notification-writer.js';
import { readLastNotified } from './save-notifications.js';

export const NOTIFICATIONS_CONSUMER = 'notices';

/** The consumer that notifies users of their trades and orders. */
export class NotificationsConsumer implements Consumer {
  readonly name = NOTIFICATIONS_CONSUMER;

  constructor(private readonly writer: NotificationWriter) {}

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some((change) => notificationsOf(change).length > 0);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const all = entries.flatMap(({ changes }) => BOOK_CHANGES.in(changes).flatMap(notificationsOf));
    await this.writer.write(tx, withoutRepeats(all, await readLastNotified(tx, all.filter(isOfBestPlace))));
  }
}
