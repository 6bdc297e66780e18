import type pg from 'pg';

/** The brand of a product, for those who read its page by machine; empty when nobody told it. */
export async function readBrand(pool: pg.Pool, id: number): Promise<string> {
  const { rows } = await pool.query<{ brand: string }>({
    name: 'read-brand',
    text: 'select brand from products where id = $1',
    values: [id],
  });
  return rows[0]?.brand ?? '';
}
