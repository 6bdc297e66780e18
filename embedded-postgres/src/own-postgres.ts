import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import type { Naming } from './naming.js';
import { logFileOf, logSize, logTail } from './postgres-log.js';
import { removeStaleLocks } from './postmaster.js';
import { settingArguments } from './settings.js';
import { makeSocketDir } from './socket-directory.js';
import { SupervisedPostgres } from './supervisor.js';

/** A cluster, its names, and everything needed to start PostgreSQL on it. */
export interface Cluster {
  readonly clusterDir: string;
  readonly naming: Naming;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
}

/** A PostgreSQL that this process has started. */
export interface OwnPostgres {
  readonly process: SupervisedPostgres;
  /** The size of its log before the start, in bytes. */
  readonly logStart: number;
  hasAnswered: boolean;
}

/** PostgreSQL's messages about another one on the same cluster, which may be about to end. */
const OCCUPIED =
  /lock file ".*" (already exists|is empty)|pre-existing shared memory block|address already in use/i;

/**
 * Starts PostgreSQL without waiting for it to answer.
 * @throws EmbeddedPostgresError if there is no place for its socket
 */
export async function startOwnPostgres(cluster: Cluster, socketDir: string): Promise<OwnPostgres> {
  const { account, binaries, clusterDir, naming, settings } = cluster;
  await makeSocketDir(socketDir, account);
  await removeStaleLocks(clusterDir, socketDir);
  const logStart = await logSize(clusterDir);
  const args = settingArguments(socketDir, settings);
  const command = [binaries.postgres, '-D', clusterDir, ...args];
  const process = new SupervisedPostgres(account, `${naming.name}-postgres`, logFileOf(clusterDir), command);
  return { process, logStart, hasAnswered: false };
}

/** @returns the reason why it ended before it answered, or undefined if another PostgreSQL prevented it */
export async function whyItEnded(
  own: OwnPostgres,
  clusterDir: string,
): Promise<{ reason: string; logTail: string } | undefined> {
  const complaint = await own.process.ended;
  const tail = await logTail(clusterDir, own.logStart);
  return OCCUPIED.test(tail) ? undefined : { reason: complaint || 'it ended at once', logTail: tail };
}

export function withLog(reason: string, tail: string): string {
  return tail === '' ? `${reason}.` : `${reason}. The end of its log:\n${tail}`;
}
