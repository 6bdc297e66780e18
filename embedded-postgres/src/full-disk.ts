import { statfs } from 'node:fs/promises';

/** What PostgreSQL writes before it answers: at least one segment of its write-ahead log. */
const NEEDED_BYTES = 16 * 2 ** 20;
const BYTES_PER_MB = 2 ** 20;

/** What systems say of a disk, a quota or a list of files that is full. */
const NO_ROOM = /no space left on device|disk quota exceeded/i;

/**
 * Whether PostgreSQL is down because its disk is full, as the end of a sentence; undefined when it is not.
 * @param complaint what it said, which is nothing where there is no room for its log either
 */
export async function fullDisk(clusterDir: string, complaint: string): Promise<string | undefined> {
  const disk = await statfs(clusterDir).catch(() => undefined);
  if (disk === undefined) {
    return undefined;
  }
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes >= NEEDED_BYTES && !NO_ROOM.test(complaint)) {
    return undefined;
  }
  const free = Math.floor(freeBytes / BYTES_PER_MB);
  const files = disk.files > 0 && disk.ffree === 0 ? ', no new file can be made' : '';
  return `the disk of ${clusterDir} is full: ${free} MB are free${files}, and PostgreSQL needs ${NEEDED_BYTES / BYTES_PER_MB} MB or more`;
}
