import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { commandLine } from './postmaster.js';

/**
 * Kills the processes of a cluster whose postmaster has ended. Most end on their own, but one that waits for a lock of
 * a killed process waits for ever, and its shared memory prevents the next start. Recovery follows in any case, so
 * nothing that was committed is lost. Only on Linux, where they can be found.
 */
export async function killOrphans(clusterDir: string): Promise<void> {
  const ours = await processesIn(clusterDir);
  for (const pid of ours) {
    if (await isOrphan(pid, ours)) {
      kill(pid);
    }
  }
}

/** PostgreSQL's processes run in the folder of their cluster. */
async function processesIn(folder: string): Promise<ReadonlySet<number>> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0);
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  const resolved = await realpath(folder);
  return new Set(pids.filter((_, index) => places[index] === resolved));
}

/** True for a process named like a child of a postmaster, if its parent is none. */
async function isOrphan(pid: number, ours: ReadonlySet<number>): Promise<boolean> {
  if (!(await commandLine(pid)).startsWith('postgres: ')) {
    return false;
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
  return parent > 0 && !ours.has(parent);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended, or belongs to another user.
  }
}
