import type pg from 'pg';
import { type Consumer, registerConsumers } from './consumer.js';
import { ConsumerWorker } from './consumer-worker.js';
import type { Feed } from './feed.js';

const LOOK_EVERY_MS = 1_000;
/** The interval between the starts of two rounds: new entries are processed together, a few times a second. */
const ROUND_MS = 200;

export interface ConsumersOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly consumers: readonly Consumer[];
  /** Called for the first of consecutive failures of a consumer, and for each unreadable entry that it skips. */
  readonly onFailure: (error: unknown, consumer: string) => void;
  /** The least time between two rounds of a consumer, in milliseconds. */
  readonly roundMs?: number;
}

/**
 * Runs the consumers of the feed in this process. The one read of the feed serves them all; each has its own queue,
 * transactions and position, so a slow or failing one holds up no other.
 */
export class Consumers {
  private readonly workers: readonly ConsumerWorker[];
  private timer: NodeJS.Timeout | null = null;
  private unsubscribes: readonly (() => void)[] = [];

  constructor(private readonly options: ConsumersOptions) {
    const { pool, consumers, onFailure, roundMs = ROUND_MS } = options;
    this.workers = consumers.map((consumer) => new ConsumerWorker({ pool, consumer, onFailure, roundMs }));
  }

  /** Starts all consumers. @throws when the database does not answer */
  async start(): Promise<void> {
    const { pool, feed, consumers } = this.options;
    await registerConsumers(pool, consumers);
    this.unsubscribes = await Promise.all(this.workers.map((worker) => feed.subscribe(worker)));
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
    this.look();
  }

  /** Waits for the rounds in progress and starts no others. What is queued remains in the table for the next start. */
  async close(): Promise<void> {
    if (this.timer) {
      clearInterval(this.timer);
    }
    for (const unsubscribe of this.unsubscribes) {
      unsubscribe();
    }
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private look(): void {
    for (const worker of this.workers) {
      worker.look();
    }
  }
}
