import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../data-dir/write-whole.js';
import { type PictureStore, requireFileName } from './picture-store.js';

/** Stores pictures as files below a folder, which is created with the first one. */
export function folderStore(folder: string): PictureStore {
  // Subfolders keep the number of files in each folder small.
  const fileOf = (name: string) => {
    requireFileName(name);
    return path.join(folder, name.slice(0, 2), name);
  };
  return {
    async write(name, bytes) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeWhole(file, bytes, 0o644);
    },
    read: (name) => orNullIfMissing(readFile(fileOf(name))),
    has: async (name) => (await orNullIfMissing(stat(fileOf(name)))) !== null,
    remove: async (name) => rm(fileOf(name), { force: true }),
  };
}

async function orNullIfMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
}
