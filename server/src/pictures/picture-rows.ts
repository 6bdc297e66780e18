import { largestWidth, PICTURE_PATH, pictureName, sourcesOf } from '@perkex/contract/pictures.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { bool, int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { changePictures } from './old-pictures.js';

/** The outcome of fetching a picture: its data, or the reason for the failure. */
export type PictureOutcome = FetchedPicture | { readonly failure: string };

export interface FetchedPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

const READ_PICTURES = statement({
  name: 'read-product-pictures',
  text: `select product_id as "productId", source_url as source, hash, width, height, placeholder, failure
         from product_pictures where product_id = any($1::int[])`,
  row: {
    productId: int4,
    source: text,
    hash: orNull(text),
    width: orNull(int4),
    height: orNull(int4),
    placeholder: orNull(text),
    failure: orNull(text),
  },
});

/** A picture of a product, by its source. */
export type PictureRow = RowOf<typeof READ_PICTURES>;

const PICTURES = new RowSet<PictureRow & { readonly position: number }>({
  product_id: [int4, ({ productId }) => productId],
  position: [int4, ({ position }) => position],
  source_url: [text, ({ source }) => source],
  hash: [text, ({ hash }) => hash],
  width: [int4, ({ width }) => width],
  height: [int4, ({ height }) => height],
  placeholder: [text, ({ placeholder }) => placeholder],
  failure: [text, ({ failure }) => failure],
});

const DELETE_PICTURES = statement({
  name: 'delete-product-pictures',
  text: 'delete from product_pictures where product_id = any($1::int[])',
});

const SAVE_PICTURES = statement({
  name: 'save-product-pictures',
  text: `insert into product_pictures (${PICTURES.names}) select * from ${PICTURES.as('picture')}`,
});

const SAVE_OUTCOMES = statement({
  name: 'save-picture-outcomes',
  text: `update product_pictures as picture
         set hash = new.hash, width = new.width, height = new.height, placeholder = new.placeholder,
           failure = new.failure
         from ${PICTURES.as('new')}
         where picture.product_id = new.product_id and picture.source_url = new.source_url`,
});

const READ_FIRST_PICTURES = statement({
  name: 'read-first-pictures',
  text: `select product.id, product.thumbnail, first.hash, first.width,
           exists (
             select from product_pictures as other
             where other.product_id = product.id and other.hash is null and other.failure is null
           ) as "isUnfinished"
         from products as product
         left join lateral (
           select hash, width from product_pictures
           where product_id = product.id and hash is not null order by position limit 1
         ) as first on true
         where product.id = any($1::int[])`,
  row: { id: int4, thumbnail: text, hash: orNull(text), width: orNull(int4), isUnfinished: bool },
});

interface Thumbnail {
  readonly id: number;
  readonly thumbnail: string;
}

const THUMBNAILS = new RowSet<Thumbnail>({
  id: [int4, ({ id }) => id],
  thumbnail: [text, ({ thumbnail }) => thumbnail],
});

const SAVE_THUMBNAILS = statement({
  name: 'save-thumbnails',
  text: `update products set thumbnail = new.thumbnail from ${THUMBNAILS.as('new')} where products.id = new.id`,
});

/** The pictures of some products. */
export function readPictures(
  client: pg.Pool | Transaction,
  productIds: readonly number[],
): Promise<PictureRow[]> {
  return READ_PICTURES.rows(client, [productIds]);
}

/** The pictures of a product, by their sources. */
export async function readPicturesOf(
  client: pg.Pool | Transaction,
  productId: number,
): Promise<Map<string, PictureRow>> {
  return new Map((await readPictures(client, [productId])).map((row) => [row.source, row]));
}

/** The pictures that a product will have, in order. */
export interface ProductSources {
  readonly productId: number;
  /** Distinct addresses. */
  readonly sources: readonly string[];
}

/** Replaces the pictures of products. Pictures that were fetched before stay fetched. The catalogue must be locked. */
export async function planPictures(tx: Transaction, products: readonly ProductSources[]): Promise<void> {
  const ids = products.map(({ productId }) => productId);
  await changePictures(tx, ids, () => replacePictures(tx, ids, products));
}

async function replacePictures(
  tx: Transaction,
  ids: readonly number[],
  products: readonly ProductSources[],
): Promise<void> {
  const keyOf = (productId: number, source: string) => `${productId} ${source}`;
  const rows = await READ_PICTURES.rows(tx, [ids]);
  const known = new Map(rows.map((row) => [keyOf(row.productId, row.source), row]));
  await DELETE_PICTURES.run(tx, [ids]);
  const planned = products.flatMap(({ productId, sources }) =>
    sources.map((source, position) => ({
      ...(known.get(keyOf(productId, source)) ?? { ...NOTHING, productId, source }),
      position,
    })),
  );
  await SAVE_PICTURES.run(tx, PICTURES.values(planned));
  await pointToPictures(tx, ids);
}

const NOTHING = { hash: null, width: null, height: null, placeholder: null, failure: null };

/** Saves the outcomes for pictures of a product. Pictures that the catalogue has replaced since are skipped. */
export async function saveOutcomes(
  tx: Transaction,
  productId: number,
  outcomes: ReadonlyMap<string, PictureOutcome>,
): Promise<void> {
  // Wait for an import that holds the catalogue, because it may be about to replace these rows.
  await tx.query('lock table products in row exclusive mode');
  const rows = [...outcomes].map(([source, outcome], position) => ({
    ...NOTHING,
    ...outcome,
    productId,
    source,
    position,
  }));
  await changePictures(tx, [productId], async () => {
    await SAVE_OUTCOMES.run(tx, PICTURES.values(rows));
    await pointToPictures(tx, [productId]);
  });
}

/**
 * Makes the first available picture of a product its thumbnail. While some are still to be fetched, the thumbnail does
 * not change. If none is available, the product is drawn.
 */
async function pointToPictures(tx: Transaction, productIds: readonly number[]): Promise<void> {
  const products = await READ_FIRST_PICTURES.rows(tx, [productIds]);
  const thumbnails = products
    .filter(({ isUnfinished }) => !isUnfinished)
    .map(({ id, thumbnail, hash, width }) => ({
      id,
      thumbnail: hash !== null ? pictureAddress(hash, width ?? 0) : orDrawn(id, thumbnail),
    }));
  await SAVE_THUMBNAILS.run(tx, THUMBNAILS.values(thumbnails));
}

/** The address of the largest JPEG of a picture. */
export function pictureAddress(hash: string, width: number): string {
  return `${PICTURE_PATH}${pictureName(hash, largestWidth(width), 'jpg')}`;
}

/** The thumbnail, or the drawing if the thumbnail was a picture that no longer exists. */
function orDrawn(id: number, thumbnail: string): string {
  return sourcesOf(thumbnail) === null ? thumbnail : `/drawings/${id}.svg`;
}
