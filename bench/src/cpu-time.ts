import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever its clock does. */
const TICKS_PER_SECOND = 100;

/** The CPU time that a process has had, all its threads together, in seconds; null where the system does not say. */
export async function cpuSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses, which may hold spaces, ends before the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isNaN(ticks) ? null : ticks / TICKS_PER_SECOND;
}
