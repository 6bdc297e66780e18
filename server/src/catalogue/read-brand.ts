import type pg from 'pg';
import { statement, text } from '../database/statement.js';

const READ_BRAND = statement({
  name: 'read-brand',
  text: 'select brand from products where id = $1',
  row: { brand: text },
});

/** The brand of a product, for those who read its page by machine; empty when nobody told it. */
export async function readBrand(pool: pg.Pool, id: number): Promise<string> {
  return (await READ_BRAND.row(pool, [id]))?.brand ?? '';
}
