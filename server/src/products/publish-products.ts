import type { Transaction } from '../database/transaction.js';
import { FeedStream } from '../feed/feed-stream.js';
import { CHANGED_PRODUCTS } from './changed-products.js';

/** Reports in the feed that these products are new or changed, as part of the transaction. */
export async function publishProducts(
  transaction: Transaction,
  productIds: readonly number[],
  newId: () => string,
): Promise<void> {
  if (productIds.length > 0) {
    const stream = new FeedStream(newId());
    await stream.save(transaction, stream.next(CHANGED_PRODUCTS.of(productIds)));
  }
}
