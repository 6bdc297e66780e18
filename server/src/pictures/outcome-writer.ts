import type pg from 'pg';
import { transaction } from '../database/transaction.js';
import { FeedStream } from '../feed/feed-stream.js';
import { FeedWriter } from '../feed/feed-writer.js';
import { FairQueue } from '../http/fair-queue.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { type PictureOutcome, saveOutcomes } from './picture-rows.js';

/**
 * Saves what became of pictures, one product after the other. All are reported in one stream of the feed, because each
 * stream costs every server time for hours.
 */
export class OutcomeWriter {
  private readonly turns = new FairQueue(1);
  private readonly writer: FeedWriter;

  constructor(
    private readonly pool: pg.Pool,
    /** Returns a new UUID. */
    newId: () => string,
  ) {
    this.writer = new FeedWriter({ newStream: () => new FeedStream(newId()), handOver() {} });
  }

  /** Saves the outcomes for pictures of a product, by source, and reports the product as changed. */
  save(productId: number, outcomes: ReadonlyMap<string, PictureOutcome>): Promise<void> {
    return this.turns.run('', () =>
      transaction(this.pool, async (tx) => {
        await saveOutcomes(tx, productId, outcomes);
        await this.writer.write(tx, CHANGED_PRODUCTS.of([productId]));
      }),
    );
  }
}
