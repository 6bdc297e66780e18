import type { Drawing } from '../database/schema.js';
import type { Transaction } from '../database/transaction.js';

/** A product that may not exist yet. */
export interface NewProduct {
  readonly name: string;
  readonly brand: string;
  readonly retailPriceCents: number | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string | null;
  readonly sizes: readonly string[];
  /** The address of a picture; without one, the product is drawn. */
  readonly thumbnail?: string;
  readonly drawing?: Drawing;
}

/** Where a product without a picture of its own has its drawn one. */
export const DRAWING_PATH = '/drawings/';

/**
 * Makes the products that do not exist yet and the books of sizes that do not exist yet; what exists stays
 * as it is.
 * @returns the id of each name
 */
export async function createProducts(
  transaction: Transaction,
  products: readonly NewProduct[],
): Promise<Map<string, number>> {
  await transaction.query(
    `insert into products (name, brand, thumbnail, retail_price_cents, release_date, drawing)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::date[], $6::jsonb[])
     on conflict (name) do nothing`,
    [
      products.map(({ name }) => name),
      products.map(({ brand }) => brand),
      products.map(({ thumbnail }) => thumbnail ?? ''),
      products.map(({ retailPriceCents }) => retailPriceCents),
      products.map(({ releaseDate }) => releaseDate),
      products.map(({ drawing }) => (drawing ? JSON.stringify(drawing) : null)),
    ],
  );
  await transaction.query(`update products set thumbnail = $1 || id || '.svg' where thumbnail = ''`, [
    DRAWING_PATH,
  ]);
  const idOfName = await findIds(transaction, products);
  await createBooks(transaction, products, idOfName);
  return idOfName;
}

async function findIds(
  transaction: Transaction,
  products: readonly NewProduct[],
): Promise<Map<string, number>> {
  const { rows } = await transaction.query<{ id: number; name: string }>(
    'select id, name from products where name = any($1::text[])',
    [products.map(({ name }) => name)],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function createBooks(
  transaction: Transaction,
  products: readonly NewProduct[],
  idOfName: ReadonlyMap<string, number>,
): Promise<void> {
  const books = products.flatMap(({ name, sizes }) =>
    sizes.map((size) => ({ id: idOfName.get(name), size })),
  );
  await transaction.query(
    `insert into books (product_id, size) select * from unnest($1::int[], $2::text[])
     on conflict (product_id, size) do nothing`,
    [books.map(({ id }) => id), books.map(({ size }) => size)],
  );
}
