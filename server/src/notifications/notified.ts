import type pg from 'pg';
import { transaction } from '../database/transaction.js';
import type { FeedStream } from '../feed/feed-stream.js';
import type { WrittenFeed } from '../feed/feed-writer.js';
import { inTurn } from '../process/in-turn.js';
import { NOTIFIED_USERS } from './notified-users.js';

/** Reports in the feed that users have read notifications, so that the streams of every process send the new counts. */
export class Notified {
  private readonly waiting = new Set<string>();
  private stream: FeedStream;
  private readonly announceInTurn = inTurn(() => this.announceWaiting());
  private underWay = Promise.resolve();

  constructor(
    private readonly pool: pg.Pool,
    private readonly feed: WrittenFeed,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.stream = feed.newStream();
  }

  /** Reports the user soon. After a failure, pages get the count with their next read. */
  tell(userId: string): void {
    this.waiting.add(userId);
    this.underWay = this.announceInTurn();
  }

  async close(): Promise<void> {
    await this.underWay;
  }

  private async announceWaiting(): Promise<void> {
    const notified = [...this.waiting];
    this.waiting.clear();
    try {
      await this.announce(notified);
    } catch (error) {
      // It is unknown if its row was committed.
      this.stream = this.feed.newStream();
      this.onFailure(error);
    }
  }

  private async announce(notified: readonly string[]): Promise<void> {
    if (this.stream.isFull) {
      this.stream = this.feed.newStream();
    }
    const batch = this.stream.next(NOTIFIED_USERS.of(notified));
    await transaction(this.pool, (tx) => this.stream.save(tx, batch));
    this.stream.committed(batch);
    this.feed.handOver(batch);
  }
}
