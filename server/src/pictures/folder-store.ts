import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PictureStore, requireFileName } from './picture-store.js';

/** Keeps pictures as files below a folder, which the first one makes. */
export function folderStore(folder: string): PictureStore {
  // So that no folder has hundreds of thousands of files.
  const fileOf = (name: string) => {
    requireFileName(name);
    return path.join(folder, name.slice(0, 2), name);
  };
  return {
    async write(name, bytes) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeWhole(file, bytes);
    },
    read: (name) => orNullIfMissing(readFile(fileOf(name))),
    has: async (name) => (await orNullIfMissing(stat(fileOf(name)))) !== null,
  };
}

/** Whoever sees the file sees all of it: it gets its name when it is complete and on the disk. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${randomUUID()}.unfinished`);
  try {
    const handle = await open(unfinished, 'wx', 0o644);
    try {
      await handle.writeFile(bytes);
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

async function orNullIfMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
}
