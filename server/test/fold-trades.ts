import type { Database } from '../src/database/connect.js';
import { keepHistory } from '../src/sales/history-keeper.js';

/** Rolls the trades up into the days of sales, as the history consumer does within a second. */
export function foldTrades({ pool }: Database): Promise<void> {
  return keepHistory(pool);
}
