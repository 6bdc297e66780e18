import type { AccountNotification } from '@perkex/core/notifications/notifications.js';
import { BLOCK_REASONS } from '@perkex/core/users/blocks.js';
import type pg from 'pg';
import { z } from 'zod';
import { type Transaction, transaction } from '../../database/transaction.js';
import { jobKind, retriesForAMonth } from '../../jobs/job-kind.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { Maintenance } from '../../process/maintenance.js';
import { readBlock, recentlyBlocked } from '../../users/blocks.js';

/** One at a time: the transactions of a writer of notifications follow each other. */
const BLOCK_JOBS = jobKind({
  name: 'user-block',
  data: z.object({
    userId: z.string(),
    kind: z.enum(['blocked', 'unblocked']),
    reason: z.nullable(z.enum(BLOCK_REASONS)),
    atMs: z.number(),
  }),
  retries: retriesForAMonth(1),
  atOnce: 1,
});
type BlockJob = z.infer<typeof BLOCK_JOBS.data>;

const EVERY_MS = 2_000;

export interface UserBlocksOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Stores notifications, each once, and sends their mails. */
  readonly write: (tx: Transaction, notices: readonly AccountNotification[]) => Promise<void>;
  /** Cancels all open orders of a user. It can be repeated. */
  readonly cancelOpenOrders: (userId: string) => Promise<void>;
}

/** The effects of a block and of its end, after the transaction that decides it. */
export class UserBlocks {
  /** Cancels orders that a batch has placed which began before the block. */
  readonly maintenance: Maintenance;

  constructor(private readonly options: UserBlocksOptions) {
    options.jobs.register(BLOCK_JOBS, { work: (job) => this.applyBlock(job) });
    this.maintenance = {
      work: () => this.cancelLate(),
      everyMs: EVERY_MS,
      failure: 'orders of blocked users were not cancelled',
    };
  }

  /** Sends the job in the transaction of a block or of its end. */
  async send(tx: Transaction, job: BlockJob): Promise<void> {
    await this.options.jobs.send(tx, BLOCK_JOBS, job);
  }

  async cancelLate(): Promise<void> {
    const { pool, cancelOpenOrders } = this.options;
    for (const userId of await recentlyBlocked(pool)) {
      await cancelOpenOrders(userId);
    }
  }

  private async applyBlock({ userId, kind, reason, atMs }: BlockJob): Promise<void> {
    const { pool, cancelOpenOrders, write } = this.options;
    if (kind === 'blocked' && (await readBlock(pool, userId))) {
      await cancelOpenOrders(userId);
    }
    const about = { userId, productId: null, size: '', priceCents: null } as const;
    await transaction(pool, (tx) => write(tx, [{ kind, ...about, blockReason: reason, atMs }]));
  }
}
