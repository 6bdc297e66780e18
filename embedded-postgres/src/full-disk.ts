import { statfs } from 'node:fs/promises';

/** The space that PostgreSQL needs to start: at least one segment of its write-ahead log. */
const NEEDED_BYTES = 16 * 2 ** 20;
const BYTES_PER_MB = 2 ** 20;

/** The messages of systems for a full disk, quota or file table. */
const NO_ROOM = /no space left on device|disk quota exceeded/i;

/**
 * Describes the full disk that stopped PostgreSQL, as the end of a sentence; undefined for other reasons.
 * @param complaint PostgreSQL's message, empty if its log had no room either
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
