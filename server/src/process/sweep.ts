import type pg from 'pg';
import type { Statement } from '../database/statement.js';
import type { Maintenance } from './maintenance.js';

/** Keeps each statement short. */
const ROWS_AT_ONCE = 5_000;
/** A server that stops waits for the maintenance. */
const MAX_STATEMENTS = 100;

/**
 * Deletes expired rows, a few thousand at a time, and leaves the rest of a long backlog to the next run.
 * @param sweep its last parameter is the maximum number of rows
 */
export async function sweepOut(
  pool: pg.Pool,
  sweep: Statement<object>,
  ...values: readonly unknown[]
): Promise<void> {
  for (let statements = 0; statements < MAX_STATEMENTS; statements += 1) {
    if ((await sweep.run(pool, [...values, ROWS_AT_ONCE])) < ROWS_AT_ONCE) {
      return;
    }
  }
}

/** Maintenance that deletes expired rows. @param failure the log message for a failed run */
export function sweeping(
  pool: pg.Pool,
  failure: string,
  everyMs: number,
  sweep: Statement<object>,
  ...values: readonly unknown[]
): Maintenance {
  return { work: () => sweepOut(pool, sweep, ...values), everyMs, failure };
}
