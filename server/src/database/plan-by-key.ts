import { placedStatement } from './citus.js';
import { int4, text } from './statement.js';
import type { Transaction } from './transaction.js';

/**
 * For statements that read a few rows by key: no plan may scan a whole table. A young market still has the statistics
 * of empty tables.
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

const planHereText = (cacheMode: string) => `select count(set_config(setting, 'off', true))::int4 as count,
           set_config('plan_cache_mode', '${cacheMode}', true) as cached
         from unnest('{${OFF.join(', ')}}'::text[]) as setting`;

/**
 * By key, all values have the same plan: made for each execution, it costs as much as executing it. A distributed
 * database plans for the shards of the values.
 */
const PLAN_HERE = placedStatement({
  name: 'plan-by-key',
  text: planHereText('force_generic_plan'),
  distributedText: planHereText('force_custom_plan'),
  row: { count: int4, cached: text },
});

/** The same until the end of a transaction, for its statements and for the checks of foreign keys that they cause. */
export function planByKey(tx: Transaction): Promise<void> {
  return PLAN_HERE.on(tx).send(tx);
}
