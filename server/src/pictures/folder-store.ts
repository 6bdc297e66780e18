import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../data-dir/write-whole.js';
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
