import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';

const TAIL_BYTES = 4_000;
const TAIL_LINES = 12;

export function logFileOf(clusterDir: string): string {
  return path.join(clusterDir, 'postgres.log');
}

/** How much PostgreSQL has written so far, in bytes. */
export async function logSize(clusterDir: string): Promise<number> {
  return (await stat(logFileOf(clusterDir)).catch(() => undefined))?.size ?? 0;
}

/** The last lines that PostgreSQL wrote after the log had this size; empty when it has no log. */
export async function logTail(clusterDir: string, sinceBytes: number): Promise<string> {
  try {
    // The folder is another account's when we are root: its links lead where root alone can read.
    const file = await open(logFileOf(clusterDir), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { size } = await file.stat();
      // A log that has become smaller was emptied in between.
      const start = Math.max(size < sinceBytes ? 0 : sinceBytes, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start);
      return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
    } finally {
      await file.close();
    }
  } catch {
    // It only adds to an error that is reported anyway.
    return '';
  }
}

/** The last failure in these lines of the log, without its time, or else the last line; undefined for no lines. */
export function lastComplaint(tail: string): string | undefined {
  const lines = tail.split('\n').filter((line) => line !== '');
  const complaint = lines.findLast((line) => /(PANIC|FATAL): /.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?(PANIC|FATAL): +/, '');
}
