import {
  type CatalogueImport,
  type importProductsBodySchema,
  MAX_IMPORTS,
  type undoImportBodySchema,
} from '@perkex/contract/desk-imports.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod/mini';
import { applyProductPlans } from '../../catalogue/apply-product-plan.js';
import { holdCatalogue } from '../../catalogue/known-products.js';
import { isChange } from '../../catalogue/product-plan.js';
import { harmless } from '../../csv/cell-values.js';
import { int4, ints, orNull, statement, text, timestamptz, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { fetchLater } from '../../pictures/picture-jobs.js';
import { hideProducts, showProducts } from '../../products/hidden-products.js';
import { publishProducts } from '../../products/publish-products.js';
import { recordAct, recordActs } from '../desk-acts.js';
import { planCatalogue, previewName, type SentCatalogue } from './catalogue-file.js';
import type { ChangeMoment } from './edit-product.js';
import type { HiddenProducts } from './hidden-products.js';
import { type ProductRecord, readRecords, restoreProducts } from './product-records.js';
import { readHidings } from './read-hidings.js';

const PRODUCTS_AT_ONCE = 1_000;

const IMPORT = `id, file_name as "fileName", created, changed, product_ids as "productIds", request_id as "requestId",
  imported_by as "importedBy", imported_at as "importedAt", undone_by as "undoneBy"`;
const IMPORT_ROW = {
  id: uuid,
  fileName: text,
  created: int4,
  changed: int4,
  productIds: ints,
  requestId: text,
  importedBy: text,
  importedAt: timestamptz,
  undoneBy: orNull(text),
};

const LIST_IMPORTS = statement({
  name: 'list-catalogue-imports',
  text: `select ${IMPORT} from catalogue_imports order by imported_at desc limit ${MAX_IMPORTS}`,
  row: IMPORT_ROW,
});

const LOCK_IMPORT = statement({
  name: 'lock-catalogue-import',
  text: `select ${IMPORT} from catalogue_imports where id = $1 for update`,
  row: IMPORT_ROW,
});

const SAVE_IMPORT = statement({
  name: 'save-catalogue-import',
  text: `insert into catalogue_imports (id, file_name, created, changed, product_ids, request_id, imported_by)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${IMPORT}`,
  row: IMPORT_ROW,
});

const END_IMPORT = statement({
  name: 'undo-catalogue-import',
  text: 'update catalogue_imports set undone_by = $2, undone_at = now() where id = $1',
});

type ImportRow = Omit<CatalogueImport, 'import' | 'importedAt'> & {
  readonly id: string;
  readonly importedAt: Date;
};

function shownImport({ id, fileName, created, changed, importedBy, importedAt, undoneBy }: ImportRow) {
  return {
    import: id,
    fileName,
    created,
    changed,
    importedBy,
    undoneBy,
    importedAt: importedAt.toISOString(),
  };
}

/** The imports at the desk, newest first. */
export async function listImports(pool: pg.Pool) {
  return { imports: (await LIST_IMPORTS.rows(pool, [])).map(shownImport) };
}

/**
 * Imports a file, if it still does what its member has seen. All rows, or none; the same import again does nothing. Its
 * pictures are fetched afterwards.
 */
export async function importCatalogue(
  tx: Transaction,
  request: FastifyRequest,
  { import: id, fileName, preview }: z.infer<typeof importProductsBodySchema>,
  { file, nowMs, newId }: ChangeMoment & { readonly file: SentCatalogue },
): Promise<CatalogueImport | Refusal<'bad-rows' | 'catalogue-changed'>> {
  await holdCatalogue(tx);
  const before = await LOCK_IMPORT.row(tx, [id]);
  if (before) {
    return shownImport(before);
  }
  if (file.badRows.length > 0) {
    return { refused: 'bad-rows' };
  }
  const plans = await planCatalogue(tx, file, nowMs);
  if (previewName(file, plans) !== preview) {
    return { refused: 'catalogue-changed' };
  }
  const wanted = plans.filter(isChange);
  const known = wanted.flatMap((plan) => plan.known ?? []);
  const earlier = await readRecords(
    tx,
    known.map((product) => product.id),
  );
  const ids = new Set<number>();
  for (const some of inPieces(wanted, PRODUCTS_AT_ONCE)) {
    for (const changed of await applyProductPlans(tx, some)) {
      ids.add(changed);
    }
  }
  const productIds = [...ids];
  const shownAgain = new Set(
    wanted.flatMap(({ known: product, isShownAgain }) => (product && isShownAgain ? product.id : [])),
  );
  await showProducts(tx, [...shownAgain]);
  const later = await readRecords(tx, productIds);
  await recordActs(
    tx,
    request,
    productIds.map((productId) => ({
      act: 'import-products' as const,
      subject: `product/${productId}`,
      before: recordOf(earlier.get(productId), shownAgain.has(productId) ? { hidden: true } : {}),
      after: recordOf(later.get(productId), shownAgain.has(productId) ? { hidden: false } : {}),
    })),
  );
  await fetchLater(
    tx,
    wanted.flatMap(({ product, newPictures }) => (newPictures?.length ? product.name : [])),
  );
  await publishProducts(tx, productIds, newId);
  const created = wanted.length - known.length;
  const { name } = memberOf(request);
  const values = [id, harmless(fileName), created, known.length, productIds, request.id, name];
  const row = await SAVE_IMPORT.row(tx, values);
  if (!row) {
    throw new Error('The import was not saved.');
  }
  return shownImport(row);
}

function recordOf(record: ProductRecord | undefined, hiding: Pick<ProductRecord, 'hidden'>) {
  return record ? { ...record, ...hiding } : null;
}

/**
 * Gives the products of an import the values from before it, and hides its new products and those that it has shown
 * again, except those that were edited or hidden since. New sizes stay, because they may hold orders.
 */
export async function undoImport(
  tx: Transaction,
  request: FastifyRequest,
  { import: id }: z.infer<typeof undoImportBodySchema>,
  hidden: Pick<HiddenProducts, 'send'>,
  { nowMs, newId }: ChangeMoment,
): Promise<
  | { readonly undone: number; readonly hidden: number; readonly left: number }
  | Refusal<'unknown-import' | 'already-undone'>
> {
  await holdCatalogue(tx);
  const row = await LOCK_IMPORT.row(tx, [id]);
  if (!row || row.undoneBy !== null) {
    return { refused: row ? 'already-undone' : 'unknown-import' };
  }
  const { name } = memberOf(request);
  const { restored, toHide, left } = await restoreProducts(tx, row, nowMs);
  const hidings = await readHidings(tx, toHide);
  const hiddenIds = await hideProducts(
    tx,
    toHide.filter((productId) => !hidings.has(productId)),
    name,
    null,
  );
  await hidden.send(tx, hiddenIds);
  await recordActs(
    tx,
    request,
    [
      ...restored.map(({ subject, before, after: now }) => ({ subject, before, after: now })),
      ...hiddenIds.map((productId) => ({
        subject: `product/${productId}`,
        before: { hidden: false },
        after: { hidden: true },
      })),
    ].map((act) => ({ act: 'undo-import' as const, ...act })),
  );
  await publishProducts(tx, [...restored.map(({ id: productId }) => productId), ...hiddenIds], newId);
  await END_IMPORT.run(tx, [id, name]);
  const after = {
    undone: restored.length,
    hidden: hiddenIds.length,
    left: left + toHide.length - hiddenIds.length,
  };
  await recordAct(tx, request, { act: 'undo-import', subject: `import/${id}`, before: null, after });
  return after;
}
