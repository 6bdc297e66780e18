import path from 'node:path';
import { folderStore } from './folder-store.js';
import type { PictureStore } from './picture-store.js';
import type { S3Address } from './s3-address.js';

export interface PictureStoreSettings {
  readonly dataDir: string;
  /** Null: pictures are files in `dataDir`. */
  readonly s3: S3Address | null;
}

/** The store that the settings say. The library for S3 is loaded only where there is a bucket. */
export async function openPictureStore({ dataDir, s3 }: PictureStoreSettings): Promise<PictureStore> {
  if (s3 === null) {
    return folderStore(path.join(dataDir, 'pictures'));
  }
  const { s3Store } = await import('./s3-store.js');
  return s3Store(s3);
}
