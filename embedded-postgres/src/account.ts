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
  /** Whether it is another than this process's own, so that children must change to it. */
  readonly foreign: boolean;
}

export interface Finished {
  readonly ok: boolean;
  readonly output: string;
  /** What it wrote to standard error, or why it could not be started. */
  readonly complaint: string;
}

const ROOT = 0;

/** Of the callers' environment nothing is passed on: variables such as PGDATA or PGPORT would change the cluster. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

export function isRoot(): boolean {
  return ownAccount().uid === ROOT;
}

export function ownAccount(): Account {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, foreign: false };
}

/**
 * The account for a new cluster: one's own, or `nobody` for root, whom PostgreSQL refuses.
 * @throws EmbeddedPostgresError when root has no `nobody` to turn to
 */
export async function accountForNewCluster(words: Words): Promise<Account> {
  return isRoot() ? nobody(words) : ownAccount();
}

/** The account for a cluster that exists: root becomes its owner, everyone else remains who they are. */
export function accountForOwner(owner: { uid: number; gid: number }): Account {
  return isRoot() ? { uid: owner.uid, gid: owner.gid, foreign: true } : ownAccount();
}

async function nobody(words: Words): Promise<Account> {
  const [uid, gid] = await Promise.all([accountNumber('-u', words), accountNumber('-g', words)]);
  return { uid, gid, foreign: true };
}

async function accountNumber(flag: '-u' | '-g', { program, alternative }: Words): Promise<number> {
  const { ok, output } = await runAs(ownAccount(), 'id', [flag, 'nobody']);
  const number = Number(output.trim());
  if (!ok || output.trim() === '' || !Number.isInteger(number)) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this system has no account "nobody" to run it as: ' +
        `start ${program} as an ordinary user, or ${alternative}.`,
    );
  }
  return number >>> 0;
}

/** How to start a child process as this account, away from the working directory and the environment of ours. */
export function spawnOptionsFor(account: Account): SpawnOptionsWithoutStdio {
  // Node wants signed numbers here, and macOS's nobody is 4294967294.
  const identity = account.foreign ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
  return { cwd: '/', env: ENVIRONMENT, ...identity };
}

/** Runs a program to its end as this account; one that cannot be started counts as failed. */
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
    // Some failures, such as a root that may not change its account, come at once.
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

/** Whether a shell `test` (such as `-x path`) succeeds for this account; modes alone do not tell. */
export async function accountTest(account: Account, flag: string, file: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'test "$1" "$2"', 'test', flag, file])).ok;
}
