import { largestWidth, pictureName } from '@perkex/contract/pictures.js';
import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { bool, int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import { FairQueue } from '../http/fair-queue.js';
import type { FetchTerms } from '../outbound/fetch-public.js';
import { fetchPicture } from './fetch-picture.js';
import { forEachConcurrently } from './for-each-concurrently.js';
import type { OutcomeWriter } from './outcome-writer.js';
import { PictureError } from './picture-error.js';
import { isFromFile, PictureFiles } from './picture-files.js';
import { PictureMakers } from './picture-makers.js';
import type { FetchedPicture, PictureOutcome } from './picture-rows.js';
import { type PictureStore, typeOfPicture } from './picture-store.js';

const PRODUCTS_AT_ONCE = 16;
const FETCHED_AT_ONCE = 8;
/** Limits memory: each file is held in memory until its picture is made. */
const FILES_AT_ONCE = 4;
/** Low, so that no website mistakes an import for an attack. */
const FETCHED_AT_ONCE_PER_HOST = 4;
/** If a server deletes the files of a picture during its import, they are made once more, else by the next import. */
const TIMES_TAKEN = 2;
const GIVEN_UP: PictureOutcome = { failure: 'it could not be fetched and stored' };

const FIND_PICTURES = statement({
  name: 'find-pictures-of-names',
  text: `select product.id as "productId", product.name, picture.source_url as source, picture.hash, picture.width,
           picture.hash is null and picture.failure is null as "isUnfinished"
         from products as product join product_pictures as picture on picture.product_id = product.id
         where product.name = any($1::text[]) order by product.id, picture.position`,
  row: {
    productId: int4,
    name: text,
    source: text,
    hash: orNull(text),
    width: orNull(int4),
    isUnfinished: bool,
  },
});

type FoundPicture = RowOf<typeof FIND_PICTURES>;

export interface PictureFetching {
  readonly pool: pg.Pool;
  readonly store: PictureStore;
  readonly writer: OutcomeWriter;
  readonly signal: AbortSignal;
  /** The pictures that come from files. */
  readonly files?: PictureFiles;
  /** Called with the number of missing pictures that were fetched or have failed. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly terms?: FetchTerms;
}

export interface FailedPicture {
  /** The name of its product. */
  readonly name: string;
  readonly source: string;
  /** A clause such as `it is not a JPEG, PNG, WebP or AVIF`. */
  readonly failure: string;
}

export interface PicturesReport {
  readonly fetched: number;
  /** Ordered by product, and by position within a product. */
  readonly failed: readonly FailedPicture[];
}

/**
 * Fetches the pictures of these products that are missing from the store: new ones, ones that failed the last time, and
 * ones that the store has lost. Each product is saved once all of its pictures are settled, so that an interrupted
 * import can continue.
 * @throws Error if the store or the database fails
 */
export async function fetchPictures(
  names: readonly string[],
  {
    pool,
    store,
    writer,
    signal,
    files = new PictureFiles(),
    onProgress = () => {},
    terms = {},
  }: PictureFetching,
): Promise<PicturesReport> {
  const missing = await missingPictures(await FIND_PICTURES.rows(pool, [names]), store);
  const failing = new AbortController();
  const makers = new PictureMakers();
  const takePicture = pictureTaker({
    store,
    makers,
    files,
    signal: AbortSignal.any([signal, failing.signal]),
    terms,
  });
  const failures = new Map<FoundPicture, string>();
  let done = 0;
  const products = [...groupBy(missing, ({ productId }) => productId)];
  await forEachConcurrently(PRODUCTS_AT_ONCE, products, async ([productId, pictures]) => {
    const take = async (picture: FoundPicture): Promise<[string, PictureOutcome]> => {
      const outcome = await takePicture(picture.source);
      if ('failure' in outcome) {
        failures.set(picture, outcome.failure);
      }
      return [picture.source, outcome];
    };
    let lost: readonly FoundPicture[] = pictures;
    for (let times = 0; times < TIMES_TAKEN && lost.length > 0; times += 1) {
      const outcomes = new Map(await Promise.all(lost.map(take)));
      await writer.save(productId, outcomes);
      lost = await lostPictures(lost, outcomes, store);
      takePicture.forget(lost.map(({ source }) => source));
    }
    done += pictures.length;
    onProgress(done, missing.length);
  }).finally(() => {
    failing.abort();
    makers.close();
  });
  const failed = missing.flatMap((picture) => {
    const failure = failures.get(picture);
    return failure === undefined ? [] : [{ name: picture.name, source: picture.source, failure }];
  });
  return { fetched: missing.length - failed.length, failed };
}

/** Lets the pictures of these products that are still to be fetched fail. */
export async function giveUpPictures(
  names: readonly string[],
  { pool, writer }: Pick<PictureFetching, 'pool' | 'writer'>,
): Promise<void> {
  const unfinished = (await FIND_PICTURES.rows(pool, [names])).filter(({ isUnfinished }) => isUnfinished);
  for (const [productId, pictures] of groupBy(unfinished, (picture) => picture.productId)) {
    await writer.save(productId, new Map(pictures.map(({ source }) => [source, GIVEN_UP])));
  }
}

/** The file of a picture that is written last. If it exists, all files of the picture exist. */
function lastName(hash: string, width: number): string {
  return pictureName(hash, largestWidth(width), 'jpg');
}

async function missingPictures(
  pictures: readonly FoundPicture[],
  store: PictureStore,
): Promise<FoundPicture[]> {
  const missing = new Set<FoundPicture>();
  await forEachConcurrently(PRODUCTS_AT_ONCE, pictures, async (picture) => {
    const { hash, width } = picture;
    if (hash === null || !(await store.has(lastName(hash, width ?? 0)))) {
      missing.add(picture);
    }
  });
  return pictures.filter((picture) => missing.has(picture));
}

/**
 * The saved pictures whose files are missing, because a job deleted them before a product used them. Once a picture is
 * saved, no job deletes it.
 */
async function lostPictures(
  pictures: readonly FoundPicture[],
  outcomes: ReadonlyMap<string, PictureOutcome>,
  store: PictureStore,
): Promise<FoundPicture[]> {
  const lost: FoundPicture[] = [];
  for (const picture of pictures) {
    const outcome = outcomes.get(picture.source);
    if (outcome && 'hash' in outcome && !(await store.has(lastName(outcome.hash, outcome.width)))) {
      lost.push(picture);
    }
  }
  return lost;
}

interface PictureTaker {
  (source: string): Promise<PictureOutcome>;
  /** Makes the next call fetch these pictures again. */
  forget(sources: readonly string[]): void;
}

/** Fetches or reads a picture, makes its files and stores them, once for all its occurrences in the catalogue. */
function pictureTaker({
  store,
  makers,
  files: pictureFiles,
  signal,
  terms,
}: Required<Pick<PictureFetching, 'store' | 'files' | 'signal' | 'terms'>> & {
  readonly makers: PictureMakers;
}): PictureTaker {
  const fetching = new FairQueue(FETCHED_AT_ONCE);
  const hosts = new Map<string, FairQueue>();
  const reading = new FairQueue(FILES_AT_ONCE);
  const taken = new Map<string, Promise<PictureOutcome>>();
  const fetchInTurn = (source: string) => {
    const { host } = new URL(source);
    const hostQueue = hosts.get(host) ?? new FairQueue(FETCHED_AT_ONCE_PER_HOST);
    hosts.set(host, hostQueue);
    return hostQueue.run('', () => fetching.run(host, () => fetchPicture(source, signal, terms)));
  };
  const make = async (source: string) =>
    isFromFile(source)
      ? reading.run('', async () => makers.make(await pictureFiles.read(source), signal))
      : makers.make(await fetchInTurn(source), signal);
  const take = async (source: string): Promise<FetchedPicture> => {
    const { files, ...picture } = await make(source);
    for (const { name, bytes } of files) {
      await store.write(name, bytes, typeOfPicture(name));
    }
    return picture;
  };
  const takeOnce = (source: string) => {
    const outcome = taken.get(source) ?? take(source).catch(outcomeOf);
    taken.set(source, outcome);
    return outcome;
  };
  return Object.assign(takeOnce, {
    forget(sources: readonly string[]) {
      for (const source of sources) {
        taken.delete(source);
      }
    },
  });
}

function outcomeOf(error: unknown): PictureOutcome {
  if (error instanceof PictureError) {
    return { failure: error.message };
  }
  throw error;
}
