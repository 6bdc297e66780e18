import {
  type draftActBodySchema,
  MAX_DRAFTS,
  type ProductFields,
  type saveDraftBodySchema,
} from '@perkex/contract/desk-catalogue.js';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { holdCatalogue } from '../../catalogue/known-products.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { holdPictures, letGoOf, readReadyPictures } from '../../pictures/ready-pictures.js';
import { recordAct } from '../desk-acts.js';
import { choosePictures } from './desk-pictures.js';
import { COUNT_DRAFTS, type DraftRow, END_DRAFT, findDraftOf, LOCK_DRAFT, SAVE_DRAFT } from './draft-rows.js';
import { applyProduct, type ChangeMoment, changesOf, findKnown, type StoredProduct } from './edit-product.js';
import { fieldsOf, versionOf } from './product-texts.js';
import { checkDraft, isCurrent } from './read-drafts.js';

const UNKNOWN = { refused: 'unknown-draft' } as const;

type SeenDraft = z.infer<typeof draftActBodySchema>;
type SavedDraft = z.infer<typeof saveDraftBodySchema>;
type SaveRefusal =
  | 'unknown-draft'
  | 'draft-changed'
  | 'too-many-drafts'
  | 'invalid-product'
  | 'unknown-product'
  | 'product-changed';

/** Creates or changes a draft: of a new product, or of changes to a published one. @returns its id */
export async function saveDraft(
  tx: Transaction,
  request: FastifyRequest,
  body: SavedDraft,
): Promise<string | Refusal<SaveRefusal>> {
  const { draft: id, version, fields, pictures } = body;
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
  const refusal = refusalOf(row, version) ?? (await refusalOfNew(tx, row, body));
  if (refusal) {
    return refusal;
  }
  const base = await baseOf(tx, row, body);
  if (base !== null && 'refused' in base) {
    return base;
  }
  const known = base?.stored.pictures ?? new Map();
  const { errors } = choosePictures(pictures, known, await readReadyPictures(tx, pictures));
  if (errors.length > 0) {
    // A product that has changed may no longer have the pictures of its draft.
    return base && versionOf(base.fields, base.pictures) !== base.stored.version
      ? { refused: 'product-changed' }
      : { refused: 'invalid-product', fields: [...errors] };
  }
  const values = [id, version + 1, JSON.stringify(fields), pictures, name];
  await SAVE_DRAFT.run(tx, [
    ...values,
    base?.stored.known.id ?? null,
    base && JSON.stringify(base.fields),
    base?.pictures ?? null,
  ]);
  const removed = row?.pictures.filter((key) => !pictures.includes(key)) ?? [];
  await letGoOf(tx, removed);
  await recordAct(tx, request, {
    act: row ? 'edit-draft' : 'create-draft',
    subject: `draft/${id}`,
    before: row ? contentOf(row) : base && { ...base.fields, pictures: base.pictures },
    after: { ...fields, pictures, ...(base && { product: base.stored.known.id }) },
  });
  return id;
}

/**
 * New drafts come one after the other, so that a draft that is sent twice exists once, and their number has a limit.
 */
async function lockNewDraft(tx: Transaction, id: string): Promise<DraftRow | undefined> {
  await tx.query('lock table product_drafts in share row exclusive mode');
  return LOCK_DRAFT.row(tx, [id]);
}

/** Why there can be no further draft, or none of this product. */
async function refusalOfNew(
  tx: Transaction,
  row: DraftRow | undefined,
  { base }: SavedDraft,
): Promise<Refusal<'too-many-drafts' | 'draft-changed'> | null> {
  if (row) {
    return null;
  }
  if (((await COUNT_DRAFTS.row(tx, []))?.count ?? 0) >= MAX_DRAFTS) {
    return { refused: 'too-many-drafts' };
  }
  const other = base ? await findDraftOf(tx, base.product) : null;
  return (
    other && {
      refused: 'draft-changed',
      detail: `${other.lastEdit.by} has begun a draft of this product in the meantime. Nothing was saved.`,
    }
  );
}

/** The published product that a draft changes, and its content when the draft was begun from it. */
interface Base {
  readonly stored: StoredProduct;
  readonly fields: ProductFields;
  readonly pictures: readonly string[];
}

/** The base of a draft: that of the member, which must be the product as it is now, or the one before. */
async function baseOf(
  tx: Transaction,
  row: DraftRow | undefined,
  { base: seen }: SavedDraft,
): Promise<Base | null | Refusal<'unknown-product' | 'product-changed'>> {
  const id = row ? row.baseProductId : (seen?.product ?? null);
  if (id === null) {
    return null;
  }
  const stored = await findKnown(tx, id);
  if (!stored) {
    return { refused: 'unknown-product' };
  }
  const { baseFields = null, basePictures = null } = row ?? {};
  if (!seen && baseFields && basePictures) {
    return { stored, fields: baseFields, pictures: basePictures };
  }
  return seen?.version === stored.version
    ? { stored, fields: fieldsOf(stored.known), pictures: stored.keys }
    : { refused: 'product-changed' };
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

type PublishRefusal = 'unknown-draft' | 'draft-changed' | 'invalid-product' | 'product-changed';

/** Makes a product of a draft, or changes the published one, as an import would. @returns the id of the product */
export async function publishDraft(
  tx: Transaction,
  request: FastifyRequest,
  { draft: id, version }: SeenDraft,
  moment: ChangeMoment,
): Promise<{ readonly id: number } | Refusal<PublishRefusal>> {
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
  const { stored, product, chosen, errors } = await checkDraft(tx, row, moment.nowMs);
  if (stored && !isCurrent(row, stored)) {
    return { refused: 'product-changed' };
  }
  if (product === null || errors.length > 0) {
    return { refused: 'invalid-product', fields: [...errors] };
  }
  const productId = await applyProduct(tx, product, chosen, { known: stored?.known ?? null, ...moment });
  await END_DRAFT.run(tx, [id, 'published', productId, name]);
  await recordAct(tx, request, {
    act: 'publish-draft',
    subject: `product/${productId}`,
    ...(stored
      ? changesOf(stored.known, product, chosen)
      : { before: null, after: { ...row.fields, pictures: chosen.sources } }),
  });
  return { id: productId };
}
