import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { consumeNext, consumeQueued } from './consume.js';
import type { Consumer } from './consumer.js';
import type { FeedEntry } from './entry.js';
import { EntryQueue } from './entry-queue.js';
import type { Subscriber } from './feed.js';

const TAKEN_FOR_MS = 100;
/**
 * Users who set alerts lock a consumer in turn: with many of them it is never free, so the worker then waits for it.
 */
const MAX_TAKEN = 3;

interface Options {
  readonly pool: pg.Pool;
  readonly consumer: Consumer;
  readonly onFailure: (error: unknown, consumer: string) => void;
  readonly roundMs: number;
}

/**
 * Runs one consumer in a process: from the entries that the feed delivers, and from the table at the start and while it
 * is behind. Every process has one; the first to lock the consumer processes the new entries.
 */
export class ConsumerWorker implements Subscriber {
  private readonly queue = new EntryQueue();
  private underWay: Promise<void> | null = null;
  private isWoken = false;
  private hasFailed = false;
  /** The number of consecutive attempts at which the consumer was locked by others. */
  private taken = 0;
  private nextRoundMs = Number.NEGATIVE_INFINITY;
  private readonly ending = new AbortController();

  constructor(private readonly options: Options) {}

  /** Own entries are processed at once. Those of other processes wait for `look`: their writers process them, too. */
  onEntry(entry: FeedEntry, isOwn: boolean): void {
    const isWanted = this.options.consumer.wants(entry);
    this.queue.add(entry, isWanted);
    if (isWanted && isOwn) {
      this.wake();
    }
  }

  onMissed(): void {
    this.queue.drop();
  }

  /** Processes what waits, if anything does. */
  look(): void {
    if (this.queue.isBehind || !this.queue.isEmpty) {
      this.wake();
    }
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.underWay;
  }

  /** Starts a round, at once unless one has just run. */
  private wake(): void {
    this.isWoken = true;
    if (!this.ending.signal.aborted) {
      this.underWay ??= this.work();
    }
  }

  private async work(): Promise<void> {
    try {
      while (this.isWoken && (await this.isTime())) {
        this.isWoken = false;
        this.nextRoundMs = performance.now() + this.options.roundMs;
        const outcome = await this.round(this.taken >= MAX_TAKEN);
        this.taken = outcome === 'taken' ? this.taken + 1 : 0;
        if (outcome === 'taken') {
          setTimeout(() => this.wake(), TAKEN_FOR_MS).unref();
        } else if (outcome === 'behind') {
          this.isWoken = true;
          this.nextRoundMs = performance.now();
        }
      }
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) {
        this.report(error);
      }
      this.hasFailed = true;
    } finally {
      // At once, as a wake may come before the caller of this function goes on.
      this.underWay = null;
    }
  }

  private async round(waits: boolean): Promise<'done' | 'behind' | 'taken'> {
    const { pool, consumer } = this.options;
    if (this.queue.isBehind) {
      return this.catchUp(waits);
    }
    if (this.queue.isEmpty) {
      return 'done';
    }
    const outcome = await consumeQueued(pool, consumer, this.queue, { waits });
    if (outcome === 'missed') {
      this.queue.drop();
    }
    return outcome === 'taken' ? outcome : this.queue.isBehind ? 'behind' : 'done';
  }

  /** Reads some of the table. The queue collects later deliveries, and is complete if this read was the last. */
  private async catchUp(waits: boolean): Promise<'done' | 'behind' | 'taken'> {
    const { pool, consumer } = this.options;
    this.queue.restart();
    let mayBeMore: boolean | 'taken' = true;
    try {
      mayBeMore = await consumeNext(pool, consumer, { onUnreadable: (error) => this.report(error), waits });
    } finally {
      if (mayBeMore !== false) {
        this.queue.drop();
      }
    }
    return mayBeMore === 'taken' ? mayBeMore : this.queue.isBehind ? 'behind' : 'done';
  }

  /** Waits for the next round. @returns false if there are no further rounds */
  private async isTime(): Promise<boolean> {
    const { signal } = this.ending;
    await pause(Math.max(0, this.nextRoundMs - performance.now()), undefined, { signal }).catch(() => {});
    return !signal.aborted;
  }

  private report(error: unknown): void {
    this.options.onFailure(error, this.options.consumer.name);
  }
}
