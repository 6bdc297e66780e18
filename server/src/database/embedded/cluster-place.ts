import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountForNewCluster, accountForOwner, accountTest, ownAccount } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isSystemError, makeOpenFolder } from './files.js';

/** Where the cluster of a DATA_DIR lies or is to be made, and whose it is. */
export interface ClusterPlace {
  readonly clusterDir: string;
  readonly account: Account;
  readonly exists: boolean;
}

/** In DATA_DIR, when the cluster is elsewhere: its last line is the path. */
const NOTE = 'postgres-is-elsewhere.txt';

/** Where root's clusters lie whose DATA_DIR is closed to the account that runs PostgreSQL. */
const ELSEWHERE = '/var/lib/perkex';

/**
 * Finds the cluster of a DATA_DIR, or a place for a new one: DATA_DIR/postgres unless the account that runs
 * PostgreSQL cannot get there.
 * @param dataDir a real path
 * @throws EmbeddedPostgresError when it belongs to another account, is closed to its owner, or is gone
 */
export async function findClusterPlace(dataDir: string): Promise<ClusterPlace> {
  const inside = path.join(dataDir, 'postgres');
  const noted = await readNote(dataDir);
  if (noted !== undefined) {
    return (await existing(noted)) ?? lost(dataDir, noted);
  }
  const found = await existing(inside);
  if (found !== undefined) {
    return found;
  }
  const account = await accountForNewCluster();
  if (!account.foreign || (await accountTest(account, '-x', dataDir))) {
    return { clusterDir: inside, account, exists: false };
  }
  const outside = path.join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await makeOpenFolder(ELSEWHERE);
  return (await existing(outside)) ?? { clusterDir: outside, account, exists: false };
}

/** Leaves word in DATA_DIR of a cluster that is not in it. */
export async function noteClusterPlace(
  dataDir: string,
  { clusterDir }: ClusterPlace,
  log: (line: string) => void,
): Promise<void> {
  if (path.dirname(clusterDir) === dataDir || (await readNote(dataDir)) === clusterDir) {
    return;
  }
  log(`PostgreSQL, which does not run as root, cannot reach ${dataDir}: the database is in ${clusterDir}.`);
  const note =
    'PostgreSQL does not run as root, and the account that runs it cannot reach this folder.\n' +
    `The database of this folder is therefore here:\n${clusterDir}\n`;
  await writeFile(path.join(dataDir, NOTE), note);
}

async function readNote(dataDir: string): Promise<string | undefined> {
  try {
    const lines = (await readFile(path.join(dataDir, NOTE), 'utf8')).trimEnd().split('\n');
    const last = lines.at(-1) ?? '';
    return path.isAbsolute(last) ? last : undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) {
      return undefined;
    }
    throw unreachable(dataDir, error);
  }
}

async function existing(clusterDir: string): Promise<ClusterPlace | undefined> {
  const owner = await stat(clusterDir).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) {
      return undefined;
    }
    throw unreachable(clusterDir, error);
  });
  if (owner === undefined || (owner.uid === ownAccount().uid && !(await isCluster(clusterDir)))) {
    return undefined;
  }
  const account = accountForOwner(owner);
  if (owner.uid === 0) {
    throw new EmbeddedPostgresError(
      `${clusterDir} belongs to root, as whom PostgreSQL does not run: give it to an ordinary account ` +
        `(for example chown -R nobody ${clusterDir}).`,
    );
  }
  if (owner.uid !== account.uid || !(await accountTest(account, '-x', clusterDir))) {
    throw unreachable(clusterDir);
  }
  return (await isCluster(clusterDir)) ? { clusterDir, account, exists: true } : undefined;
}

async function isCluster(clusterDir: string): Promise<boolean> {
  return stat(path.join(clusterDir, 'PG_VERSION')).then(
    () => true,
    (error: unknown) => {
      if (isSystemError(error, 'ENOENT')) {
        return false;
      }
      throw unreachable(clusterDir, error);
    },
  );
}

function unreachable(clusterDir: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database folder ${clusterDir} belongs to another account or is closed to its own: start PerkeX as ` +
      'the account that owns it (or as root), with every folder above open to that account, or choose another DATA_DIR.',
    { cause },
  );
}

function lost(dataDir: string, clusterDir: string): never {
  throw new EmbeddedPostgresError(
    `${path.join(dataDir, NOTE)} says that the database is in ${clusterDir}, but there is none: bring it back, ` +
      'or delete that file to begin with an empty database.',
  );
}
