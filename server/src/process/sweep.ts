import type pg from 'pg';
import type { Statement } from '../database/statement.js';

/** Keeps each statement short. */
const ROWS_AT_ONCE = 5_000;

/** Deletes all expired rows, a few thousand at a time. @param sweep its last parameter is the maximum number of rows */
export async function sweepOut(
  pool: pg.Pool,
  sweep: Statement<object>,
  ...values: readonly unknown[]
): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    deleted = await sweep.run(pool, [...values, ROWS_AT_ONCE]);
  }
}
