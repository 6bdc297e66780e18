import { randomUUID } from 'node:crypto';
import type { Database } from '../src/database/connect.js';
import { updateHistory } from '../src/sales/history-consumer.js';

/** Rolls the trades up into the days of sales, as the history consumer does within a second. */
export function rollUpTrades({ pool }: Database): Promise<void> {
  return updateHistory(pool, randomUUID);
}
