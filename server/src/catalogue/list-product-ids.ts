import type pg from 'pg';
import { int4, statement } from '../database/statement.js';

const LIST_PRODUCT_IDS = statement({
  name: 'list-product-ids',
  text: 'select id from products order by id limit $1',
  row: { id: int4 },
});

/** The ids of the first products, for the map of the site. */
export async function listProductIds(pool: pg.Pool, count: number): Promise<number[]> {
  return (await LIST_PRODUCT_IDS.rows(pool, [count])).map(({ id }) => id);
}
