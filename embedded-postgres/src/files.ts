import { chmod, mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRoot, ownAccount } from './account.js';

export function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Gives a finished folder its final name, atomically and durably.
 * @returns false if another non-empty folder already has the name
 */
export async function moveIntoPlace(finished: string, place: string): Promise<boolean> {
  try {
    await rename(finished, place);
  } catch (error) {
    if (isSystemError(error, 'EEXIST', 'ENOTEMPTY')) {
      return false;
    }
    throw error;
  }
  const parent = await open(path.dirname(place), 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
  return true;
}

/** Creates a folder if missing, which every account can traverse whatever the umask. */
export async function makeOpenFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true })) !== undefined) {
    await chmod(folder, 0o755);
  }
}

/** Set on folders that several accounts share, such as /tmp. */
const STICKY = 0o1000;

/**
 * Makes a folder private: creates it if missing, and closes an existing one of this account to others. Root's can be
 * traversed but not listed: PostgreSQL runs as another account, and its own folder inside is closed to all others.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const mode = isRoot() ? 0o711 : 0o700;
  if ((await mkdir(folder, { recursive: true, mode })) !== undefined) {
    await chmod(folder, mode);
    return;
  }
  const existing = await stat(folder);
  const permissions = existing.mode & 0o777;
  const isOwn = existing.uid === ownAccount().uid && (existing.mode & STICKY) === 0;
  if (isOwn && (permissions & ~mode) !== 0) {
    await chmod(folder, permissions & mode);
  }
}
