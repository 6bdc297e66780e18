import { chmod, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';

const FOR_ALL = 0o755;

/**
 * Copies a folder so that every account can read and run its files, whatever the original modes, and so that a power
 * failure leaves no half-written file. Symbolic links are left out.
 */
export async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: FOR_ALL });
  // The umask may have removed bits.
  await chmod(to, FOR_ALL);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = path.join(from, entry.name);
      const target = path.join(to, entry.name);
      if (entry.isDirectory()) {
        await copyReadable(source, target);
      } else if (entry.isFile()) {
        await copyFile(source, target);
        await chmod(target, FOR_ALL);
        await flush(target);
      }
    }),
  );
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
