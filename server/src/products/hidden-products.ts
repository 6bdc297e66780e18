import type pg from 'pg';
import { byProduct } from '../database/citus.js';
import { int4, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const MERGED_NAME = '(select name from products where id = product.merged_into) as "mergedName"';

const READ_HIDING = statement({
  name: 'read-hiding-of-product',
  text: `select product.name, product.hidden_at as at, product.hidden_by as by, product.merged_into as "mergedInto",
           ${MERGED_NAME}
         from products as product where product.id = $1`,
  row: {
    name: text,
    at: orNull(timestamptz),
    by: orNull(text),
    mergedInto: orNull(int4),
    mergedName: orNull(text),
  },
});

/**
 * Products that were merged into this one lead to the new one, too. Merged ones stay as they are: that is not undone.
 */
const HIDE = statement({
  name: 'hide-product',
  text: `update products
         set hidden_at = coalesce(hidden_at, moment.at), hidden_by = case when id = any($1::int[]) then $2 else hidden_by end,
           merged_into = $3
         from (select now() as at) as moment
         where id = any($1::int[]) and merged_into is null or ($3::int is not null and merged_into = any($1::int[]))
         returning id`,
  row: { id: int4 },
});

const SHOW = statement({
  name: 'show-products',
  text: 'update products set hidden_at = null, hidden_by = null, merged_into = null where id = any($1::int[])',
});

/** Waits for the batches of orders that have these books, and locks them in the same order. */
const CLOSE_BOOKS = statement({
  name: 'close-books-of-product',
  text: `with locked as (
           select product_id, size from books where product_id = any($1::int[])
           order by product_id, size collate "C" for no key update
         )
         update books as book set is_closed = $2 from locked
         where book.product_id = any($1::int[]) and book.product_id = locked.product_id and book.size = locked.size`,
});

const LIST_HIDDEN = statement({
  name: 'list-hidden-products',
  text: `select product.id, product.name, product.thumbnail, product.hidden_at as at, product.hidden_by as by,
           ${MERGED_NAME}
         from products as product where product.hidden_at is not null order by product.hidden_at desc, product.id limit $1`,
  row: {
    id: int4,
    name: text,
    thumbnail: text,
    at: orNull(timestamptz),
    by: orNull(text),
    mergedName: orNull(text),
  },
});

/** By which member and since when a product is hidden, and the product that it was merged into. */
export interface Hiding {
  readonly at: string;
  readonly by: string;
  readonly mergedInto: { readonly id: number; readonly name: string } | null;
}

/** A product with its hiding, which is null for a traded one; null for an unknown product. */
export async function readHiding(
  client: pg.Pool | Transaction,
  productId: number,
): Promise<{ readonly name: string; readonly hiding: Hiding | null } | null> {
  const row = await READ_HIDING.row(client, [productId]);
  if (!row) {
    return null;
  }
  const { name, at, by, mergedInto, mergedName } = row;
  return {
    name,
    hiding:
      at === null || by === null
        ? null
        : {
            at: at.toISOString(),
            by,
            mergedInto:
              mergedInto === null || mergedName === null ? null : { id: mergedInto, name: mergedName },
          },
  };
}

/** The hidden products, newest first. */
export function listHidden(pool: pg.Pool, limit: number) {
  return LIST_HIDDEN.rows(pool, [limit]);
}

/**
 * Hides products, and closes their books. The catalogue must be held.
 * @param mergedInto null unless they are duplicates
 * @returns the ids of the products that have changed
 */
export async function hideProducts(
  tx: Transaction,
  productIds: readonly number[],
  by: string,
  mergedInto: number | null,
): Promise<number[]> {
  const changed = await HIDE.rows(tx, [productIds, by, mergedInto]);
  await setClosed(tx, productIds, true);
  return changed.map(({ id }) => id);
}

/** Shows products again, and opens their books. The catalogue must be held. */
export async function showProducts(tx: Transaction, productIds: readonly number[]): Promise<void> {
  await SHOW.run(tx, [productIds]);
  await setClosed(tx, productIds, false);
}

async function setClosed(tx: Transaction, productIds: readonly number[], isClosed: boolean): Promise<void> {
  const inOrder = [...productIds].sort((a, b) => a - b);
  await byProduct(
    tx,
    inOrder,
    (id) => id,
    (ids) => CLOSE_BOOKS.rows(tx, [ids, isClosed]),
  );
}
