import type pg from 'pg';
import { transaction } from '../database/transaction.js';
import type { Feed } from '../feed/feed.js';
import { FeedStream } from '../feed/feed-stream.js';

/** Reports in the feed that users have read notifications, so that the streams of every process send the new counts. */
export class Notified {
  private readonly waiting = new Set<string>();
  private stream = new FeedStream();
  private underWay: Promise<void> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly feed: Pick<Feed, 'handOver'>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Reports the user soon. After a failure, pages get the count with their next read. */
  tell(userId: string): void {
    this.waiting.add(userId);
    this.underWay ??= this.notifyAll().finally(() => {
      this.underWay = null;
    });
  }

  async close(): Promise<void> {
    await this.underWay;
  }

  private async notifyAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const notified = [...this.waiting];
      this.waiting.clear();
      try {
        await this.announce(notified);
      } catch (error) {
        // It is unknown if its row was committed.
        this.stream = new FeedStream();
        this.onFailure(error);
      }
    }
  }

  private async announce(notified: readonly string[]): Promise<void> {
    if (this.stream.isFull) {
      this.stream = new FeedStream();
    }
    const batch = this.stream.next({ books: [], notified });
    await transaction(this.pool, (tx) => this.stream.save(tx, batch));
    this.stream.committed(batch);
    this.feed.handOver(batch);
  }
}
