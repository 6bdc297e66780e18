import { createHash } from 'node:crypto';
import type pg from 'pg';
import { int4, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { storeJobs } from '../jobs/store-jobs.js';
import type { FetchTerms } from '../outbound/fetch-public.js';
import { fetchPicture } from './fetch-picture.js';
import type { MadePicture } from './make-picture.js';
import { KEPT_SECONDS, OLD_PICTURE_JOBS } from './old-pictures.js';
import { sourceOfContent } from './picture-files.js';
import { PictureMakers } from './picture-makers.js';
import { type PictureStore, typeOfPicture } from './picture-store.js';

const READ_READY = statement({
  name: 'read-ready-pictures',
  text: `select key, source_url as source, hash, width, height, placeholder
         from ready_pictures where key = any($1::text[])`,
  row: { key: text, source: text, hash: text, width: int4, height: int4, placeholder: text },
});

/** A picture with stored files, which a product can get. */
export type ReadyPicture = RowOf<typeof READ_READY>;

const SAVE_READY = statement({
  name: 'save-ready-picture',
  text: `insert into ready_pictures (key, source_url, hash, width, height, placeholder, added_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (key) do update set added_by = excluded.added_by, added_at = now()`,
});

/** Names a picture by its source and its content, because the picture at an address may change. */
export function pictureKey({
  source,
  hash,
}: {
  readonly source: string;
  readonly hash: string | null;
}): string {
  return createHash('sha256')
    .update(`${hash ?? ''} ${source}`)
    .digest('hex')
    .slice(0, 32);
}

/** The ready pictures with these keys. */
export async function readReadyPictures(
  client: pg.Pool | Transaction,
  keys: readonly string[],
): Promise<Map<string, ReadyPicture>> {
  const rows = keys.length === 0 ? [] : await READ_READY.rows(client, [keys]);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Keeps the job that deletes unused pictures from running before the transaction ends. */
export async function holdPictures(tx: Transaction): Promise<void> {
  await tx.query('lock table product_pictures in row exclusive mode');
}

/**
 * Deletes these pictures a few weeks later, unless a product, a draft or a campaign has them by then.
 * @param usedSeconds how long they are surely used
 */
export async function letGoOf(tx: Transaction, keys: readonly string[], usedSeconds = 0): Promise<void> {
  const hashes = [...(await readReadyPictures(tx, keys)).values()].map(({ hash }) => hash);
  await storeJobs(tx, OLD_PICTURE_JOBS, hashes.length === 0 ? [] : [{ hashes }], {
    afterSeconds: usedSeconds + KEPT_SECONDS,
  });
}

/** The address of a picture, or the bytes of one. */
export type PictureInput = { readonly address: string } | { readonly content: Buffer };

export interface MadeReady extends MadePicture {
  readonly source: string;
}

/**
 * Fetches a picture if it has an address, and makes its files, in a process that ends afterwards: pictures at the desk
 * are rare, and such a process holds a few hundred megabytes.
 * @throws PictureError
 */
export async function makeReady(
  input: PictureInput,
  signal: AbortSignal,
  terms: FetchTerms,
): Promise<MadeReady> {
  const makers = new PictureMakers();
  try {
    const isFile = 'content' in input;
    const original = isFile ? input.content : await fetchPicture(input.address, signal, terms);
    const source = isFile ? sourceOfContent('upload', original) : input.address;
    return { ...(await makers.make(original, signal)), source };
  } finally {
    makers.close();
  }
}

/** Records a picture, whose files are stored after the transaction. */
export async function saveReady(
  tx: Transaction,
  { source, hash, width, height, placeholder }: MadeReady,
  member: string,
): Promise<ReadyPicture> {
  await holdPictures(tx);
  const key = pictureKey({ source, hash });
  await SAVE_READY.run(tx, [key, source, hash, width, height, placeholder, member]);
  await letGoOf(tx, [key]);
  return { key, source, hash, width, height, placeholder };
}

/** Stores the files of a picture. */
export async function storeFiles(store: PictureStore, { files }: MadePicture): Promise<void> {
  for (const { name, bytes } of files) {
    await store.write(name, bytes, typeOfPicture(name));
  }
}
