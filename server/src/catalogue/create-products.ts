import type { Kind } from '@perkex/core/finding/kinds.js';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { RowSet } from '../database/row-set.js';
import { date, int4, json, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The data of a drawing, for a product without a picture. Older ones have fewer silhouettes, and no details. */
export interface Drawing {
  readonly silhouette: string;
  readonly colours: Readonly<Record<string, string>>;
  readonly details?: readonly string[];
}

/** A product that may not exist yet. */
export interface NewProduct {
  readonly name: string;
  readonly brand: string;
  readonly retailPriceCents: number | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string | null;
  readonly styleCode?: string | null;
  readonly colourway?: string | null;
  readonly model?: string | null;
  readonly nickname?: string | null;
  readonly kind?: Kind | null;
  readonly description?: string | null;
  /** YYYY-MM-DD, in UTC; without a value it always trades. */
  readonly tradesFrom?: string | null;
  readonly sizes: readonly string[];
  /** The address of a picture; without one, the product gets a drawing. */
  readonly thumbnail?: string;
  readonly drawing?: Drawing;
}

/** The path of the drawings of products without a picture. */
const DRAWING_PATH = '/drawings/';

const PRODUCTS = new RowSet<NewProduct>({
  name: [text, (product) => product.name],
  brand: [text, (product) => product.brand],
  thumbnail: [text, (product) => product.thumbnail ?? ''],
  retail_price_cents: [int4, (product) => product.retailPriceCents],
  release_date: [date, (product) => product.releaseDate],
  style_code: [text, (product) => product.styleCode ?? null],
  colourway: [text, (product) => product.colourway ?? null],
  model: [text, (product) => product.model ?? null],
  nickname: [text, (product) => product.nickname ?? null],
  kind: [text, (product) => product.kind ?? null],
  description: [text, (product) => product.description ?? null],
  trades_from: [date, (product) => product.tradesFrom ?? null],
  drawing: [json<Drawing>(), ({ drawing }) => (drawing ? JSON.stringify(drawing) : null)],
});

const CREATE_ALONE = statement({
  name: 'create-products-alone',
  text: 'select count(pg_advisory_xact_lock($1))::int4 as taken',
  row: { taken: int4 },
});

const CREATE_PRODUCTS = statement({
  name: 'create-products',
  text: `insert into products (${PRODUCTS.names}) select * from ${PRODUCTS.as('product')}
         on conflict (name) do nothing`,
});

const POINT_TO_DRAWINGS = statement({
  name: 'point-to-drawings',
  text: `update products set thumbnail = $1 || id || '.svg' where thumbnail = '' and name = any($2::text[])`,
});

const FIND_PRODUCT_IDS = statement({
  name: 'find-product-ids',
  text: 'select id, name from products where name = any($1::text[])',
  row: { id: int4, name: text },
});

interface NewBook {
  readonly productId: number;
  readonly size: string;
}

const BOOKS = new RowSet<NewBook>({
  product_id: [int4, (book) => book.productId],
  size: [text, (book) => book.size],
});

const CREATE_BOOKS = statement({
  name: 'create-books',
  text: `insert into books (${BOOKS.names}, is_closed)
         select book.product_id, book.size, product.hidden_at is not null
         from ${BOOKS.as('book')} join products as product on product.id = book.product_id
         on conflict (product_id, size) do nothing`,
});

/**
 * Creates missing products and missing books of sizes; existing ones stay unchanged. Imports follow each other: two
 * that create the same products in another order would wait for each other.
 * @returns the id of each name
 */
export async function createProducts(
  transaction: Transaction,
  products: readonly NewProduct[],
): Promise<Map<string, number>> {
  await CREATE_ALONE.rows(transaction, [ADVISORY_LOCKS.creatingProducts]);
  await CREATE_PRODUCTS.run(transaction, PRODUCTS.values(products));
  const names = products.map(({ name }) => name);
  await POINT_TO_DRAWINGS.run(transaction, [DRAWING_PATH, names]);
  const ids = await FIND_PRODUCT_IDS.rows(transaction, [names]);
  const idOfName = new Map(ids.map(({ id, name }) => [name, id]));
  const books = products.flatMap(({ name, sizes }) =>
    sizes.map((size) => ({ productId: idOfName.get(name) ?? 0, size })),
  );
  await CREATE_BOOKS.run(transaction, BOOKS.values(books));
  return idOfName;
}
