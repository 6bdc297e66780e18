import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ownAccount, runAs } from './account.js';
import { isSystemError } from './files.js';
import { PORT } from './settings.js';

/** The content of postmaster.pid. PostgreSQL may have ended by now, and its pid may belong to another process. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Empty if PostgreSQL has not written it yet, or the file is incomplete. */
  readonly socketDir: string;
  readonly status: string;
}

/** @returns undefined if the cluster has no such file */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    const [pid = '', , , port = '', socketDir = '', , , status = ''] = lines;
    return { pid: Number(pid), port: Number(port), socketDir, status: status.trim() };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

/** True if the process with this pid is a PostgreSQL on this cluster, not a later process with the same pid. */
export async function isPostgresOn(clusterDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const command = await commandLine(pid);
  // The command line of the supervisor's shell contains both, too.
  return command.includes('postgres') && command.includes(clusterDir) && !command.startsWith('/bin/sh ');
}

/** The command of a process with its arguments; empty if it has ended. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  }
  return (await runAs(ownAccount(), 'ps', ['-ww', '-o', 'command=', '-p', String(pid)])).output;
}

/** PostgreSQL writes its lock file right after creating it. */
const BEGUN_MS = 2_000;

/**
 * Removes the lock files of a dead PostgreSQL. It does that itself if their pid is unused, but not if the pid now
 * belongs to another process, as after a power failure, nor if a full disk or a lost file system has left them empty.
 * If another PostgreSQL starts on the cluster at this moment, its shared memory still prevents a second one.
 */
export async function removeStaleLocks(clusterDir: string, socketDir: string): Promise<void> {
  const socketLock = path.join(socketDir, `.s.PGSQL.${PORT}.lock`);
  for (const lock of [path.join(clusterDir, 'postmaster.pid'), socketLock]) {
    const content = await readFile(lock, 'utf8').catch(() => undefined);
    if (content !== undefined && (await isStale(lock, content, clusterDir))) {
      await rm(lock, { force: true });
    }
  }
}

async function isStale(lock: string, content: string, clusterDir: string): Promise<boolean> {
  const pid = Number.parseInt(content, 10);
  if (Number.isNaN(pid)) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    return Date.now() - mtimeMs > BEGUN_MS;
  }
  return isAlive(pid) && !(await isPostgresOn(clusterDir, pid));
}
