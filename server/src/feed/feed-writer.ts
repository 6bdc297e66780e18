import type { Transaction } from '../database/transaction.js';
import type { Batch, BatchChanges } from './batch.js';
import type { Feed } from './feed.js';
import { Lane } from './lane.js';

/** Writes rows of the feed in the transactions of a keeper, one after the other, in a lane of its own. */
export class FeedWriter {
  private lane = new Lane();
  /** Its newest row, until that is known to be committed. */
  private unconfirmed: Batch | null = null;

  constructor(private readonly feed: Pick<Feed, 'handOver'>) {}

  /** A new transaction begins. Whether the row of one before it was committed is unknown: its number may be taken. */
  begin(): void {
    if (this.unconfirmed || this.lane.isFull) {
      this.lane = new Lane();
      this.unconfirmed = null;
    }
  }

  /** At most once in a transaction. */
  async write(tx: Transaction, changes: BatchChanges): Promise<void> {
    this.unconfirmed = this.lane.next(changes);
    await this.lane.save(tx, this.unconfirmed);
  }

  /** The transaction is committed. */
  committed(): void {
    if (this.unconfirmed) {
      this.lane.committed(this.unconfirmed);
      this.feed.handOver(this.unconfirmed);
      this.unconfirmed = null;
    }
  }
}
