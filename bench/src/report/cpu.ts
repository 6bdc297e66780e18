import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { median } from './percentile.js';

/** Linux counts in hundredths of a second, regardless of its clock rate. */
const TICKS_PER_SECOND = 100;

/** CPU time per process: of servers (or another measured process), and of their PostgreSQL. */
export interface Cpu {
  readonly own: number;
  readonly database: number;
}

/** Counts the CPU time of processes and of their PostgreSQL, from its start on. */
export class CpuMeter {
  private constructor(
    private readonly pids: readonly number[],
    private readonly postmaster: number | null,
    private readonly before: Cpu | null,
  ) {}

  /** @param pool any connections to their PostgreSQL; null for processes without one */
  static async start(pids: readonly (number | undefined)[], pool: pg.Pool | null): Promise<CpuMeter> {
    const known = pids.flatMap((pid) => pid ?? []);
    const postmaster = pool && (await findPostmaster(pool));
    return new CpuMeter(known, postmaster, await readCpu(known, postmaster));
  }

  /** @returns the average time for each of so many orders or requests, in microseconds; null where not reported */
  async microsecondsEach(count: number): Promise<Cpu | null> {
    const after = await readCpu(this.pids, this.postmaster);
    const { before } = this;
    if (before === null || after === null) {
      return null;
    }
    const each = (of: keyof Cpu) => ((after[of] - before[of]) * 1_000_000) / count;
    return { own: each('own'), database: each('database') };
  }
}

/** For example: 91 µs, PostgreSQL 76 µs. */
export function cpuText(cpu: Cpu | null): string {
  return cpu ? `${Math.round(cpu.own)} µs, PostgreSQL ${Math.round(cpu.database)} µs` : 'unknown';
}

/** The medians of several measurements; null if the system reports none. */
export function medianCpu(measured: readonly { readonly cpu: Cpu | null }[]): Cpu | null {
  const known = measured.flatMap(({ cpu }) => cpu ?? []);
  return known.length === 0
    ? null
    : { own: median(known.map(({ own }) => own)), database: median(known.map(({ database }) => database)) };
}

/** In seconds; null where the system does not report it. */
async function readCpu(pids: readonly number[], postmaster: number | null): Promise<Cpu | null> {
  const names = await readdir('/proc').catch(() => []);
  const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const stats = all.filter((stat) => stat !== null);
  const own = stats.filter(({ pid }) => pids.includes(pid));
  const ofPostgres = stats.filter(({ pid, parentPid }) => pid === postmaster || parentPid === postmaster);
  return own.length === 0
    ? null
    : {
        own: own.reduce((sum, { seconds }) => sum + seconds, 0),
        // A connection that has ended counts at its parent.
        database: ofPostgres.reduce(
          (sum, { pid, seconds, endedSeconds }) => sum + seconds + (pid === postmaster ? endedSeconds : 0),
          0,
        ),
      };
}

/** The process that started those of all connections; null where the system does not report it. */
async function findPostmaster(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (await readStat(String(rows[0]?.pid)))?.parentPid ?? null;
}

interface Stat {
  readonly pid: number;
  readonly parentPid: number;
  /** Used by all threads of the process. */
  readonly seconds: number;
  /** Used by its children that have ended. */
  readonly endedSeconds: number;
}

async function readStat(pid: string): Promise<Stat | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses, which may contain spaces, ends before the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const secondsIn = (...places: number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_SECOND;
  const seconds = secondsIn(11, 12);
  return Number.isNaN(seconds)
    ? null
    : { pid: Number(pid), parentPid: Number(fields[1]), seconds, endedSeconds: secondsIn(13, 14) };
}
