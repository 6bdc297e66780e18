import { createHash } from 'node:crypto';
import { PictureError } from '../pictures/picture-error.js';
import type { PictureStore } from '../pictures/picture-store.js';

/**
 * Stores the file of a photo. @param nameOf its hash, which begins with no address of a public picture @returns its
 * hash
 */
export async function storeFile(
  store: PictureStore,
  file: Buffer,
  nameOf: (hash: string) => string,
): Promise<string> {
  const hash = hashOf(file);
  await store.write(nameOf(hash), file, 'image/jpeg');
  return hash;
}

/**
 * The answer with the file of a photo, as a `data:` URL, or the refusal if it is missing or not the one that was
 * stored.
 */
export async function readFile(
  store: PictureStore,
  name: string,
  hash: string,
): Promise<{ readonly image: string } | { readonly refused: 'photo-missing' }> {
  const file = await store.read(name);
  return file !== null && hashOf(file) === hash
    ? { image: `data:image/jpeg;base64,${file.toString('base64')}` }
    : { refused: 'photo-missing' };
}

function hashOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex');
}

/** The reason why a file is not a photo. @throws any other error */
export function unreadable(error: unknown) {
  if (error instanceof PictureError) {
    return { refused: 'unreadable-photo', detail: `This photo cannot be used: ${error.message}.` } as const;
  }
  throw error;
}
