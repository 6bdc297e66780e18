import type pg from 'pg';
import { bool, statement } from '../database/statement.js';
import type { Refusal } from '../http/problems.js';
import { ALL_SIZES } from './all-sizes.js';

/** The highest possible product id. */
export const LARGEST_ID = 2 ** 31 - 1;

const FIND_LISTING = statement({
  name: 'find-listing',
  text: `select $2 = '${ALL_SIZES}' or exists (select from books where product_id = $1 and size = $2) as "hasSize"
         from products where id = $1`,
  row: { hasSize: bool },
});

/** A product, or one of its sizes; size '' means all. */
export interface Listing {
  readonly productId: number;
  readonly size: string;
}

/** Finds the product, and size if given, that a call is about. */
export async function findListing(
  pool: pg.Pool,
  id: number,
  size: string = ALL_SIZES,
): Promise<Listing | Refusal<'unknown-product' | 'unknown-size'>> {
  const found = id > LARGEST_ID ? undefined : await FIND_LISTING.row(pool, [id, size]);
  if (!found) {
    return { refused: 'unknown-product' };
  }
  return found.hasSize ? { productId: id, size } : { refused: 'unknown-size' };
}
