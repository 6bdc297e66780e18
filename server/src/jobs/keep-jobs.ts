import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import type { JobKind } from './job-kind.js';
import { KEEP_JOBS, NEW_JOBS } from './job-statements.js';

/**
 * Stores many jobs of a kind with one statement, for the next server that looks for jobs.
 * @param afterSeconds their delay
 */
export async function keepJobs<Data>(
  connection: pg.Pool | Transaction,
  kind: JobKind<Data>,
  all: readonly Data[],
  { afterSeconds = 0 } = {},
): Promise<void> {
  const rows = all.map((data) => ({ kind: kind.name, data: JSON.stringify(kind.data.parse(data)) }));
  await KEEP_JOBS.run(connection, [...NEW_JOBS.values(rows), afterSeconds]);
}
