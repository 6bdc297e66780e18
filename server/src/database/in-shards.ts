import type { RowSet } from './row-set.js';

/**
 * A database that is distributed by product runs a statement in its shards if the first table of each join is
 * distributed, and then also what is joined laterally to it. So statements about given products begin with the books of
 * these: every product has one. Where nothing is distributed, this costs the reading of their keys.
 */

/** The products of a parameter, once each, as a table with the column `id`. */
export function productsInShards(parameter: string, alias: string): string {
  return `(
    select product_id as id from books where product_id = any(${parameter}) group by product_id
  ) as ${alias}`;
}

/** Different rows with a `product_id`, once each, as a table. */
export function rowsInShards(rows: Pick<RowSet<never>, 'as' | 'columns'>, alias: string): string {
  const others = rows.columns.filter((column) => column !== 'product_id').map((column) => `given.${column}`);
  const products = `$${rows.columns.indexOf('product_id') + 1}::int4[]`;
  return `(
    select distinct ${['book.product_id', ...others].join(', ')} from books as book
    join ${rows.as('given')} on given.product_id = book.product_id
    where book.product_id = any(${products})
  ) as ${alias}`;
}
