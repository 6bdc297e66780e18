import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder for a server's data. Where root runs PostgreSQL as another user, that user can reach it, too. */
export async function newDataFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `perkex-${purpose}-`));
  await chmod(folder, 0o755);
  return folder;
}
