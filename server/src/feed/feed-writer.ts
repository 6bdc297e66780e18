import { afterCommit, type Transaction } from '../database/transaction.js';
import type { EntryChanges } from './entry.js';
import type { Feed } from './feed.js';
import { FeedStream } from './feed-stream.js';

/** Writes feed entries in transactions that follow each other, into a stream of its own. */
export class FeedWriter {
  private stream = new FeedStream();
  /** True while the commit of the newest entry is unconfirmed: its number may be taken. */
  private isUncertain = false;

  constructor(private readonly feed: Pick<Feed, 'handOver'>) {}

  /** Writes an entry and hands it over after the commit. Call it at most once per transaction. */
  async write(tx: Transaction, changes: EntryChanges): Promise<void> {
    if (this.isUncertain || this.stream.isFull) {
      this.stream = new FeedStream();
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
