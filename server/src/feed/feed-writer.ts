import type { Transaction } from '../database/transaction.js';
import type { Batch, BatchChanges } from './batch.js';
import type { Feed } from './feed.js';
import { Lane } from './lane.js';

/** Writes feed entries in the transactions of a consumer, one after the other, in a stream of its own. */
export class FeedWriter {
  private lane = new Lane();
  /** The newest entry until its commit is confirmed. */
  private unconfirmed: Batch | null = null;

  constructor(private readonly feed: Pick<Feed, 'handOver'>) {}

  /** Starts a new transaction. If the commit of an earlier entry is unconfirmed, its number may be taken. */
  begin(): void {
    if (this.unconfirmed || this.lane.isFull) {
      this.lane = new Lane();
      this.unconfirmed = null;
    }
  }

  /** Writes an entry. Call it at most once per transaction. */
  async write(tx: Transaction, changes: BatchChanges): Promise<void> {
    this.unconfirmed = this.lane.next(changes);
    await this.lane.save(tx, this.unconfirmed);
  }

  /** Confirms that the transaction was committed. */
  committed(): void {
    if (this.unconfirmed) {
      this.lane.committed(this.unconfirmed);
      this.feed.handOver(this.unconfirmed);
      this.unconfirmed = null;
    }
  }
}
