import type pg from 'pg';
import { z } from 'zod';
import { type Transaction, transaction } from '../database/transaction.js';
import { FeedWriter, type WrittenFeed } from '../feed/feed-writer.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { storeJobs } from '../jobs/store-jobs.js';
import { makeSaleVoid } from '../sales/make-sale-void.js';
import type { DealKey } from './deal-key.js';

/** One at a time: the transactions of a writer of the feed follow each other. */
export const VOID_SALE_JOBS = jobKind({
  name: 'void-sale',
  data: z.object({ productId: z.number(), id: z.string() }),
  keyOf: ({ productId, id }) => `${productId}/${id}`,
  retries: retriesForAMonth(1),
  atOnce: 1,
});

/** Registers the job that makes the sale of an undone or unpaid deal void, after the transaction of the step. */
export function registerVoidSales(jobs: Jobs, pool: pg.Pool, feed: WrittenFeed): void {
  const writer = new FeedWriter(feed);
  jobs.register(VOID_SALE_JOBS, {
    work: (key) => transaction(pool, (tx) => makeSaleVoid(tx, key, writer)),
  });
}

/**
 * Stores the job, in the transaction of a step by a server or a command. The step notifies a party, and that job wakes
 * the server; otherwise servers look for jobs every two seconds.
 */
export async function sendVoidSale(tx: Transaction, { productId, id }: DealKey): Promise<void> {
  await storeJobs(tx, VOID_SALE_JOBS, [{ productId, id }]);
}
