import { PRODUCT_FIELDS, type ProductFields } from '@perkex/contract/desk-catalogue.js';
import { groupBy } from '@perkex/core/group-by.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { applyProductPlans } from '../../catalogue/apply-product-plan.js';
import { type KnownProduct, readKnownProducts } from '../../catalogue/known-products.js';
import { isChange, planProducts } from '../../catalogue/product-plan.js';
import type { FileProduct } from '../../csv/products-file.js';
import { int4, json, orNull, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { fetchLater } from '../../pictures/picture-jobs.js';
import { type PictureRow, readPictures, saveOutcomes } from '../../pictures/picture-rows.js';
import { fieldsOf, readFields } from './product-texts.js';

const PRODUCTS_AT_ONCE = 1_000;

/** Everything that an import may change about a product, for the journal and for undoing it. */
export interface ProductRecord extends ProductFields {
  readonly thumbnail: string;
  /** Only of a product that an import has shown again. */
  readonly hidden?: boolean;
  /** With the files of those that were fetched. */
  readonly pictures: readonly Pick<PictureRow, 'source' | 'hash' | 'width' | 'height' | 'placeholder'>[];
}

const FIND_NAMES = statement({
  name: 'find-names-of-products',
  text: 'select id, name from products where id = any($1::int[])',
  row: { id: int4, name: text },
});

/** Each with its content before and after the import. New products have none before. */
const READ_IMPORTED = statement({
  name: 'read-imported-products',
  text: `select id.id, act.before, act.after
         from unnest($1::int[]) as id (id)
         join desk_acts as act on act.subject = 'product/' || id.id and act.request_id = $2
         where act.act = 'import-products'`,
  row: { id: int4, before: orNull(json<ProductRecord>()), after: orNull(json<ProductRecord>()) },
});

/** The current content of these products. */
export async function readRecords(
  tx: Transaction,
  productIds: readonly number[],
): Promise<Map<number, ProductRecord>> {
  const records = new Map<number, ProductRecord>();
  for (const some of inPieces(productIds, PRODUCTS_AT_ONCE)) {
    const names = (await FIND_NAMES.rows(tx, [some])).map(({ name }) => name);
    const known = await readKnownProducts(tx, names);
    const pictures = groupBy(await readPictures(tx, some), ({ productId }) => productId);
    for (const product of known.values()) {
      records.set(product.id, recordOf(product, pictures.get(product.id) ?? []));
    }
  }
  return records;
}

function recordOf(product: KnownProduct, pictures: readonly PictureRow[]): ProductRecord {
  const bySource = new Map(pictures.map((picture) => [picture.source, picture]));
  return {
    ...fieldsOf(product),
    thumbnail: product.thumbnail,
    pictures: product.pictures.flatMap((source) => {
      const picture = bySource.get(source);
      if (!picture) {
        return [];
      }
      const { hash, width, height, placeholder } = picture;
      return [{ source, hash, width, height, placeholder }];
    }),
  };
}

/** Its hiding is an act of its own. */
function withoutHiding({ hidden: _hidden, ...record }: ProductRecord): ProductRecord {
  return record;
}

/** True for the same fields and pictures. Pictures are fetched after an import, and then become the thumbnail. */
function isSame(one: ProductRecord, other: ProductRecord): boolean {
  const contentOf = ({ thumbnail, pictures, ...fields }: ProductRecord) =>
    JSON.stringify([
      PRODUCT_FIELDS.map((field) => fields[field]),
      pictures.length === 0 ? thumbnail : pictures.map(({ source }) => source),
    ]);
  return contentOf(one) === contentOf(other);
}

/**
 * Gives the products of an import the content from before it. New sizes stay. The catalogue must be held.
 * @returns the acts of those that have changed, the products that were not shown before, and the number of those that
 *   were edited since
 */
export async function restoreProducts(
  tx: Transaction,
  { productIds, requestId }: { readonly productIds: readonly number[]; readonly requestId: string },
  nowMs: number,
) {
  const all = await READ_IMPORTED.rows(tx, [productIds, requestId]);
  const imported = all.flatMap(({ id, before, after }) => (before && after ? [{ id, before, after }] : []));
  const created = all.flatMap(({ id, before, after }) => (!before && after ? [{ id, after }] : []));
  const current = await readRecords(
    tx,
    all.map(({ id }) => id),
  );
  const uneditedNew = created.filter(({ id, after }) => isSame(current.get(id) ?? after, after));
  const unedited = imported.filter(({ id, after }) => isSame(current.get(id) ?? after, after));
  /** The names of products with pictures whose files may be deleted. */
  const toFetch: string[] = [];
  const restored: { readonly id: number; readonly before: ProductRecord; readonly after: ProductRecord }[] =
    [];
  for (const some of inPieces(unedited, PRODUCTS_AT_ONCE)) {
    const known = await readKnownProducts(
      tx,
      some.map(({ before }) => before.name),
    );
    const products = some.flatMap(
      ({ id, before }) => productFrom(before, current.get(id)?.sizes ?? '') ?? [],
    );
    const plans = planProducts(products, known, nowMs, 'none').filter(isChange);
    await applyProductPlans(tx, plans);
    for (const { product, newPictures } of plans) {
      const one = some.find(({ before }) => before.name === product.name);
      if (one) {
        restored.push({ id: one.id, before: withoutHiding(one.after), after: withoutHiding(one.before) });
        if (newPictures !== null && one.before.pictures.length > 0) {
          await restoreFiles(tx, one);
          toFetch.push(one.before.name);
        }
      }
    }
  }
  await fetchLater(tx, toFetch);
  return {
    restored: restored.map(({ id, before, after }) => ({ id, subject: `product/${id}`, before, after })),
    toHide: [...uneditedNew, ...unedited.filter(({ before }) => before.hidden)].map(({ id }) => id),
    left: imported.length - unedited.length + created.length - uneditedNew.length,
  };
}

function productFrom(record: ProductRecord, sizes: string): FileProduct | null {
  const { thumbnail, pictures, hidden: _hidden, ...fields } = record;
  const { product } = readFields({ ...fields, sizes });
  const sources = pictures.map(({ source }) => source);
  return (
    product && {
      ...product,
      thumbnail: sources.length === 0 ? thumbnail : null,
      pictures: sources.length === 0 ? null : sources,
    }
  );
}

/** The files of pictures exist for a few weeks after an import has replaced them. Missing ones are fetched again. */
async function restoreFiles(
  tx: Transaction,
  { id, before }: { readonly id: number; readonly before: ProductRecord },
): Promise<void> {
  const stored = before.pictures.flatMap(({ source, hash, width, height, placeholder }) =>
    hash === null || width === null || height === null || placeholder === null
      ? []
      : [[source, { hash, width, height, placeholder }] as const],
  );
  if (stored.length > 0) {
    await saveOutcomes(tx, id, new Map(stored));
  }
}
