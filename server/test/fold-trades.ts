import type { Database } from '../src/database/connect.js';
import { updateHistory } from '../src/sales/history-consumer.js';

/** Brings the days of sales up to the trades, as what follows the feed does within a second. */
export function foldTrades({ pool }: Database): Promise<void> {
  return updateHistory(pool);
}
