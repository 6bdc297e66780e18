import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { runAs } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { moveIntoPlace } from './files.js';
import type { Words } from './naming.js';
import type { Cluster } from './own-postgres.js';
import { isAlive } from './postmaster.js';

/**
 * Creates a cluster with its database. It is created next to its final place and renamed once it is complete and on
 * disk: an interrupted one never counts, and of two processes that do this at the same time one wins.
 * @throws EmbeddedPostgresError if it cannot be created
 */
export async function initialise(cluster: Omit<Cluster, 'settings'>): Promise<void> {
  const { clusterDir, account, naming } = cluster;
  await removeAbandoned(clusterDir);
  const unfinished = `${clusterDir}.new-${process.pid}-${randomUUID()}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (account.foreign) {
      await chown(unfinished, account.uid, account.gid);
    }
    await fill({ ...cluster, clusterDir: unfinished });
    const isOurs = await moveIntoPlace(unfinished, clusterDir);
    if (!isOurs && !(await readdir(clusterDir)).includes('PG_VERSION')) {
      throw new EmbeddedPostgresError(
        `${clusterDir} has files in it that are no PostgreSQL cluster: move them away.`,
      );
    }
  } catch (error) {
    throw error instanceof EmbeddedPostgresError
      ? error
      : failure(clusterDir, (error as Error).message, naming, error);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function fill({
  clusterDir: folder,
  account,
  binaries,
  naming,
}: Omit<Cluster, 'settings'>): Promise<void> {
  const { initdb, postgres } = binaries;
  const run = async (program: string, args: readonly string[], input = '') => {
    const { ok, complaint } = await runAs(account, program, args, input);
    if (!ok) {
      throw failure(folder, complaint, naming);
    }
  };
  // One flush at the end instead of many.
  const initdbArgs = [
    ['--no-sync', '--no-instructions', '-D', folder, '-U', naming.name, '--encoding=UTF8', '--locale=C'],
    ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject'],
  ].flat();
  await run(initdb, initdbArgs);
  const singleUser = ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'template1'];
  await run(postgres, singleUser, `create database "${naming.name}"\n`);
  await run(initdb, ['--sync-only', '-D', folder]);
}

function failure(folder: string, reason: string, words: Words, cause?: unknown): EmbeddedPostgresError {
  const [, uid] = /could not look up effective user ID (\d+)/.exec(reason) ?? [];
  if (uid !== undefined) {
    return new EmbeddedPostgresError(
      `PostgreSQL makes its database only for a user that the system knows, and user ${uid} has no line in /etc/passwd: ` +
        `add one, start ${words.program} as another user, or ${words.alternative}.`,
    );
  }
  return new EmbeddedPostgresError(
    `PostgreSQL cannot make its database in ${path.dirname(folder)}: ${reason}`,
    {
      cause,
    },
  );
}

/** Removes the remains of interrupted processes. */
async function removeAbandoned(clusterDir: string): Promise<void> {
  const parent = path.dirname(clusterDir);
  const prefix = `${path.basename(clusterDir)}.new-`;
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (name.startsWith(prefix) && !isAlive(pid)) {
      // An initdb that has outlived its parent may still write to it; then the next start removes it.
      await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
    }
  }
}
