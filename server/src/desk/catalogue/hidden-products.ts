import type pg from 'pg';
import { z } from 'zod';
import type { Transaction } from '../../database/transaction.js';
import { jobKind, retriesForAMonth } from '../../jobs/job-kind.js';
import type { Jobs } from '../../jobs/jobs.js';
import { storeJobs } from '../../jobs/store-jobs.js';
import { readHiding } from '../../products/hidden-products.js';

const HIDDEN_PRODUCT_JOBS = jobKind({
  name: 'hidden-product',
  data: z.object({ productId: z.int() }),
  retries: retriesForAMonth(1),
  atOnce: 1,
});

interface Options {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Cancels all open orders of a product whose books are closed. It can be repeated. */
  readonly cancelOrdersOf: (productId: number) => Promise<void>;
}

/** Cancels the open orders of hidden products, after the transaction that hides them. Their owners are notified. */
export class HiddenProducts {
  constructor(private readonly options: Options) {
    options.jobs.register(HIDDEN_PRODUCT_JOBS, { work: ({ productId }) => this.cancelOrders(productId) });
  }

  /** Sends the jobs in the transaction that hides these products. */
  async send(tx: Transaction, productIds: readonly number[]): Promise<void> {
    const all = productIds.map((productId) => ({ productId }));
    await storeJobs(tx, HIDDEN_PRODUCT_JOBS, all);
  }

  private async cancelOrders(productId: number): Promise<void> {
    const { pool, cancelOrdersOf } = this.options;
    const product = await readHiding(pool, productId);
    if (product?.hiding) {
      await cancelOrdersOf(productId);
    }
  }
}
