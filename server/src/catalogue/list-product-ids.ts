import type pg from 'pg';

/** The ids of the first products, for the map of the site. */
export async function listProductIds(pool: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'list-product-ids',
    text: 'select id from products order by id limit $1',
    values: [count],
  });
  return rows.map(({ id }) => id);
}
