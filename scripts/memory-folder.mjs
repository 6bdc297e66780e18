import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what the files of a run take, in bytes. */
const ENOUGH = 8 * 2 ** 30;

/**
 * A folder for the temporary files of the tests, removed when this process ends: in memory where there is enough of it,
 * because hundreds of databases and browsers would wait for the disk. Like other temporary folders, it is open to all
 * accounts: PostgreSQL runs under another one.
 * @returns the environment variables for the tests
 */
export function makeMemoryFolder() {
  if (!hasEnoughMemory()) {
    return {};
  }
  const folder = mkdtempSync(path.join(IN_MEMORY, 'perkex-'));
  chmodSync(folder, 0o1777);
  // An interrupted run ends here, too, once the tests have ended, and leaves no memory taken.
  process.once('SIGINT', () => {});
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
}

function hasEnoughMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ENOUGH;
  } catch {
    return false;
  }
}
