import { randomBytes } from 'node:crypto';

/**
 * Returns a generator of ids that sort by the given time and, within one millisecond, by call order: UUIDs of version
 * 7. Processes that share a database do not collide: 62 bits are random.
 */
export function timeOrderedIds(): (atMs: number) => string {
  let lastMs = 0;
  let counter = 0;
  return (atMs) => {
    counter = atMs === lastMs ? (counter + 1) & 0xfff : 0;
    lastMs = atMs;
    const bytes = randomBytes(16);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    return uuid(bytes, atMs);
  };
}

/** An id that sorts by the given time and is otherwise derived from `content`: the same content gives the same id. */
export function contentId(atMs: number, content: Buffer): string {
  const bytes = Buffer.from(content.subarray(0, 16));
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  return uuid(bytes, atMs);
}

/** The lowest id of this time: ids below it are older. */
export function leastIdAt(atMs: number): string {
  return uuid(Buffer.alloc(16), atMs);
}

/** Sorts before all ids. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Sorts after every id. */
export const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function uuid(bytes: Buffer, atMs: number): string {
  bytes.writeUIntBE(atMs, 0, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
