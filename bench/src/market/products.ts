import { randomUUID } from 'node:crypto';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import type { Database } from '@perkex/server/database/connect.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { publishProducts } from '@perkex/server/products/publish-products.js';

/** A traded product and its sizes. */
export interface TradedProduct {
  readonly id: number;
  readonly name: string;
  readonly sizes: readonly string[];
}

/** Creates products with these names, each in these sizes, and publishes them to running servers. */
export async function addProducts(
  { pool }: Database,
  names: readonly string[],
  sizes: readonly string[],
): Promise<TradedProduct[]> {
  const wanted = names.map((name) => ({
    name,
    brand: 'Bench',
    retailPriceCents: 15_000,
    releaseDate: '2020-02-01',
    sizes,
  }));
  const idByName = await transaction(pool, async (tx) => {
    const ids = await createProducts(tx, wanted);
    await publishProducts(tx, [...ids.values()], randomUUID);
    return ids;
  });
  return names.map((name) => ({ id: idByName.get(name) ?? 0, name, sizes }));
}
