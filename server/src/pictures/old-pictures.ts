import { isPictureHash, PICTURE_PATH, pictureNames } from '@perkex/contract/pictures.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import { z } from 'zod';
import { orNull, statement, text } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { jobKind } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { storeJobs } from '../jobs/store-jobs.js';
import type { PictureStore } from './picture-store.js';

/** Open pages and external caches refer to a picture for a while after its product has lost it. */
const KEPT_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
export const KEPT_SECONDS = KEPT_DAYS * DAY_SECONDS;
/** Few, so that an import does not wait long for a job. */
const PICTURES_A_JOB = 20;

export const OLD_PICTURE_JOBS = jobKind({
  name: 'delete-pictures',
  data: z.object({ hashes: z.array(z.string().refine(isPictureHash)) }),
  retries: { attempts: 14, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 1,
});

const HASH_OF_THUMBNAIL = `substring(thumbnail from '^${PICTURE_PATH}([0-9a-f]{32})-')`;

const READ_HASHES = statement({
  name: 'read-picture-hashes',
  text: `select hash from product_pictures where product_id = any($1::int[]) and hash is not null
         union
         select ${HASH_OF_THUMBNAIL} from products where id = any($1::int[]) and thumbnail like '${PICTURE_PATH}%'`,
  row: { hash: orNull(text) },
});

const FIND_USED_HASHES = statement({
  name: 'find-used-picture-hashes',
  text: `select hash from product_pictures where hash = any($1::text[])
         union
         select ${HASH_OF_THUMBNAIL} from products where ${HASH_OF_THUMBNAIL} = any($1::text[])
         union
         select hash from ready_pictures where hash = any($1::text[]) and (
           added_at > now() - interval '${KEPT_DAYS - 1} days'
           or exists (select from product_drafts where state = 'open' and ready_pictures.key = any(pictures))
           or exists (
             select from campaigns where campaigns.picture = ready_pictures.key and not is_removed
               and ends_at > now() - interval '${KEPT_DAYS - 1} days'
           )
         )`,
  row: { hash: orNull(text) },
});

const DELETE_READY = statement({
  name: 'delete-ready-pictures',
  text: 'delete from ready_pictures where hash = any($1::text[])',
});

/**
 * Changes the pictures of some products. Pictures that none of them uses any longer are deleted from the store some
 * weeks later, unless a product, a draft or a campaign uses them by then.
 */
export async function changePictures(
  tx: Transaction,
  productIds: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  const before = await READ_HASHES.rows(tx, [productIds]);
  await change();
  const after = new Set((await READ_HASHES.rows(tx, [productIds])).map(({ hash }) => hash));
  const gone = before.flatMap(({ hash }) => (hash === null || after.has(hash) ? [] : hash));
  const jobs = inPieces(gone, PICTURES_A_JOB).map((hashes) => ({ hashes }));
  await storeJobs(tx, OLD_PICTURE_JOBS, jobs, { afterSeconds: KEPT_SECONDS });
}

/** Registers the jobs that delete unused pictures on this server. */
export function deleteOldPictures(jobs: Jobs, pool: pg.Pool, store: PictureStore): void {
  jobs.register(OLD_PICTURE_JOBS, { work: ({ hashes }) => deleteUnused(pool, store, hashes) });
}

/**
 * Deletes the files of these pictures unless a product uses them. The lock prevents saving one of them during this. An
 * import that has written such files checks, after it has saved the picture, if they still exist (`fetchPictures`).
 */
async function deleteUnused(pool: pg.Pool, store: PictureStore, hashes: readonly string[]): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.query('lock table product_pictures in share mode');
    const used = new Set((await FIND_USED_HASHES.rows(tx, [hashes])).map(({ hash }) => hash));
    const unused = hashes.filter((hash) => !used.has(hash));
    await DELETE_READY.run(tx, [unused]);
    await Promise.all(unused.flatMap(pictureNames).map((name) => store.remove(name)));
  });
}
