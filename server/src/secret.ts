import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';

const SECRET_BYTES = 32;

/**
 * The secret that signs sessions, made once and kept in the data folder, readable by its owner only.
 * @throws when the folder cannot be written
 */
export async function generatedSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'auth-secret');
  await mkdir(dataDir, { recursive: true });
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(SECRET_BYTES).toString('base64url'));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret === '') {
    throw new Error(`${file} is empty. Delete it to have a new secret made.`);
  }
  return secret;
}
