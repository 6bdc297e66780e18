import type {
  DeskProduct,
  FieldError,
  ProductFields,
  saveProductBodySchema,
} from '@perkex/contract/desk-catalogue.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { applyProductPlans } from '../../catalogue/apply-product-plan.js';
import { tradesAt } from '../../catalogue/find-product.js';
import { holdCatalogue, type KnownProduct, readKnownProducts } from '../../catalogue/known-products.js';
import { planProducts } from '../../catalogue/product-plan.js';
import type { FileProduct } from '../../csv/products-file.js';
import { statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { type PictureRow, readPicturesOf, saveOutcomes } from '../../pictures/picture-rows.js';
import { holdPictures, pictureKey, readReadyPictures } from '../../pictures/ready-pictures.js';
import { readHiding } from '../../products/hidden-products.js';
import { publishProducts } from '../../products/publish-products.js';
import { readLastEdit, recordAct } from '../desk-acts.js';
import { type ChosenPictures, choosePictures, deskPicture } from './desk-pictures.js';
import { findDraftOf } from './draft-rows.js';
import { fieldsOf, readFields, versionOf } from './product-texts.js';

const FIND_NAME = statement({
  name: 'find-name-of-product',
  text: 'select name from products where id = $1',
  row: { name: text },
});

/** The clock and ids of a change of the catalogue. */
export interface ChangeMoment {
  readonly nowMs: number;
  /** Returns a new UUID. */
  readonly newId: () => string;
}

const UNKNOWN = { refused: 'unknown-product' } as const;

/** A product with its pictures, by their sources, and the name of its content. */
export interface StoredProduct {
  readonly known: KnownProduct;
  readonly pictures: ReadonlyMap<string, PictureRow>;
  /** The keys of its pictures, in order. */
  readonly keys: readonly string[];
  readonly version: string;
}

/** A published product; null for an unknown id. */
export async function findKnown(client: pg.Pool | Transaction, id: number): Promise<StoredProduct | null> {
  const row = await FIND_NAME.row(client, [id]);
  const known = row && (await readKnownProducts(client, [row.name])).get(row.name);
  if (!known) {
    return null;
  }
  const pictures = await readPicturesOf(client, id);
  const keys = picturesInOrder(known, pictures).map(pictureKey);
  return { known, pictures, keys, version: versionOf(fieldsOf(known), keys) };
}

/** A product as admins edit it; null for an unknown id. */
export async function readDeskProduct(
  client: pg.Pool | Transaction,
  id: number,
  nowMs: number,
): Promise<DeskProduct | null> {
  const stored = await findKnown(client, id);
  if (!stored) {
    return null;
  }
  const { known, pictures, version } = stored;
  return {
    id,
    version,
    fields: fieldsOf(known),
    trades: tradesAt(known.tradesFrom, nowMs),
    thumbnail: known.thumbnail,
    pictures: picturesInOrder(known, pictures).map(deskPicture),
    lastEdit: await readLastEdit(client, `product/${id}`),
    draft: await findDraftOf(client, id),
    hidden: (await readHiding(client, id))?.hiding ?? null,
  };
}

function picturesInOrder(known: KnownProduct, pictures: ReadonlyMap<string, PictureRow>): PictureRow[] {
  return known.pictures.flatMap((source) => pictures.get(source) ?? []);
}

type ProductRefusal = 'unknown-product' | 'product-changed' | 'invalid-product';

/**
 * Saves a product as a member has edited it, unless it has changed since they saw it. The same change again has no
 * further effect.
 */
export async function saveProduct(
  tx: Transaction,
  request: FastifyRequest,
  body: z.infer<typeof saveProductBodySchema>,
  { nowMs, newId }: ChangeMoment,
): Promise<number | Refusal<ProductRefusal>> {
  const { id, version } = body;
  await holdCatalogue(tx);
  await holdPictures(tx);
  const stored = await findKnown(tx, id);
  if (!stored) {
    return UNKNOWN;
  }
  const { known, pictures } = stored;
  const { product, errors } = readFields(body.fields);
  if (product && versionOf(fieldsOf(product), body.pictures) === stored.version) {
    return id;
  }
  // First: a product that has changed may no longer have the pictures of the form.
  if (stored.version !== version) {
    return { refused: 'product-changed' };
  }
  const chosen = choosePictures(body.pictures, pictures, await readReadyPictures(tx, body.pictures));
  const allErrors = [...errors, ...fixedErrors(known, product, nowMs), ...chosen.errors];
  if (product === null || allErrors.length > 0) {
    return { refused: 'invalid-product', fields: allErrors };
  }
  await applyProduct(tx, product, chosen, { known, nowMs, newId });
  await recordAct(tx, request, {
    act: 'edit-product',
    subject: `product/${id}`,
    ...changesOf(known, product, chosen),
  });
  return id;
}

/** The effect of a change on a published product, for the journal. */
export function changesOf(known: KnownProduct, product: FileProduct, { sources }: ChosenPictures) {
  return changedOnly(
    { ...fieldsOf(known), pictures: known.pictures },
    { ...fieldsOf(product), pictures: sources },
  );
}

/** Only what differs, so that the journal shows it. */
function changedOnly<Content extends ProductFields & { readonly pictures: readonly string[] }>(
  before: Content,
  after: Content,
) {
  const isChanged = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([name]) => name === key)?.[1]);
  const keys = Object.entries(after)
    .filter(isChanged)
    .map(([key]) => key);
  const only = (content: Content) =>
    Object.fromEntries(Object.entries(content).filter(([key]) => keys.includes(key)));
  return { before: only(before), after: only(after) };
}

/** An import keeps these values silently. A member would believe that they have changed. */
export function fixedErrors(known: KnownProduct, product: FileProduct | null, nowMs: number): FieldError[] {
  if (product === null) {
    return [];
  }
  const lost = known.sizes.filter((size) => !product.sizes.includes(size));
  return [
    ...(product.name === known.name
      ? []
      : [
          {
            field: 'name' as const,
            error: 'the name of a published product cannot change, because orders refer to it',
          },
        ]),
    ...(lost.length === 0
      ? []
      : [
          {
            field: 'sizes' as const,
            error: `the sizes ${lost.join(', ')} cannot be removed, because they may hold orders`,
          },
        ]),
    ...(tradesAt(known.tradesFrom, nowMs) && product.tradesFrom !== known.tradesFrom
      ? [{ field: 'tradesFrom' as const, error: 'it is already traded, so this day cannot change' }]
      : []),
  ];
}

/**
 * Creates or changes a product as an import does, with its pictures, and reports it in the feed. The catalogue and the
 * pictures must be held. @returns its id
 */
export async function applyProduct(
  tx: Transaction,
  product: FileProduct,
  { sources, outcomes }: ChosenPictures,
  { known, nowMs, newId }: ChangeMoment & { readonly known: KnownProduct | null },
): Promise<number> {
  const { name } = product;
  const plans = planProducts(
    [{ ...product, pictures: sources }],
    new Map(known ? [[name, known]] : []),
    nowMs,
    'none',
  );
  const [created] = await applyProductPlans(tx, plans);
  const id = known?.id ?? created;
  if (id === undefined) {
    throw new Error(`The product ${name} was not created.`);
  }
  if (outcomes.size > 0) {
    await saveOutcomes(tx, id, outcomes);
  }
  await publishProducts(tx, [id], newId);
  return id;
}
