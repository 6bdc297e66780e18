import {
  type draftActBodySchema,
  type FieldError,
  MAX_DRAFTS,
  type ProductDraft,
  type ProductFields,
  type saveDraftBodySchema,
} from '@perkex/contract/desk-catalogue.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { holdCatalogue, readKnownProducts } from '../../catalogue/known-products.js';
import { shown } from '../../csv/cell-values.js';
import {
  int4,
  json,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { pictureAddress } from '../../pictures/picture-rows.js';
import { holdPictures, letGoOf, readReadyPictures } from '../../pictures/ready-pictures.js';
import { recordAct } from '../desk-acts.js';
import { choosePictures, deskPicture } from './desk-pictures.js';
import { applyProduct, type ChangeMoment } from './edit-product.js';
import { previewOf } from './preview-of.js';
import { readFields } from './product-texts.js';

const DRAFT = `id, version, state, fields, pictures, edited_by as "editedBy", edited_at as "editedAt",
  product_id as "productId"`;
const DRAFT_ROW = {
  id: uuid,
  version: int4,
  state: oneOf(['open', 'published', 'discarded']),
  fields: json<ProductFields>(),
  pictures: texts,
  editedBy: text,
  editedAt: timestamptz,
  productId: orNull(int4),
};

const READ_DRAFT = statement({
  name: 'read-product-draft',
  text: `select ${DRAFT} from product_drafts where id = $1 and state <> 'discarded'`,
  row: DRAFT_ROW,
});

const LOCK_DRAFT = statement({
  name: 'lock-product-draft',
  text: `select ${DRAFT} from product_drafts where id = $1 for update`,
  row: DRAFT_ROW,
});

type DraftRow = RowOf<typeof LOCK_DRAFT>;

/** `hash` and `width` are those of its first picture. */
const LIST_DRAFTS = statement({
  name: 'list-product-drafts',
  text: `select draft.id, fields ->> 'name' as name, fields ->> 'styleCode' as "styleCode",
           edited_by as "editedBy", edited_at as "editedAt", hash, width
         from product_drafts as draft left join ready_pictures on key = draft.pictures[1]
         where state = 'open' order by edited_at desc limit ${MAX_DRAFTS}`,
  row: {
    id: uuid,
    name: orNull(text),
    styleCode: orNull(text),
    editedBy: text,
    editedAt: timestamptz,
    hash: orNull(text),
    width: orNull(int4),
  },
});

const COUNT_DRAFTS = statement({
  name: 'count-product-drafts',
  text: `select count(*)::int as count from product_drafts where state = 'open'`,
  row: { count: int4 },
});

const SAVE_DRAFT = statement({
  name: 'save-product-draft',
  text: `insert into product_drafts (id, version, fields, pictures, edited_by) values ($1, $2, $3, $4, $5)
         on conflict (id) do update
         set version = excluded.version, fields = excluded.fields, pictures = excluded.pictures,
           edited_by = excluded.edited_by, edited_at = now()`,
});

const END_DRAFT = statement({
  name: 'end-product-draft',
  text: `update product_drafts
         set state = $2, product_id = $3, version = version + 1, edited_by = $4, edited_at = now()
         where id = $1`,
});

const UNKNOWN = { refused: 'unknown-draft' } as const;

/** The drafts that are open, those edited last first. */
export async function listDrafts(pool: pg.Pool) {
  const rows = await LIST_DRAFTS.rows(pool, []);
  return {
    drafts: rows.map(({ id, name, styleCode, editedBy, editedAt, hash, width }) => ({
      draft: id,
      name: name ?? '',
      styleCode: styleCode ?? '',
      thumbnail: hash === null ? null : pictureAddress(hash, width ?? 0),
      lastEdit: { by: editedBy, at: editedAt.toISOString() },
    })),
  };
}

/** A draft with the errors of its fields, and as visitors will see it; null for an unknown or discarded one. */
export async function readDraft(pool: pg.Pool, id: string, nowMs: number): Promise<ProductDraft | null> {
  const row = await READ_DRAFT.row(pool, [id]);
  if (!row) {
    return null;
  }
  const { version, fields, pictures, editedBy, editedAt, productId } = row;
  const ready = await readReadyPictures(pool, pictures);
  const isTaken = row.state === 'open' && (await readKnownProducts(pool, [fields.name.trim()])).size > 0;
  const { product, errors: wrong } = readFields(fields);
  const errors = [
    ...wrong,
    ...(isTaken ? [takenError(fields)] : []),
    ...choosePictures(pictures, new Map(), ready).errors,
  ];
  const stored = pictures.flatMap((key) => ready.get(key) ?? []);
  return {
    draft: id,
    version,
    fields,
    pictures: stored.map(deskPicture),
    errors,
    preview: product === null || errors.length > 0 ? null : previewOf(product, stored, nowMs),
    lastEdit: { by: editedBy, at: editedAt.toISOString() },
    productId,
  };
}

function takenError({ name }: ProductFields): FieldError {
  return { field: 'name', error: `a product with the name ${shown(name.trim())} exists already` };
}

type SeenDraft = z.infer<typeof draftActBodySchema>;

/** Creates or changes a draft. @returns its id */
export async function saveDraft(
  tx: Transaction,
  request: FastifyRequest,
  { draft: id, version, fields, pictures }: z.infer<typeof saveDraftBodySchema>,
): Promise<string | Refusal<'unknown-draft' | 'draft-changed' | 'too-many-drafts' | 'invalid-product'>> {
  const { name } = memberOf(request);
  await holdPictures(tx);
  // Two members at one draft, or one who sends it twice: the second waits here.
  const row = version === 0 ? await lockNewDraft(tx, id) : await LOCK_DRAFT.row(tx, [id]);
  const isSame =
    row !== undefined &&
    JSON.stringify(pictures) === JSON.stringify(row.pictures) &&
    Object.entries(fields).every(([field, value]) => row.fields[field as keyof ProductFields] === value);
  if (row?.state === 'open' && isSame && row.version === version + 1 && row.editedBy === name) {
    return id;
  }
  const refusal = refusalOf(row, version);
  if (refusal) {
    return refusal;
  }
  const { errors } = choosePictures(pictures, new Map(), await readReadyPictures(tx, pictures));
  if (errors.length > 0) {
    return { refused: 'invalid-product', fields: [...errors] };
  }
  if (!row && ((await COUNT_DRAFTS.row(tx, []))?.count ?? 0) >= MAX_DRAFTS) {
    return { refused: 'too-many-drafts' };
  }
  await SAVE_DRAFT.run(tx, [id, version + 1, JSON.stringify(fields), pictures, name]);
  const removed = row?.pictures.filter((key) => !pictures.includes(key)) ?? [];
  await letGoOf(tx, removed);
  await recordAct(tx, request, {
    act: row ? 'edit-draft' : 'create-draft',
    subject: `draft/${id}`,
    before: row ? contentOf(row) : null,
    after: { ...fields, pictures },
  });
  return id;
}

/** New drafts come one after the other, so that a draft that is sent twice exists once, and their number has a limit. */
async function lockNewDraft(tx: Transaction, id: string): Promise<DraftRow | undefined> {
  await tx.query('lock table product_drafts in share row exclusive mode');
  return LOCK_DRAFT.row(tx, [id]);
}

function contentOf({ fields, pictures }: DraftRow) {
  return { ...fields, pictures };
}

function refusalOf(
  row: DraftRow | undefined,
  seenVersion: number,
): Refusal<'unknown-draft' | 'draft-changed'> | null {
  if (!row) {
    return seenVersion === 0 ? null : UNKNOWN;
  }
  const { state, version, editedBy } = row;
  if (state !== 'open') {
    const detail = `${editedBy} has ${state} this draft in the meantime.`;
    return { refused: 'draft-changed', detail };
  }
  return version === seenVersion
    ? null
    : {
        refused: 'draft-changed',
        detail: `${editedBy} has changed this draft in the meantime. Nothing was saved.`,
      };
}

/** Deletes a draft. @returns a sentence */
export async function discardDraft(
  tx: Transaction,
  request: FastifyRequest,
  { draft: id, version }: SeenDraft,
): Promise<string | Refusal<'unknown-draft' | 'draft-changed'>> {
  const { name } = memberOf(request);
  const row = await LOCK_DRAFT.row(tx, [id]);
  const isDone = row?.state === 'discarded' && row.version === version + 1 && row.editedBy === name;
  if (!isDone) {
    const refusal = row ? refusalOf(row, version) : UNKNOWN;
    if (!row || refusal) {
      return refusal ?? UNKNOWN;
    }
    await END_DRAFT.run(tx, [id, 'discarded', null, name]);
    await letGoOf(tx, row.pictures);
    await recordAct(tx, request, {
      act: 'discard-draft',
      subject: `draft/${id}`,
      before: contentOf(row),
      after: null,
    });
  }
  return 'The draft is deleted.';
}

/** Makes a product of a draft, as an import would. @returns the id of the product */
export async function publishDraft(
  tx: Transaction,
  request: FastifyRequest,
  { draft: id, version }: SeenDraft,
  moment: ChangeMoment,
): Promise<{ readonly id: number } | Refusal<'unknown-draft' | 'draft-changed' | 'invalid-product'>> {
  const { name } = memberOf(request);
  await holdCatalogue(tx);
  await holdPictures(tx);
  const row = await LOCK_DRAFT.row(tx, [id]);
  if (row?.productId && row.version === version + 1 && row.editedBy === name) {
    return { id: row.productId };
  }
  const refusal = row ? refusalOf(row, version) : UNKNOWN;
  if (!row || refusal) {
    return refusal ?? UNKNOWN;
  }
  const { product, errors } = readFields(row.fields);
  const chosen = choosePictures(row.pictures, new Map(), await readReadyPictures(tx, row.pictures));
  const isTaken = product !== null && (await readKnownProducts(tx, [product.name])).size > 0;
  const allErrors = [...errors, ...(isTaken ? [takenError(row.fields)] : []), ...chosen.errors];
  if (product === null || allErrors.length > 0) {
    return { refused: 'invalid-product', fields: allErrors };
  }
  const productId = await applyProduct(tx, product, chosen, { known: null, ...moment });
  await END_DRAFT.run(tx, [id, 'published', productId, name]);
  await recordAct(tx, request, {
    act: 'publish-draft',
    subject: `product/${productId}`,
    before: null,
    after: { ...row.fields, pictures: chosen.sources },
  });
  return { id: productId };
}
