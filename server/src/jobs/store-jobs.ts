import pg from 'pg';
import { saveAtEnd, type Transaction } from '../database/transaction.js';
import type { JobKind } from './job-kind.js';
import { NEW_JOBS, type NewJob, STORE_JOBS } from './job-statements.js';

/** When jobs are due; at once by default. */
export interface JobTiming {
  /** A delay by the database's clock. */
  readonly afterSeconds?: number;
  /** A time, in milliseconds since 1970. */
  readonly dueAtMs?: number;
}

/**
 * Stores many jobs of a kind, for the next server that looks for jobs. One statement stores all jobs of a transaction,
 * before its commit.
 */
export async function storeJobs<Data>(
  connection: pg.Pool | Transaction,
  kind: JobKind<Data>,
  all: readonly Data[],
  { afterSeconds = 0, dueAtMs }: JobTiming = {},
): Promise<void> {
  const dueAtSeconds = dueAtMs === undefined ? null : dueAtMs / 1_000;
  const jobs = all.map((data) => ({
    kind: kind.name,
    key: kind.keyOf?.(data) ?? null,
    data: JSON.stringify(kind.data.parse(data)),
    afterSeconds,
    dueAtSeconds,
  }));
  if (connection instanceof pg.Pool) {
    await STORE_JOBS.run(connection, NEW_JOBS.values(jobs));
  } else if (jobs.length > 0) {
    saveAtEnd(connection, saveJobs, jobs);
  }
}

function saveJobs(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  return STORE_JOBS.send(tx, NEW_JOBS.values(jobs));
}
