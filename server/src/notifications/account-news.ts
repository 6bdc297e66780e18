import type { AccountKind, AccountNotification } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { type JobKind, jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';

interface News {
  readonly userId: string;
  readonly atMs: number;
}

/** Notifies users that an API key was created, or that a webhook was turned off, after the transaction that does it. */
export class AccountNews {
  private readonly kind: JobKind<News>;

  constructor(
    kind: Extract<AccountKind, 'key-made' | 'webhook-off'>,
    pool: pg.Pool,
    private readonly jobs: Jobs,
    write: (tx: Transaction, notices: readonly AccountNotification[]) => Promise<void>,
  ) {
    const about = { kind, productId: null, size: '', priceCents: null, blockReason: null } as const;
    this.kind = jobKind({
      name: kind,
      data: z.object({ userId: z.string(), atMs: z.number() }),
      retries: retriesForAMonth(1),
      // One at a time: the transactions of a writer of notifications follow each other.
      atOnce: 1,
    });
    jobs.register(this.kind, {
      work: ({ userId, atMs }) => transaction(pool, (tx) => write(tx, [{ ...about, userId, atMs }])),
    });
  }

  /** Sends the job in the transaction of its cause. */
  async send(tx: Transaction, userId: string): Promise<void> {
    await this.jobs.send(tx, this.kind, { userId, atMs: await databaseTime(tx) });
  }
}
