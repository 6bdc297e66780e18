import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import { int4, orNull, statement } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';

const PRODUCTS_AT_ONCE = 1_000;

const FIND_HIDDEN = statement({
  name: 'find-hidden-among-products',
  text: `select id, merged_into as "mergedInto" from products where id = any($1::int[]) and hidden_at is not null`,
  row: { id: int4, mergedInto: orNull(int4) },
});

/** The journal knows how a product was hidden. */
const FIND_HIDDEN_BY_UNDO = statement({
  name: 'find-products-hidden-by-undo',
  text: `select id.id
         from unnest($1::int[]) as id (id) cross join lateral (
           select act.act from desk_acts as act
           where act.subject = 'product/' || id.id and (act.act in ('hide-product', 'merge-product')
             or (act.act = 'undo-import' and act.after->>'hidden' = 'true'))
           order by act.at desc, act.id desc limit 1
         ) as last
         where last.act = 'undo-import'`,
  row: { id: int4 },
});

/** A hidden product was hidden or merged by an admin, or by the undo of an import. */
export type HiddenBy = 'admin' | 'undo';

/** The hidden ones among these products. */
export async function readHidings(
  client: pg.Pool | Transaction,
  productIds: readonly number[],
): Promise<Map<number, HiddenBy>> {
  const hidings = new Map<number, HiddenBy>();
  for (const some of inPieces(productIds, PRODUCTS_AT_ONCE)) {
    const hidden = await FIND_HIDDEN.rows(client, [some]);
    const unmerged = hidden.filter(({ mergedInto }) => mergedInto === null).map(({ id }) => id);
    const byUndo = new Set((await FIND_HIDDEN_BY_UNDO.rows(client, [unmerged])).map(({ id }) => id));
    for (const { id } of hidden) {
      hidings.set(id, byUndo.has(id) ? 'undo' : 'admin');
    }
  }
  return hidings;
}
