import type pg from 'pg';
import { transaction } from '../database/transaction.js';
import type { Feed } from '../feed/feed.js';
import { FeedStream } from '../feed/feed-stream.js';

/** Tells the streams of every process that users have read notices, one row of the feed after the other. */
export class Notified {
  private readonly waiting = new Set<string>();
  private stream = new FeedStream();
  private underWay: Promise<void> | null = null;

  constructor(
    private readonly pool: pg.Pool,
    private readonly feed: Pick<Feed, 'handOver'>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Soon; what a failure keeps from being told, the pages find out when they next read. */
  tell(userId: string): void {
    this.waiting.add(userId);
    this.underWay ??= this.tellAll().finally(() => {
      this.underWay = null;
    });
  }

  async close(): Promise<void> {
    await this.underWay;
  }

  private async tellAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const notified = [...this.waiting];
      this.waiting.clear();
      try {
        await this.tellOf(notified);
      } catch (error) {
        // Whether its row was committed is unknown.
        this.stream = new FeedStream();
        this.onFailure(error);
      }
    }
  }

  private async tellOf(notified: readonly string[]): Promise<void> {
    if (this.stream.isFull) {
      this.stream = new FeedStream();
    }
    const batch = this.stream.next({ books: [], notified });
    await transaction(this.pool, (tx) => this.stream.save(tx, batch));
    this.stream.committed(batch);
    this.feed.handOver(batch);
  }
}
