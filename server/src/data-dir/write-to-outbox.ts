import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from './write-whole.js';

const NAME_BYTES = 12;

/**
 * Writes a message to a new file in the folder, which is created if needed. Only the owner can read the file, because
 * the message may hold a secret.
 * @returns the path of the file
 * @throws Error that names the folder and quotes nothing of the message
 */
export async function writeToOutbox(
  folder: string,
  extension: string,
  content: string | Buffer,
  now: Date,
): Promise<string> {
  const file = path.join(folder, `${unguessableName(now)}.${extension}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(file, content, 0o600);
  } catch (error) {
    throw new Error(`The outbox ${folder} could not be written: ${(error as Error).message}`);
  }
  return file;
}

/** Names sort by time. */
function unguessableName(time: Date): string {
  return `${time.toISOString().replaceAll(':', '-')}-${randomBytes(NAME_BYTES).toString('hex')}`;
}
