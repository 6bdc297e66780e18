import type { Transaction } from '../database/transaction.js';
import { Lane } from './lane.js';

/** Reports in the feed that these products are new or changed, as part of the transaction. */
export async function tellOfProducts(transaction: Transaction, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0) {
    const lane = new Lane();
    await lane.save(transaction, lane.next({ books: [], notified: [], products: productIds }));
  }
}
