import { MAX_DRAFTS, type ProductFields } from '@perkex/contract/desk-catalogue.js';
import type pg from 'pg';
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

const DRAFT = `id, version, state, fields, pictures, edited_by as "editedBy", edited_at as "editedAt",
  product_id as "productId", base_product_id as "baseProductId", base_fields as "baseFields",
  base_pictures as "basePictures"`;
const DRAFT_ROW = {
  id: uuid,
  version: int4,
  state: oneOf(['open', 'published', 'discarded']),
  fields: json<ProductFields>(),
  pictures: texts,
  editedBy: text,
  editedAt: timestamptz,
  productId: orNull(int4),
  baseProductId: orNull(int4),
  baseFields: orNull(json<ProductFields>()),
  basePictures: orNull(texts),
};

export const READ_DRAFT = statement({
  name: 'read-product-draft',
  text: `select ${DRAFT} from product_drafts where id = $1 and state <> 'discarded'`,
  row: DRAFT_ROW,
});

export const LOCK_DRAFT = statement({
  name: 'lock-product-draft',
  text: `select ${DRAFT} from product_drafts where id = $1 for update`,
  row: DRAFT_ROW,
});

export type DraftRow = RowOf<typeof LOCK_DRAFT>;

/** `hash` and `width` are those of its first picture. */
export const LIST_DRAFTS = statement({
  name: 'list-product-drafts',
  text: `select draft.id, fields ->> 'name' as name, fields ->> 'styleCode' as "styleCode",
           base_product_id as "baseProductId", edited_by as "editedBy", edited_at as "editedAt", hash, width
         from product_drafts as draft left join ready_pictures on key = draft.pictures[1]
         where state = 'open' order by edited_at desc limit ${MAX_DRAFTS}`,
  row: {
    id: uuid,
    name: orNull(text),
    styleCode: orNull(text),
    baseProductId: orNull(int4),
    editedBy: text,
    editedAt: timestamptz,
    hash: orNull(text),
    width: orNull(int4),
  },
});

export const COUNT_DRAFTS = statement({
  name: 'count-product-drafts',
  text: `select count(*)::int as count from product_drafts where state = 'open'`,
  row: { count: int4 },
});

export const SAVE_DRAFT = statement({
  name: 'save-product-draft',
  text: `insert into product_drafts (id, version, fields, pictures, edited_by, base_product_id, base_fields, base_pictures)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update
         set version = excluded.version, fields = excluded.fields, pictures = excluded.pictures,
           edited_by = excluded.edited_by, base_fields = excluded.base_fields, base_pictures = excluded.base_pictures,
           edited_at = now()`,
});

export const END_DRAFT = statement({
  name: 'end-product-draft',
  text: `update product_drafts
         set state = $2, product_id = $3, version = version + 1, edited_by = $4, edited_at = now()
         where id = $1`,
});

const FIND_DRAFT_OF_PRODUCT = statement({
  name: 'find-draft-of-product',
  text: `select id, edited_by as "editedBy", edited_at as "editedAt"
         from product_drafts where base_product_id = $1 and state = 'open'`,
  row: { id: uuid, editedBy: text, editedAt: timestamptz },
});

/** The open draft of changes to a published product; null for none. */
export async function findDraftOf(client: pg.Pool | Transaction, productId: number) {
  const row = await FIND_DRAFT_OF_PRODUCT.row(client, [productId]);
  return row ? { draft: row.id, lastEdit: { by: row.editedBy, at: row.editedAt.toISOString() } } : null;
}
