import type { Transaction } from '../database/transaction.js';
import { FeedStream } from './feed-stream.js';

/** Reports in the feed that these products are new or changed, as part of the transaction. */
export async function publishProducts(
  transaction: Transaction,
  productIds: readonly number[],
  newId: () => string,
): Promise<void> {
  if (productIds.length > 0) {
    const stream = new FeedStream(newId());
    await stream.save(transaction, stream.next({ books: [], notified: [], products: productIds }));
  }
}
