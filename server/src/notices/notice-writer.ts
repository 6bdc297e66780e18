import type { Notice, WatchNotice } from '@perkex/core/notices/notices.js';
import { timeOrderedIds } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import type { Batch } from '../feed/batch.js';
import type { Feed } from '../feed/feed.js';
import { Lane } from '../feed/lane.js';
import type { NoticeMails } from './notice-mails.js';
import { type NewNotice, saveNotices } from './save-notices.js';

/**
 * Keeps notices in the transaction of what they follow from, with the mails to be sent, and tells the feed whose they
 * are: by a row in a lane of its own. One transaction at a time.
 */
export class NoticeWriter {
  private readonly newId = timeOrderedIds();
  private lane = new Lane();
  /** Its newest row in the feed, until that is known to be committed. */
  private unconfirmed: Batch | null = null;

  constructor(
    private readonly feed: Pick<Feed, 'handOver'>,
    /** Null where nobody's mailbox is known. */
    private readonly mails: NoticeMails | null,
  ) {}

  /** Keeps all notices of a transaction. */
  async write(tx: Transaction, notices: readonly (Notice | WatchNotice)[]): Promise<void> {
    // Nobody knows whether the row of the last time was committed: its number may be taken.
    if (this.unconfirmed || this.lane.isFull) {
      this.lane = new Lane();
      this.unconfirmed = null;
    }
    const saved = notices.length === 0 ? [] : await this.save(tx, notices);
    if (saved.length > 0) {
      await this.tellFeed(tx, [...new Set(saved.map(({ userId }) => userId))]);
    }
  }

  /** The transaction is committed. */
  committed(): void {
    if (this.unconfirmed) {
      this.lane.committed(this.unconfirmed);
      this.feed.handOver(this.unconfirmed);
      this.unconfirmed = null;
    }
  }

  private async save(tx: Transaction, notices: readonly (Notice | WatchNotice)[]) {
    const addressOf = await this.mails?.addressesFor(tx, notices);
    const saved = await saveNotices(
      tx,
      notices.map(
        (notice): NewNotice => ({
          orderSeq: null,
          side: 'ask',
          tradeId: null,
          alertCents: null,
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

  private async tellFeed(tx: Transaction, notified: readonly string[]): Promise<void> {
    this.unconfirmed = this.lane.next({ books: [], notified });
    await this.lane.save(tx, this.unconfirmed);
  }
}
