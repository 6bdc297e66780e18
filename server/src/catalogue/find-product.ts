import type pg from 'pg';
import { int4, statement } from '../database/statement.js';

const REMEMBERED_NAMES = 10_000;

const FIND_PRODUCT = statement({
  name: 'find-product',
  text: 'select id from products where name = $1',
  row: { id: int4 },
});

/** Finds the id of the product with exactly this name, or null. */
export type FindProductId = (name: string) => Promise<number | null>;

/** A product keeps its name and id for ever, so one that was found once is remembered. */
export function productFinder(pool: pg.Pool): FindProductId {
  const idOfName = new Map<string, number>();
  return async (name) => {
    const known = idOfName.get(name);
    if (known !== undefined) {
      return known;
    }
    const id = (await FIND_PRODUCT.row(pool, [name]))?.id ?? null;
    if (id !== null && idOfName.size < REMEMBERED_NAMES) {
      idOfName.set(name, id);
    }
    return id;
  };
}
