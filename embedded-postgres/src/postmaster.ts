import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ownAccount, runAs } from './account.js';
import { isSystemError } from './files.js';
import { PORT } from './settings.js';

/** What PostgreSQL wrote into postmaster.pid; it may be dead by now, and its pid another process's. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Empty when it has not come that far, or the file was not written to its end. */
  readonly socketDir: string;
  readonly status: string;
}

/** @returns undefined when no PostgreSQL says that it runs on the cluster */
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

/** Whether the process with this pid is a PostgreSQL on this cluster, not one that was given its pid later. */
export async function isPostgresOn(clusterDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const command = await commandLine(pid);
  // The supervisor's shell names both as well.
  return command.includes('postgres') && command.includes(clusterDir) && !command.startsWith('/bin/sh ');
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  }
  return (await runAs(ownAccount(), 'ps', ['-ww', '-o', 'command=', '-p', String(pid)])).output;
}

/** PostgreSQL writes its lock file right after it has made it. */
const BEGUN_MS = 2_000;

/**
 * Removes the lock files of a PostgreSQL that is dead. It does so itself where their pid is free, but not
 * where the pid now belongs to something else, as after the machine was switched off, nor where a full disk or a
 * lost file system has left them empty. Should another PostgreSQL start on the cluster this moment, its shared
 * memory still keeps a second one out.
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
