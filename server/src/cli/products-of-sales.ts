import { groupBy } from '@perkex/core/group-by.js';
import type { NewProduct } from '../catalogue/create-products.js';
import type { FileSale } from './sales-file.js';

/** The products that these sales are of, each in the sizes in which it was sold. */
export function productsOf(sales: readonly FileSale[]): NewProduct[] {
  return [...groupBy(sales, ({ name }) => name)].map(([name, ofProduct]) => ({
    name,
    brand: ofProduct[0]?.brand ?? '',
    retailPriceCents: ofProduct[0]?.retailPriceCents ?? null,
    releaseDate: ofProduct[0]?.releaseDate ?? null,
    sizes: [...new Set(ofProduct.map(({ size }) => size))],
  }));
}
