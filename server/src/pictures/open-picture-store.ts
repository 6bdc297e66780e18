import path from 'node:path';
import { folderStore } from './folder-store.js';
import type { PictureStore } from './picture-store.js';
import type { S3Address } from './s3-address.js';

export interface PictureStoreSettings {
  readonly dataDir: string;
  /** If null, pictures are files in `dataDir`. */
  readonly s3: S3Address | null;
}

/** Opens the store that the settings select. The S3 library is loaded only for a bucket. */
export async function openPictureStore({ dataDir, s3 }: PictureStoreSettings): Promise<PictureStore> {
  if (s3 === null) {
    return folderStore(path.join(dataDir, 'pictures'));
  }
  const { s3Store } = await import('./s3-store.js');
  return s3Store(s3);
}
