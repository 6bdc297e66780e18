import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, runAs } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { PORT } from './settings.js';

/** The maximum length of a Unix socket's path in bytes. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/**
 * The folder of the cluster's socket: in the cluster, or if that path is too long for a socket, a temporary folder with
 * this name.
 */
export function socketDirOf(clusterDir: string, name: string): string {
  const inside = path.join(clusterDir, 'socket');
  if (Buffer.byteLength(path.join(inside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT) {
    return inside;
  }
  const hash = createHash('sha256').update(clusterDir).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `${name}-${hash}`);
}

/**
 * Creates the folder, closed to all but the account.
 * @throws EmbeddedPostgresError if it cannot be created or belongs to another account
 */
export async function makeSocketDir(socketDir: string, account: Account): Promise<void> {
  const { ok, complaint } = await runAs(account, 'mkdir', ['-p', '-m', '700', socketDir]);
  if (!ok) {
    throw new EmbeddedPostgresError(`PostgreSQL has no place for its socket: ${complaint}`);
  }
  // Anyone can take a name in a shared temporary folder first, and would then see every connection.
  const found = await lstat(socketDir);
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `The folder ${socketDir} for PostgreSQL's socket is not a private one of the account that runs it: remove it.`,
    );
  }
}
