import { isOfBestPlace, type Notice, noticesOf, withoutRepeats } from '@perkex/core/notices/notices.js';
import { timeOrderedIds } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import type { Batch } from '../feed/batch.js';
import type { Feed } from '../feed/feed.js';
import type { Keeper } from '../feed/keeper.js';
import { Lane } from '../feed/lane.js';
import type { NoticeMails } from './notice-mails.js';
import { type NewNotice, readLastTold, saveNotices } from './save-notices.js';

/** Whether anybody may have to be told of a batch. */
export function concernsSomebody({ changes }: Batch): boolean {
  return changes.books.some((change) => noticesOf(change).length > 0);
}

/**
 * Keeps the notices that follow from the batches, with the mails to be sent, and tells the feed whose they are: by a row
 * in a lane of its own.
 */
export class NoticesKeeper implements Keeper {
  readonly reader = 'notices';
  private readonly newId = timeOrderedIds();
  private lane = new Lane();
  /** Its newest row in the feed, until that is known to be committed. */
  private unconfirmed: Batch | null = null;

  constructor(
    private readonly feed: Pick<Feed, 'handOver'>,
    /** Null where nobody's mailbox is known. */
    private readonly mails: NoticeMails | null,
  ) {}

  async keep(tx: Transaction, batches: readonly Batch[]): Promise<void> {
    // Nobody knows whether the row of the last time was committed: its number may be taken.
    if (this.unconfirmed || this.lane.isFull) {
      this.lane = new Lane();
      this.unconfirmed = null;
    }
    const told = await this.newsOf(tx, batches);
    const notices = told.length === 0 ? [] : await this.save(tx, told);
    if (notices.length > 0) {
      await this.tellFeed(tx, [...new Set(notices.map(({ userId }) => userId))]);
    }
  }

  onKept(): void {
    if (this.unconfirmed) {
      this.lane.committed(this.unconfirmed);
      this.feed.handOver(this.unconfirmed);
      this.unconfirmed = null;
    }
  }

  private async newsOf(tx: Transaction, batches: readonly Batch[]): Promise<Notice[]> {
    const all = batches.flatMap(({ changes }) => changes.books.flatMap(noticesOf));
    return withoutRepeats(all, await readLastTold(tx, all.filter(isOfBestPlace)));
  }

  private async save(tx: Transaction, told: readonly Notice[]) {
    const isMailed = await this.mails?.readChoices(tx, told);
    const saved = await saveNotices(
      tx,
      told.map(
        (notice): NewNotice => ({
          ...notice,
          id: this.newId(notice.atMs),
          mail: isMailed?.(notice.userId, notice.kind) ? 'waiting' : 'none',
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
