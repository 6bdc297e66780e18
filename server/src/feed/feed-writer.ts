import { afterCommit, type Transaction } from '../database/transaction.js';
import type { EntryChanges } from './change-kind.js';
import type { Feed } from './feed.js';
import type { FeedStream } from './feed-stream.js';

/** The part of the feed that its writers use. */
export type WrittenFeed = Pick<Feed, 'handOver' | 'newStream'>;

/** Writes feed entries in transactions that follow each other, into a stream of its own. */
export class FeedWriter {
  private stream: FeedStream;
  /** True while the commit of the newest entry is unconfirmed: its number may be taken. */
  private isUncertain = false;

  constructor(private readonly feed: WrittenFeed) {
    this.stream = feed.newStream();
  }

  /** Writes an entry and hands it over after the commit. Call it at most once per transaction. */
  async write(tx: Transaction, changes: EntryChanges): Promise<void> {
    if (this.isUncertain || this.stream.isFull) {
      this.stream = this.feed.newStream();
    }
    const { stream } = this;
    const entry = stream.next(changes);
    this.isUncertain = true;
    await stream.save(tx, entry);
    afterCommit(tx, () => {
      stream.committed(entry);
      this.isUncertain = false;
      this.feed.handOver(entry);
    });
  }
}
