import type pg from 'pg';
import type { Statement } from '../database/statement.js';

/** Few enough that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/** Deletes all that is too old, a few thousand rows at a time. @param sweep its last parameter says how many rows */
export async function sweepOut(
  pool: pg.Pool,
  sweep: Statement<object>,
  ...values: readonly unknown[]
): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    deleted = await sweep.run(pool, [...values, ROWS_AT_ONCE]);
  }
}
