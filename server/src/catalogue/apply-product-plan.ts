import type { Transaction } from '../database/transaction.js';
import { planPictures } from '../pictures/picture-rows.js';
import { createProducts } from './create-products.js';
import type { ProductPlan } from './product-plan.js';
import { updateProducts } from './update-products.js';

/**
 * Applies the plans with a number of statements that does not grow with them.
 * @returns the ids of new and changed products
 */
export async function applyProductPlans(
  transaction: Transaction,
  plans: readonly ProductPlan[],
): Promise<number[]> {
  const toCreate = plans.filter(({ known, newSizes }) => known === null || newSizes.length > 0);
  const idOfName = await createProducts(
    transaction,
    toCreate.map(({ product, newSizes }) => ({
      ...product,
      sizes: newSizes,
      thumbnail: product.thumbnail ?? '',
    })),
  );
  const updates = plans.flatMap(({ product, known, facts, changes }) =>
    known && facts && changes.length > 0 ? [{ ...product, ...facts, id: known.id }] : [],
  );
  await updateProducts(transaction, updates);
  await planPictures(
    transaction,
    plans.flatMap(({ product, known, newPictures: sources }) => {
      const productId = known?.id ?? idOfName.get(product.name);
      return sources === null || productId === undefined ? [] : [{ productId, sources }];
    }),
  );
  return [...new Set([...idOfName.values(), ...updates.map(({ id }) => id)])];
}
