import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';

const TAIL_BYTES = 4_000;
const TAIL_LINES = 12;

export function logFileOf(clusterDir: string): string {
  return path.join(clusterDir, 'postgres.log');
}

/** The size of PostgreSQL's log in bytes. */
export async function logSize(clusterDir: string): Promise<number> {
  return (await stat(logFileOf(clusterDir)).catch(() => undefined))?.size ?? 0;
}

/** The last lines written after the log had this size; empty without a log. */
export async function logTail(clusterDir: string, sinceBytes: number): Promise<string> {
  try {
    // If we are root, the folder belongs to another account, whose links must not be followed.
    const file = await open(logFileOf(clusterDir), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { size } = await file.stat();
      // A smaller log was emptied in the meantime.
      const start = Math.max(size < sinceBytes ? 0 : sinceBytes, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start);
      return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
    } finally {
      await file.close();
    }
  } catch {
    // It only supplements an error that is reported anyway.
    return '';
  }
}

/** The last failure in these lines of the log, without its time, or else the last line; undefined for no lines. */
export function lastComplaint(tail: string): string | undefined {
  const lines = tail.split('\n').filter((line) => line !== '');
  const complaint = lines.findLast((line) => /(PANIC|FATAL): /.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?(PANIC|FATAL): +/, '');
}
