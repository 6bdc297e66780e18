import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, regardless of its clock rate. */
const TICKS_PER_SECOND = 100;

/** The CPU time of all threads of a process, in seconds; null where the system does not report it. */
export async function cpuSeconds(pid: number | undefined): Promise<number | null> {
  return (await readStat(String(pid)))?.seconds ?? null;
}

/** The CPU time of all descendants of a process (for a market: PostgreSQL), in seconds; null where not reported. */
async function cpuSecondsBelow(pid: number | undefined): Promise<number | null> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const processes = stats.filter((stat) => stat !== null);
  const secondsBelow = (parent: number): number =>
    processes
      .filter(({ parentPid }) => parentPid === parent)
      .reduce((sum, stat) => sum + stat.seconds + stat.endedSeconds + secondsBelow(stat.pid), 0);
  return pid === undefined || processes.length === 0 ? null : secondsBelow(pid);
}

interface Stat {
  readonly pid: number;
  readonly parentPid: number;
  readonly seconds: number;
  /** Used by children that have ended. */
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

/** CPU time, by process. */
export interface CpuTime {
  /** Used by the market's process. */
  readonly ownSeconds: number;
  /** Used by its PostgreSQL. */
  readonly databaseSeconds: number;
}

/** Reads the CPU time that a market's process and its PostgreSQL have used so far. */
export async function readCpuTime(pid: number | undefined): Promise<CpuTime | null> {
  const [ownSeconds, databaseSeconds] = await Promise.all([cpuSeconds(pid), cpuSecondsBelow(pid)]);
  return ownSeconds === null || databaseSeconds === null ? null : { ownSeconds, databaseSeconds };
}

/** The average CPU time per order between two readings, in microseconds. */
export interface CpuOfOrder {
  readonly own: number;
  readonly database: number;
}

export function cpuOfOrder(before: CpuTime | null, after: CpuTime | null, orders: number): CpuOfOrder | null {
  if (before === null || after === null) {
    return null;
  }
  const each = (from: number, to: number) => ((to - from) * 1_000_000) / orders;
  return {
    own: each(before.ownSeconds, after.ownSeconds),
    database: each(before.databaseSeconds, after.databaseSeconds),
  };
}
