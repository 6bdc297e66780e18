import { cpuSeconds } from '../cpu-time.js';
import type { Fleet } from './fleet.js';

/** The total cost so far. */
export interface Cost {
  /** Null where the system does not report it. */
  readonly serverSeconds: number | null;
  readonly postgresSeconds: number | null;
  /** Bytes written to the database's log and to its files. */
  readonly logBytes: number;
  readonly diskBytes: number;
}

/** Measures the cost of a fleet's servers and its PostgreSQL, and the cost per request between two readings. */
export class CostMeter {
  private postgresPids: readonly number[] = [];

  constructor(private readonly fleet: Fleet) {}

  /** Starts counting. It does not count connections opened later. */
  async begin(): Promise<Cost> {
    this.postgresPids = await this.fleet.withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
      return rows.map(({ pid }) => pid);
    });
    return this.read();
  }

  async read(): Promise<Cost> {
    const written = await this.fleet.withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ logBytes: string; diskBytes: string }>(
        `select pg_current_wal_lsn() - '0/0' as "logBytes", pg_database_size(current_database()) as "diskBytes"`,
      );
      return rows[0];
    });
    return {
      serverSeconds: await secondsOf(this.fleet.servers.map(({ pid }) => pid ?? 0)),
      postgresSeconds: await secondsOf(this.postgresPids),
      logBytes: Number(written?.logBytes),
      diskBytes: Number(written?.diskBytes),
    };
  }
}

/** Microseconds of CPU per request. */
export function microsecondsEach(before: number | null, after: number | null, requests: number): string {
  return before === null || after === null
    ? '?'
    : String(Math.round(((after - before) * 1_000_000) / requests));
}

/** The CPU time of the running processes among them. */
async function secondsOf(pids: readonly number[]): Promise<number | null> {
  const seconds = await Promise.all(pids.map(cpuSeconds));
  const known = seconds.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
