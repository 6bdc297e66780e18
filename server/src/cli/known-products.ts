import type { Transaction } from '../database/transaction.js';

/** A product as the catalogue has it. */
export interface KnownProduct {
  readonly id: number;
  readonly name: string;
  readonly brand: string;
  readonly retailPriceCents: number | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string | null;
  readonly thumbnail: string;
  readonly sizes: readonly string[];
}

/** The products of these names that exist, each with the sizes of its books. */
export async function readKnownProducts(
  transaction: Transaction,
  names: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const { rows } = await transaction.query<KnownProduct>(
    `select p.id, p.name, p.brand, p.retail_price_cents as "retailPriceCents",
            p.release_date::text as "releaseDate", p.thumbnail,
            array_remove(array_agg(b.size), null) as sizes
     from products p left join books b on b.product_id = p.id
     where p.name = any($1::text[])
     group by p.id`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Until the transaction ends, no other one changes the catalogue; reading and trading go on. */
export async function holdCatalogue(transaction: Transaction): Promise<void> {
  await transaction.query('lock table products in share row exclusive mode');
}
