import type { DeskPhoto } from '@perkex/contract/desk-photos.js';
import { MAX_PHOTOS } from '@perkex/contract/photo-limits.js';
import { PHOTO_SUBJECTS, type PhotoSubject } from '@perkex/core/verification/rejections.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { msOf } from '../database/ms-of.js';
import { float8, int4, oneOf, type RowWith, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { lockDeal } from '../deals/take-step.js';
import type { PictureStore } from '../pictures/picture-store.js';
import { readFile, storeFile } from './photo-file.js';

const PHOTO = `id, member, subject, hash, ${msOf('at')} as "atMs"`;
const PHOTO_ROW = { id: uuid, member: text, subject: oneOf(PHOTO_SUBJECTS), hash: text, atMs: float8 };

/** A photo as it is stored. */
export type PhotoRow = RowWith<typeof PHOTO_ROW>;

const FIND_PHOTO = statement({
  name: 'find-deal-photo',
  text: `select ${PHOTO}
         from deal_photos where product_id = $1 and deal_id = $2 and id = $3`,
  row: PHOTO_ROW,
});

const COUNT_PHOTOS = statement({
  name: 'count-deal-photos-of-member',
  text: `select count(*)::int as count from deal_photos where product_id = $1 and deal_id = $2 and member = $3`,
  row: { count: int4 },
});

const ADD_PHOTO = statement({
  name: 'add-deal-photo',
  text: `insert into deal_photos (product_id, deal_id, id, member, subject, at, hash)
         values ($1, $2, $3, $4, $5, now(), $6)`,
});

const LIST_PHOTOS = statement({
  name: 'list-deal-photos',
  text: `select ${PHOTO}
         from deal_photos where product_id = $1 and deal_id = $2 order by at, id`,
  row: PHOTO_ROW,
});

export interface NewPhoto {
  readonly id: string;
  readonly member: string;
  readonly subject: PhotoSubject;
  /** From `storePhoto`. */
  readonly hash: string;
}

/** The name of a photo's file. The public address of product pictures serves no such name. */
function fileOf(hash: string): string {
  return `deal-${hash}.jpg`;
}

/** Stores the file of a photo. @returns its hash */
export function storePhoto(store: PictureStore, file: Buffer): Promise<string> {
  return storeFile(store, file, fileOf);
}

/** Reads the file of a photo. */
export function readPhoto(store: PictureStore, hash: string): ReturnType<typeof readFile> {
  return readFile(store, fileOf(hash), hash);
}

/** The photo with an id; null if the deal has none. */
export async function findPhoto(
  client: pg.Pool | pg.ClientBase,
  key: DealKey,
  photo: string,
): Promise<PhotoRow | null> {
  return (await FIND_PHOTO.row(client, [key.productId, key.id, photo])) ?? null;
}

/** Adds a photo to a deal, once for each id. Concurrent photos of a deal wait for each other. */
export async function addPhoto(
  tx: Transaction,
  key: DealKey,
  { id, member, subject, hash }: NewPhoto,
): Promise<PhotoRow | { readonly refused: 'id-reused' | 'too-many-photos'; readonly detail?: string }> {
  await lockDeal(tx, key);
  const earlier = await findPhoto(tx, key, id);
  if (earlier) {
    return earlier.member === member && earlier.subject === subject
      ? earlier
      : { refused: 'id-reused', detail: 'This id belongs to another photo of this deal.' };
  }
  const { count = 0 } = (await COUNT_PHOTOS.row(tx, [key.productId, key.id, member])) ?? {};
  if (count >= MAX_PHOTOS) {
    return { refused: 'too-many-photos' };
  }
  await ADD_PHOTO.run(tx, [key.productId, key.id, id, member, subject, hash]);
  const added = await findPhoto(tx, key, id);
  if (!added) {
    throw new Error('A photo was not added.');
  }
  return added;
}

/** The photos of a deal, oldest first. The caller decides who may see which. */
export function listPhotos(client: pg.Pool | pg.ClientBase, key: DealKey): Promise<PhotoRow[]> {
  return LIST_PHOTOS.rows(client, [key.productId, key.id]);
}

export function shownPhoto({ id, member, subject, hash, atMs }: PhotoRow): DeskPhoto {
  return { id, member, subject, hash, date: isoTime(atMs) };
}
