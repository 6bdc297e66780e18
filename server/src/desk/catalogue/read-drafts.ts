import type { FieldError, ProductDraft, ProductFields } from '@perkex/contract/desk-catalogue.js';
import type pg from 'pg';
import { tradesAt } from '../../catalogue/find-product.js';
import { readKnownProducts } from '../../catalogue/known-products.js';
import { readProduct } from '../../catalogue/read-product.js';
import { shown } from '../../csv/cell-values.js';
import type { FileProduct } from '../../csv/products-file.js';
import type { Transaction } from '../../database/transaction.js';
import { pictureAddress } from '../../pictures/picture-rows.js';
import { readReadyPictures } from '../../pictures/ready-pictures.js';
import { type ChosenPictures, choosePictures, deskPicture } from './desk-pictures.js';
import { type DraftRow, LIST_DRAFTS, READ_DRAFT } from './draft-rows.js';
import { findKnown, fixedErrors, type StoredProduct } from './edit-product.js';
import { previewOf } from './preview-of.js';
import { readFields, versionOf } from './product-texts.js';

/** The drafts that are open, those edited last first. */
export async function listDrafts(pool: pg.Pool) {
  const rows = await LIST_DRAFTS.rows(pool, []);
  return {
    drafts: rows.map(({ id, name, styleCode, baseProductId, editedBy, editedAt, hash, width }) => ({
      draft: id,
      name: name ?? '',
      styleCode: styleCode ?? '',
      isOfPublished: baseProductId !== null,
      thumbnail: hash === null ? null : pictureAddress(hash, width ?? 0),
      lastEdit: { by: editedBy, at: editedAt.toISOString() },
    })),
  };
}

/** A draft with what it would become. */
export interface CheckedDraft {
  /** The published product that it changes; null for a new one. */
  readonly stored: StoredProduct | null;
  /** Null if its fields have errors. */
  readonly product: FileProduct | null;
  readonly chosen: ChosenPictures;
  readonly errors: readonly FieldError[];
}

/** Checks a draft by the rules of an import, and one of changes by those of a published product. */
export async function checkDraft(
  client: pg.Pool | Transaction,
  { state, fields, pictures, baseProductId }: DraftRow,
  nowMs: number,
): Promise<CheckedDraft> {
  const stored = baseProductId === null ? null : await findKnown(client, baseProductId);
  const { product, errors } = readFields(fields);
  const name = fields.name.trim();
  const isTaken = stored === null && state === 'open' && (await readKnownProducts(client, [name])).size > 0;
  const ready = await readReadyPictures(client, pictures);
  const chosen = choosePictures(pictures, stored?.pictures ?? new Map(), ready);
  return {
    stored,
    product,
    chosen,
    errors: [
      ...errors,
      ...(isTaken ? [takenError(name)] : []),
      ...(stored ? fixedErrors(stored.known, product, nowMs) : []),
      ...chosen.errors,
    ],
  };
}

function takenError(name: string): FieldError {
  return { field: 'name', error: `a product with the name ${shown(name)} already exists` };
}

/** A draft with the errors of its fields, and as visitors will see it; null for an unknown or discarded one. */
export async function readDraft(pool: pg.Pool, id: string, nowMs: number): Promise<ProductDraft | null> {
  const row = await READ_DRAFT.row(pool, [id]);
  if (!row) {
    return null;
  }
  const { version, fields, editedBy, editedAt, productId, baseFields, basePictures } = row;
  const { stored, product, chosen, errors } = await checkDraft(pool, row, nowMs);
  const market = stored && (await readProduct(pool, stored.known.id, nowMs));
  return {
    draft: id,
    version,
    fields,
    pictures: chosen.pictures.map(deskPicture),
    errors: [...errors],
    preview:
      product === null || errors.length > 0
        ? null
        : {
            ...previewOf(product, chosen.pictures, stored?.known.thumbnail ?? null, nowMs),
            ...booksOf(market),
          },
    lastEdit: { by: editedBy, at: editedAt.toISOString() },
    productId,
    base:
      stored === null || baseFields === null
        ? null
        : {
            product: stored.known.id,
            fields: baseFields,
            pictures: basePictures ?? [],
            isCurrent: isCurrent(row, stored),
            trades: tradesAt(stored.known.tradesFrom, nowMs),
          },
  };
}

/** The orders and sales that a product has beside its facts. */
function booksOf(market: Awaited<ReturnType<typeof readProduct>>) {
  if (!market) {
    return {};
  }
  const { asks, bids, lastsales, oldersales } = market;
  return { asks, bids, lastsales, oldersales };
}

/** True if the published product is as it was when the draft was begun from it. */
export function isCurrent({ baseFields, basePictures }: DraftRow, { version }: StoredProduct): boolean {
  return baseFields !== null && versionOf(baseFields as ProductFields, basePictures ?? []) === version;
}
