import type { Transaction } from '../database/transaction.js';
import { Lane } from './lane.js';

/** Tells the feed that these products are new, or that more is known of them, once the transaction is committed. */
export async function tellOfProducts(transaction: Transaction, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0) {
    const lane = new Lane();
    await lane.save(transaction, lane.next({ books: [], notified: [], products: productIds }));
  }
}
