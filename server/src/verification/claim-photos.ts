import type { ClaimPhoto } from '@perkex/contract/desk-photos.js';
import { MAX_CLAIM_PHOTOS } from '@perkex/contract/photo-limits.js';
import type { ExportedClaimPhoto } from '@perkex/contract/user-export.js';
import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { msOf } from '../database/ms-of.js';
import { float8, int4, json, type RowOf, statement, text, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from '../deals/deal-key.js';
import { lockDeal } from '../deals/take-step.js';
import type { PictureStore } from '../pictures/picture-store.js';
import type { ExportPart } from '../users/user-export.js';
import { readFile, storeFile } from './photo-file.js';

const LIST_PHOTOS = statement({
  name: 'list-claim-photos',
  text: `select id, hash, ${msOf('at')} as "atMs"
         from claim_photos where product_id = $1 and deal_id = $2 order by at, id`,
  row: { id: uuid, hash: text, atMs: float8 },
});

const ADD_PHOTO = statement({
  name: 'add-claim-photo',
  text: 'insert into claim_photos (product_id, deal_id, id, at, hash) values ($1, $2, $3, now(), $4)',
});

const READ_PHOTOS_OF_DEALS = statement({
  name: 'read-claim-photos-of-deals',
  text: `select photo.product_id as "productId", photo.deal_id as "id", photo.hash
         from claim_photos as photo
         where photo.product_id = any($1::int4[]) and photo.deal_id = any($2::uuid[])`,
  row: { productId: int4, id: uuid, hash: text },
});

const REMOVE_PHOTOS = statement({
  name: 'remove-claim-photos',
  text: `delete from claim_photos as photo using ${DEAL_KEYS.as('ended')}
         where photo.product_id = ended.product_id and photo.deal_id = ended.id`,
});

const READ_PHOTOS_OF_USER = statement({
  name: 'export-claim-photos',
  text: `select deal.id as deal, deal.photos from (
           select trade.id, array_to_json(array(
             select json_build_object('id', photo.id, 'hash', photo.hash, 'atMs', ${msOf('photo.at')})
             from claim_photos as photo
             where photo.product_id = trade.product_id and photo.deal_id = trade.id order by photo.at, photo.id
           ))::jsonb as photos
           from trades as trade where trade.buyer_id = $1 and trade.id < $2
         ) as deal where jsonb_array_length(deal.photos) > 0
         order by deal.id desc limit 1`,
  row: { deal: uuid, photos: json<readonly RowOf<typeof LIST_PHOTOS>[]>() },
});

/**
 * The name of a file. It belongs to this deal alone, so that it can be removed with it, and no public address serves
 * it.
 */
function fileOf({ id }: Pick<DealKey, 'id'>, hash: string): string {
  return `claim-${id}-${hash}.jpg`;
}

/** Stores the file of a picture of a claim. @returns its hash */
export function storeClaimPhoto(store: PictureStore, key: DealKey, file: Buffer): Promise<string> {
  return storeFile(store, file, (hash) => fileOf(key, hash));
}

/** Reads the file of a picture of a claim; null if the claim has no such picture. The caller decides who may see it. */
export async function readClaimPhoto(
  pool: pg.Pool,
  store: PictureStore,
  key: DealKey,
  photo: string,
): Promise<Awaited<ReturnType<typeof readFile>> | null> {
  const found = (await listClaimPhotos(pool, key)).find(({ id }) => id === photo);
  return found ? readFile(store, fileOf(key, found.hash), found.hash) : null;
}

/** The pictures of a claim, oldest first. The caller decides who may see them. */
export async function listClaimPhotos(
  client: pg.Pool | pg.ClientBase,
  { productId, id }: DealKey,
): Promise<ClaimPhoto[]> {
  const rows = await LIST_PHOTOS.rows(client, [productId, id]);
  return rows.map(({ atMs, ...photo }) => ({ ...photo, date: isoTime(atMs) }));
}

/** Adds a picture to an open claim, once for each id. Concurrent pictures of a claim wait for each other. */
export async function addClaimPhoto(
  tx: Transaction,
  key: DealKey,
  photo: { readonly id: string; readonly hash: string },
): Promise<{ readonly refused: 'no-open-claim' | 'too-many-photos' } | null> {
  const deal = await lockDeal(tx, key);
  const photos = await listClaimPhotos(tx, key);
  if (photos.some(({ id }) => id === photo.id)) {
    return null;
  }
  if (deal?.claim !== 'open') {
    return { refused: 'no-open-claim' };
  }
  if (photos.length >= MAX_CLAIM_PHOTOS) {
    return { refused: 'too-many-photos' };
  }
  await ADD_PHOTO.run(tx, [key.productId, key.id, photo.id, photo.hash]);
  return null;
}

/**
 * Removes the pictures of the claims of an erased buyer, from deals that have ended. The files go first, so that this
 * can be repeated.
 */
export async function removeClaimPhotos(
  pool: pg.Pool,
  store: PictureStore,
  party: Party,
  deals: readonly DealKey[],
): Promise<void> {
  const photos = party === 'buyer' ? await READ_PHOTOS_OF_DEALS.rows(pool, DEAL_KEYS.values(deals)) : [];
  for (const photo of photos) {
    await store.remove(fileOf(photo, photo.hash));
  }
  if (photos.length > 0) {
    await REMOVE_PHOTOS.run(pool, DEAL_KEYS.values(photos));
  }
}

/** The pictures of a user's claims, those of the newest deal first. */
export function claimPhotoExport(pool: pg.Pool, store: PictureStore): ExportPart<'claimPhotos'> {
  return async (userId) => ({ claimPhotos: photosOf(pool, store, userId) });
}

/** One deal at a time: its pictures are in memory together. */
async function* photosOf(
  pool: pg.Pool,
  store: PictureStore,
  userId: string,
): AsyncGenerator<ExportedClaimPhoto[]> {
  let before = AFTER_ALL_IDS;
  for (;;) {
    const row = await READ_PHOTOS_OF_USER.row(pool, [userId, before]);
    if (!row) {
      return;
    }
    const { deal, photos } = row;
    const exported: ExportedClaimPhoto[] = [];
    for (const { hash, atMs } of photos) {
      const file = await readFile(store, fileOf({ id: deal }, hash), hash);
      exported.push({ deal, at: isoTime(atMs), image: 'image' in file ? file.image : null });
    }
    yield exported;
    before = deal;
  }
}
