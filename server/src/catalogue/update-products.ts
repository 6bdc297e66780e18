import type { Transaction } from '../database/transaction.js';

/** What a product that exists is from now on; its name and its books stay. */
export interface ProductUpdate {
  readonly id: number;
  readonly brand: string;
  readonly retailPriceCents: number | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string | null;
  /** The address of a picture. */
  readonly thumbnail: string;
}

/** Saves the updates, with one statement however many they are. */
export async function updateProducts(
  transaction: Transaction,
  updates: readonly ProductUpdate[],
): Promise<void> {
  await transaction.query(
    `update products
     set brand = new.brand, retail_price_cents = new.retail_price_cents, release_date = new.release_date,
       thumbnail = new.thumbnail
     from unnest($1::int[], $2::text[], $3::int[], $4::date[], $5::text[])
       as new (id, brand, retail_price_cents, release_date, thumbnail)
     where products.id = new.id`,
    [
      updates.map(({ id }) => id),
      updates.map(({ brand }) => brand),
      updates.map(({ retailPriceCents }) => retailPriceCents),
      updates.map(({ releaseDate }) => releaseDate),
      updates.map(({ thumbnail }) => thumbnail),
    ],
  );
}
