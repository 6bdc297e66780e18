import type pg from 'pg';
import type { Jobs } from '../jobs/jobs.js';
import { deleteOldPictures } from './old-pictures.js';
import { openPictureStore, type PictureStoreSettings } from './open-picture-store.js';
import type { PictureStore } from './picture-store.js';

/**
 * Opens the pictures of a server, which also deletes the unused ones.
 * @param given the store, instead of the one that the settings select
 */
export async function openPictures(
  settings: PictureStoreSettings,
  { pool, jobs }: { readonly pool: pg.Pool; readonly jobs: Jobs },
  given: PictureStore | undefined,
): Promise<PictureStore> {
  const store = given ?? (await openPictureStore(settings));
  deleteOldPictures(jobs, pool, store);
  return store;
}
