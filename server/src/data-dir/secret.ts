import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '@perkex/embedded-postgres';
import { UserError } from '../errors/user-error.js';

const SECRET_BYTES = 32;

/** A shorter secret could be guessed. AUTH_SECRET has the same minimum. */
export const MIN_SECRET_LENGTH = 32;

function secretFile(dataDir: string): string {
  return path.join(dataDir, 'auth-secret');
}

/**
 * The secret that signs sessions. It is generated once, stored in the data folder, and readable by its owner only.
 * @throws UserError if the folder cannot be written, or its secret is not valid
 */
export async function generatedSecret(dataDir: string): Promise<string> {
  return (await readGeneratedSecret(dataDir)) ?? keepSecret(dataDir, newSecret());
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * The secret in the data folder, or null.
 * @throws UserError if it cannot be read or is too short
 */
export async function readGeneratedSecret(dataDir: string): Promise<string | null> {
  const file = secretFile(dataDir);
  const secret = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw new UserError(`The secret in ${file} cannot be read: ${error.message}.`, { cause: error });
  });
  if (secret !== null && secret.trim().length < MIN_SECRET_LENGTH) {
    throw new UserError(
      `${file} holds no secret of ${MIN_SECRET_LENGTH} or more characters: put the right one back, or delete the ` +
        'file to have a new one made, which logs everybody out.',
    );
  }
  return secret?.trim() ?? null;
}

/**
 * Stores a secret in a data folder that has none. The file gets its name once it is complete and on disk.
 * @returns the stored secret, which is another process's if that was faster
 * @throws UserError if the folder cannot be written
 */
export async function keepSecret(dataDir: string, secret: string): Promise<string> {
  const file = secretFile(dataDir);
  const unfinished = `${file}.new-${process.pid}-${randomUUID()}`;
  try {
    await makePrivateFolder(dataDir);
    await writeFile(unfinished, secret, { flag: 'wx', mode: 0o600, flush: true });
    await link(unfinished, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return generatedSecret(dataDir);
    }
    throw new UserError(`The secret ${file} cannot be written: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}
