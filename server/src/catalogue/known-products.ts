import { KINDS } from '@perkex/core/finding/kinds.js';
import type pg from 'pg';
import { int4, oneOf, orNull, type RowOf, statement, text, texts } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const READ_KNOWN_PRODUCTS = statement({
  name: 'read-known-products',
  text: `with p as materialized (
           select * from products where name = any($1::text[])
         ), b as materialized (
           select book.product_id, array_agg(book.size) as sizes
           from p join books as book on book.product_id = p.id group by book.product_id
         )
         select p.id, p.name, p.brand, p.retail_price_cents as "retailPriceCents",
           p.release_date::text as "releaseDate", p.style_code as "styleCode", p.colourway, p.model,
           p.nickname, p.kind, p.description, p.trades_from::text as "tradesFrom", p.thumbnail,
           coalesce(b.sizes, '{}') as sizes,
           array(select source_url from product_pictures where product_id = p.id order by position) as pictures
         from p left join b on b.product_id = p.id`,
  row: {
    id: int4,
    name: text,
    brand: text,
    retailPriceCents: orNull(int4),
    /** YYYY-MM-DD */
    releaseDate: orNull(text),
    styleCode: orNull(text),
    colourway: orNull(text),
    model: orNull(text),
    nickname: orNull(text),
    kind: orNull(oneOf(KINDS)),
    description: orNull(text),
    /** YYYY-MM-DD */
    tradesFrom: orNull(text),
    thumbnail: text,
    sizes: texts,
    /** The sources of its pictures, fetched or not, in their order. */
    pictures: texts,
  },
});

/** A product as it is in the database. */
export type KnownProduct = RowOf<typeof READ_KNOWN_PRODUCTS>;

/** Reads the existing products with these names, each with the sizes of its books and its pictures. */
export async function readKnownProducts(
  client: pg.Pool | Transaction,
  names: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const rows = await READ_KNOWN_PRODUCTS.rows(client, [names]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Locks the catalogue against other changes until the transaction ends. Reading and trading continue. */
export async function holdCatalogue(transaction: Transaction): Promise<void> {
  await transaction.query('lock table products in share row exclusive mode');
}
