import type {
  AccountNotification,
  DealNotice,
  Notification,
  WatchNotification,
} from '@perkex/core/notifications/notifications.js';
import { timeOrderedIds } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import { FeedWriter, type WrittenFeed } from '../feed/feed-writer.js';
import type { NotificationMails } from './notification-mails.js';
import { NOTIFIED_USERS } from './notified-users.js';
import { type NewNotification, saveNotifications } from './save-notifications.js';

type AnyNotification = Notification | WatchNotification | DealNotice | AccountNotification;

/**
 * Saves notifications and the jobs of their mails in the transaction of their cause, and a feed entry that names their
 * users, in a stream of its own. Its transactions follow each other.
 */
export class NotificationWriter {
  private readonly newId = timeOrderedIds();
  private readonly writer: FeedWriter;

  constructor(
    feed: WrittenFeed,
    /** Null if the users' mailboxes are not known. */
    private readonly mails: NotificationMails | null,
  ) {
    this.writer = new FeedWriter(feed);
  }

  /**
   * Stores all notifications of a transaction.
   * @param concerned further users whose open pages are to be read again
   */
  async write(
    tx: Transaction,
    notices: readonly AnyNotification[],
    concerned: readonly string[] = [],
  ): Promise<void> {
    const saved = notices.length === 0 ? [] : await this.save(tx, notices);
    const notified = [...new Set([...saved.map(({ userId }) => userId), ...concerned])];
    if (notified.length > 0) {
      await this.writer.write(tx, NOTIFIED_USERS.of(notified));
    }
  }

  private async save(tx: Transaction, notices: readonly AnyNotification[]) {
    const addressOf = await this.mails?.addressesFor(tx, notices);
    const saved = await saveNotifications(
      tx,
      notices.map(
        (notice): NewNotification => ({
          orderSeq: null,
          side: 'ask',
          tradeId: null,
          alertCents: null,
          dealId: null,
          dealVersion: null,
          dealNews: null,
          blockReason: null,
          ...notice,
          id: this.newId(notice.atMs),
          mail: addressOf?.(notice) === undefined ? 'none' : 'waiting',
        }),
      ),
    );
    await this.mails?.send(
      tx,
      saved.filter(({ mail }) => mail === 'waiting'),
    );
    return saved;
  }
}
