import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Account,
  accountForNewCluster,
  accountForOwner,
  accountTest,
  ownAccount,
  UNPRIVILEGED,
} from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isSystemError, makeOpenFolder } from './files.js';
import type { Naming, Words } from './naming.js';

/** The place of a data folder's cluster, existing or new, and its owner. */
export interface ClusterPlace {
  readonly clusterDir: string;
  readonly account: Account;
  readonly exists: boolean;
}

/** A note in the data folder if the cluster is elsewhere: its last line is the path. */
const NOTE = 'postgres-is-elsewhere.txt';

/**
 * Finds the cluster of a data folder, or a place for a new one: `postgres` in it, unless the account that runs
 * PostgreSQL cannot reach that.
 * @param dataDir a real path
 * @throws EmbeddedPostgresError if the cluster belongs to another account, is closed to its owner, or is missing
 */
export async function findClusterPlace(dataDir: string, naming: Naming): Promise<ClusterPlace> {
  const inside = path.join(dataDir, 'postgres');
  const noted = await readNote(dataDir, naming);
  if (noted !== undefined) {
    return (await existing(noted, naming)) ?? lost(dataDir, noted);
  }
  const found = await existing(inside, naming);
  if (found !== undefined) {
    return found;
  }
  const account = await accountForNewCluster(naming);
  if (!account.foreign || (await accountTest(account, '-x', dataDir))) {
    return { clusterDir: inside, account, exists: false };
  }
  const elsewhere = `/var/lib/${naming.name}`;
  const outside = path.join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await makeOpenFolder(elsewhere);
  return (await existing(outside, naming)) ?? { clusterDir: outside, account, exists: false };
}

/** Writes the note in the data folder of a cluster that is elsewhere. */
export async function noteClusterPlace(
  dataDir: string,
  { clusterDir }: ClusterPlace,
  words: Words,
  log: (line: string) => void,
): Promise<void> {
  if (path.dirname(clusterDir) === dataDir || (await readNote(dataDir, words)) === clusterDir) {
    return;
  }
  log(`PostgreSQL, which does not run as root, cannot reach ${dataDir}: the database is in ${clusterDir}.`);
  const note =
    'PostgreSQL does not run as root, and the account that runs it cannot reach this folder.\n' +
    `The database of this folder is therefore here:\n${clusterDir}\n`;
  await writeFile(path.join(dataDir, NOTE), note);
}

async function readNote(dataDir: string, words: Words): Promise<string | undefined> {
  try {
    const lines = (await readFile(path.join(dataDir, NOTE), 'utf8')).trimEnd().split('\n');
    const last = lines.at(-1) ?? '';
    return path.isAbsolute(last) ? last : undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) {
      return undefined;
    }
    throw unreachable(dataDir, words, error);
  }
}

async function existing(clusterDir: string, words: Words): Promise<ClusterPlace | undefined> {
  const owner = await stat(clusterDir).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) {
      return undefined;
    }
    throw unreachable(clusterDir, words, error);
  });
  if (owner === undefined || (owner.uid === ownAccount().uid && !(await isCluster(clusterDir, words)))) {
    return undefined;
  }
  const account = accountForOwner(owner);
  if (owner.uid === 0) {
    throw new EmbeddedPostgresError(
      `${clusterDir} belongs to root, as whom PostgreSQL does not run: give it to an ordinary account ` +
        `(for example chown -R ${UNPRIVILEGED} ${clusterDir}).`,
    );
  }
  if (owner.uid !== account.uid || !(await accountTest(account, '-x', clusterDir))) {
    throw unreachable(clusterDir, words);
  }
  return (await isCluster(clusterDir, words)) ? { clusterDir, account, exists: true } : undefined;
}

async function isCluster(clusterDir: string, words: Words): Promise<boolean> {
  return stat(path.join(clusterDir, 'PG_VERSION')).then(
    () => true,
    (error: unknown) => {
      if (isSystemError(error, 'ENOENT')) {
        return false;
      }
      throw unreachable(clusterDir, words, error);
    },
  );
}

function unreachable(clusterDir: string, words: Words, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database folder ${clusterDir} belongs to another account or is closed to its own: start ${words.program} as ` +
      'the account that owns it (or as root), with every folder above open to that account, or choose another ' +
      `${words.folderSetting}.`,
    { cause },
  );
}

function lost(dataDir: string, clusterDir: string): never {
  throw new EmbeddedPostgresError(
    `${path.join(dataDir, NOTE)} says that the database is in ${clusterDir}, but there is none: bring it back, ` +
      'or delete that file to begin with an empty database.',
  );
}
