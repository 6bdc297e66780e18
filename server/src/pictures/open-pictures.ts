import type { Jobs } from '../jobs/jobs.js';
import type { PictureFetching } from './fetch-pictures.js';
import { deleteOldPictures } from './old-pictures.js';
import { openPictureStore, type PictureStoreSettings } from './open-picture-store.js';
import { OutcomeWriter } from './outcome-writer.js';
import { fetchWantedPictures } from './picture-jobs.js';
import type { PictureStore } from './picture-store.js';

interface OpeningPictures extends Pick<PictureFetching, 'pool' | 'terms'> {
  readonly jobs: Jobs;
  /** Returns a new UUID. */
  readonly newId: () => string;
}

/**
 * Opens the pictures of a server, which also fetches missing ones and deletes the unused ones.
 * @param given the store, instead of the one that the settings select
 */
export async function openPictures(
  settings: PictureStoreSettings,
  { jobs, newId, ...fetching }: OpeningPictures,
  given: PictureStore | undefined,
): Promise<PictureStore> {
  const store = given ?? (await openPictureStore(settings));
  deleteOldPictures(jobs, fetching.pool, store);
  const writer = new OutcomeWriter(fetching.pool, newId);
  fetchWantedPictures(jobs, { ...fetching, store, writer });
  return store;
}
