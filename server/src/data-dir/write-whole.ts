import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file into a folder that exists. Whoever sees the file sees all of it: it gets its name when it is complete and
 * on the disk.
 * @param mode who may read it, such as 0o600
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
