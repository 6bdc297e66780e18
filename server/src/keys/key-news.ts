import type { AccountNotification } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';

/** One at a time: the transactions of a writer of notifications follow each other. */
const KEY_JOBS = jobKind({
  name: 'key-made',
  data: z.object({ userId: z.string(), atMs: z.number() }),
  retries: retriesForAMonth(1),
  atOnce: 1,
});

/** Notifies users that a key was made, after the transaction that makes it. */
export class KeyNews {
  constructor(
    pool: pg.Pool,
    private readonly jobs: Jobs,
    write: (tx: Transaction, notices: readonly AccountNotification[]) => Promise<void>,
  ) {
    const about = {
      kind: 'key-made',
      productId: null,
      size: '',
      priceCents: null,
      blockReason: null,
    } as const;
    jobs.register(KEY_JOBS, {
      work: ({ userId, atMs }) => transaction(pool, (tx) => write(tx, [{ ...about, userId, atMs }])),
    });
  }

  /** Sends the job in the transaction that makes the key. */
  async send(tx: Transaction, userId: string): Promise<void> {
    await this.jobs.send(tx, KEY_JOBS, { userId, atMs: await databaseTime(tx) });
  }
}
