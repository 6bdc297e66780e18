import { createProducts } from '../catalogue/create-products.js';
import { updateProducts } from '../catalogue/update-products.js';
import type { Transaction } from '../database/transaction.js';
import type { ProductPlan } from './product-plan.js';

/** Writes what the plans say, with a number of statements that does not depend on how many they are. */
export async function applyProductPlans(
  transaction: Transaction,
  plans: readonly ProductPlan[],
): Promise<void> {
  const toCreate = plans.filter(({ known, newSizes }) => known === null || newSizes.length > 0);
  await createProducts(
    transaction,
    toCreate.map(({ product, newSizes }) => ({
      ...product,
      sizes: newSizes,
      thumbnail: product.thumbnail ?? '',
    })),
  );
  await updateProducts(
    transaction,
    plans.flatMap(({ product, known, changes }) =>
      known && changes.length > 0
        ? [{ ...product, id: known.id, thumbnail: product.thumbnail ?? known.thumbnail }]
        : [],
    ),
  );
}
