import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a folder for a server's data. Where root runs PostgreSQL as another user, that user can access it, too. */
export async function newDataFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `perkex-${purpose}-`));
  await chmod(folder, 0o755);
  return folder;
}
