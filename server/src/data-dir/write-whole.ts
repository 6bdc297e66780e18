import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file atomically into an existing folder: it gets its name once it is complete and on disk.
 * @param mode its permissions, such as 0o600
 */
export async function writeWhole(file: string, content: string | Buffer, mode: number): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${randomUUID()}.unfinished`);
  try {
    const handle = await open(unfinished, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
