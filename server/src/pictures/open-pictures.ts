import type { Jobs } from '../jobs/jobs.js';
import type { PictureFetching } from './fetch-pictures.js';
import { deleteOldPictures } from './old-pictures.js';
import { openPictureStore, type PictureStoreSettings } from './open-picture-store.js';
import { fetchWantedPictures } from './picture-jobs.js';
import type { PictureStore } from './picture-store.js';

/**
 * Opens the pictures of a server, which also fetches missing ones and deletes the unused ones.
 * @param given the store, instead of the one that the settings select
 */
export async function openPictures(
  settings: PictureStoreSettings,
  { jobs, ...fetching }: Omit<PictureFetching, 'store' | 'signal'> & { readonly jobs: Jobs },
  given: PictureStore | undefined,
): Promise<PictureStore> {
  const store = given ?? (await openPictureStore(settings));
  deleteOldPictures(jobs, fetching.pool, store);
  fetchWantedPictures(jobs, { ...fetching, store });
  return store;
}
