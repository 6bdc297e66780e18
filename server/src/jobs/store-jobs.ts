import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import type { JobKind } from './job-kind.js';
import { NEW_JOBS, STORE_JOBS } from './job-statements.js';

/** When jobs are due; at once by default. */
export interface JobTiming {
  /** A delay by the database's clock. */
  readonly afterSeconds?: number;
  /** A time, in milliseconds since 1970. */
  readonly dueAtMs?: number;
}

/** Stores many jobs of a kind with one statement, for the next server that looks for jobs. */
export async function storeJobs<Data>(
  connection: pg.Pool | Transaction,
  kind: JobKind<Data>,
  all: readonly Data[],
  { afterSeconds = 0, dueAtMs }: JobTiming = {},
): Promise<void> {
  const rows = all.map((data) => ({
    kind: kind.name,
    key: kind.keyOf?.(data) ?? null,
    data: JSON.stringify(kind.data.parse(data)),
  }));
  const dueAtSeconds = dueAtMs === undefined ? null : dueAtMs / 1_000;
  await STORE_JOBS.send(connection, [...NEW_JOBS.values(rows), afterSeconds, dueAtSeconds]);
}
