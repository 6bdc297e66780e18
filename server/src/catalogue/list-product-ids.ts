import type pg from 'pg';
import { int4, statement } from '../database/statement.js';

const LIST_PRODUCT_IDS = statement({
  name: 'list-product-ids',
  text: 'select id from products order by id',
  row: { id: int4 },
});

/** The ids of all products, for the map of the site. */
export async function listProductIds(pool: pg.Pool): Promise<number[]> {
  return (await LIST_PRODUCT_IDS.rows(pool, [])).map(({ id }) => id);
}
