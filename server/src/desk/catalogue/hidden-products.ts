import type pg from 'pg';
import { z } from 'zod';
import { holdCatalogue } from '../../catalogue/known-products.js';
import { databaseTime } from '../../database/database-time.js';
import { type Transaction, transaction } from '../../database/transaction.js';
import { jobKind, retriesForAMonth } from '../../jobs/job-kind.js';
import type { Jobs } from '../../jobs/jobs.js';
import { storeJobs } from '../../jobs/store-jobs.js';
import type { NotificationWriter } from '../../notifications/notification-writer.js';
import { readHiding } from '../../products/hidden-products.js';
import { moveSomeWatches } from '../../watching/move-watches.js';

const HIDDEN_PRODUCT_JOBS = jobKind({
  name: 'hidden-product',
  data: z.object({ productId: z.int() }),
  retries: retriesForAMonth(1),
  atOnce: 1,
});

interface Options {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Cancels all open orders of a product while its books are closed. It can be repeated. */
  readonly cancelOrdersOf: (productId: number) => Promise<void>;
  /** Writes the alerts of moved watches. */
  readonly writer: NotificationWriter;
}

/**
 * Cancels the open orders of hidden products, after the transaction that hides them, and moves the watches of merged
 * ones. The owners of the orders are notified.
 */
export class HiddenProducts {
  constructor(private readonly options: Options) {
    options.jobs.register(HIDDEN_PRODUCT_JOBS, {
      work: async ({ productId }) => {
        await this.cancelOrders(productId);
        while (await this.moveWatches(productId)) {}
      },
    });
  }

  /** Sends the jobs in the transaction that hides these products. */
  async send(tx: Transaction, productIds: readonly number[]): Promise<void> {
    const all = productIds.map((productId) => ({ productId }));
    await storeJobs(tx, HIDDEN_PRODUCT_JOBS, all);
  }

  /**
   * Moves some watches of a merged product. The catalogue is held, so that the product that gets them is not merged in
   * the meantime. @returns false if none is left
   */
  private moveWatches(productId: number): Promise<boolean> {
    return transaction(this.options.pool, async (tx) => {
      await holdCatalogue(tx);
      const into = (await readHiding(tx, productId))?.hiding?.mergedInto;
      if (!into) {
        return false;
      }
      const { writer } = this.options;
      const moved = await moveSomeWatches(
        tx,
        { from: productId, to: into.id },
        writer,
        await databaseTime(tx),
      );
      return moved > 0;
    });
  }

  private async cancelOrders(productId: number): Promise<void> {
    const { pool, cancelOrdersOf } = this.options;
    const product = await readHiding(pool, productId);
    if (product?.hiding) {
      await cancelOrdersOf(productId);
    }
  }
}
