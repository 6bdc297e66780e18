import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { rebuildSaleDays } from '../src/sales/rebuild-sale-days.js';

/** Brings the days of sales up to the trades, as what follows the feed does a moment after each. */
export async function foldTrades({ pool }: Database): Promise<void> {
  await transaction(pool, (tx) => rebuildSaleDays(tx));
}
