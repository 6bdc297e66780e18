import { int4, statement, text } from './statement.js';
import type { Transaction } from './transaction.js';

/**
 * For statements that read a few rows by key: no plan may scan a whole table. A young market still has the statistics of
 * empty tables.
 */
const OFF = [
  'enable_seqscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_bitmapscan',
  'enable_material',
  'jit',
];

/** Makes a connection plan by key. */
export const PLAN_BY_KEY = OFF.map((setting) => `set ${setting} = off`).join('; ');

/** By key, all values have the same plan: made for each execution, it costs as much as executing it. */
const PLAN_HERE = statement({
  name: 'plan-by-key',
  text: `select count(set_config(setting, 'off', true))::int4 as count,
           set_config('plan_cache_mode', 'force_generic_plan', true) as cached
         from unnest('{${OFF.join(', ')}}'::text[]) as setting`,
  row: { count: int4, cached: text },
});

/** The same until the end of a transaction, for its statements and for the checks of foreign keys that they cause. */
export function planByKey(tx: Transaction): Promise<void> {
  return PLAN_HERE.send(tx);
}
