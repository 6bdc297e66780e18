import { int4, statement } from './statement.js';
import type { Transaction } from './transaction.js';

/**
 * For statements that read a few rows by key: no plan may scan a whole table. A young market still has the statistics of
 * empty tables.
 */
const BY_KEY = [
  'enable_seqscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_bitmapscan',
  'enable_material',
  'jit',
];

/** Makes a connection plan by key. */
export const PLAN_BY_KEY = BY_KEY.map((setting) => `set ${setting} = off`).join('; ');

const PLAN_HERE = statement({
  name: 'plan-by-key',
  text: `select count(set_config(setting, 'off', true))::int4 as count
         from unnest('{${BY_KEY.join(', ')}}'::text[]) as setting`,
  row: { count: int4 },
});

/** The same until the end of a transaction, for its statements and for the checks of foreign keys that they cause. */
export function planByKey(tx: Transaction): Promise<void> {
  return PLAN_HERE.send(tx);
}
