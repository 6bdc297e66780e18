import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { Words } from './naming.js';

/** The account that owns the cluster and runs PostgreSQL. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** True if it is not this process's own account, so that children must switch to it. */
  readonly foreign: boolean;
}

export interface Finished {
  readonly ok: boolean;
  readonly output: string;
  /** Its standard error, or the reason why it could not be started. */
  readonly complaint: string;
}

const ROOT = 0;

/** The account that runs PostgreSQL for root. */
export const UNPRIVILEGED = 'nobody';

/**
 * The children's environment. Nothing of the caller's is passed on: variables such as PGDATA or PGPORT would affect the
 * cluster.
 */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

export function isRoot(): boolean {
  return ownAccount().uid === ROOT;
}

export function ownAccount(): Account {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, foreign: false };
}

/**
 * The account for a new cluster: the process's own, or `nobody` for root, which PostgreSQL refuses.
 * @throws EmbeddedPostgresError if root has no `nobody` to switch to
 */
export async function accountForNewCluster(words: Words): Promise<Account> {
  return isRoot() ? unprivilegedAccount(words) : ownAccount();
}

/** The account for an existing cluster: root becomes its owner, others stay themselves. */
export function accountForOwner(owner: { uid: number; gid: number }): Account {
  return isRoot() ? { uid: owner.uid, gid: owner.gid, foreign: true } : ownAccount();
}

async function unprivilegedAccount(words: Words): Promise<Account> {
  const [uid, gid] = await Promise.all([accountNumber('-u', words), accountNumber('-g', words)]);
  return { uid, gid, foreign: true };
}

async function accountNumber(flag: '-u' | '-g', { program, alternative }: Words): Promise<number> {
  const { ok, output } = await runAs(ownAccount(), 'id', [flag, UNPRIVILEGED]);
  const number = Number(output.trim());
  if (!ok || output.trim() === '' || !Number.isInteger(number)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this system has no account "${UNPRIVILEGED}" to run it as: ` +
        `start ${program} as an ordinary user, or ${alternative}.`,
    );
  }
  return number >>> 0;
}

/** Options to start a child process as this account, outside our working directory and environment. */
export function spawnOptionsFor(account: Account): SpawnOptionsWithoutStdio {
  // Node needs signed numbers here, and the macOS account `nobody` is 4294967294.
  const identity = account.foreign ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
  return { cwd: '/', env: ENVIRONMENT, ...identity };
}

/** Runs a program to its end as this account; failing to start counts as a failure. */
export async function runAs(
  account: Account,
  program: string,
  args: readonly string[],
  input = '',
): Promise<Finished> {
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(program, args, { ...spawnOptionsFor(account), stdio: 'pipe' });
  } catch (error) {
    // Some failures are immediate, such as a root that may not switch its account.
    return { ok: false, output: '', complaint: (error as Error).message };
  }
  // A program that ends before it has read its input is judged by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<{ code: number | null; failure?: Error }>((resolve) => {
    child.once('error', (failure) => resolve({ code: null, failure }));
    child.once('close', (code) => resolve({ code }));
  });
  const [output, complaint, { code, failure }] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    ended,
  ]);
  return {
    ok: code === 0,
    output: output.toString(),
    complaint: (failure?.message ?? complaint.toString()).trim(),
  };
}

/** True if a shell `test` (such as `-x path`) succeeds for this account; file modes alone are not conclusive. */
export async function accountTest(account: Account, flag: string, file: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'test "$1" "$2"', 'test', flag, file])).ok;
}
