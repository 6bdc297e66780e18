import type { NewProduct } from '../catalogue/create-products.js';
import type { FileSale } from '../csv/sales-file.js';

/** Collects the products of sales while they are read, each with the sizes in which it was sold. */
export class ProductsOfSales {
  private readonly byName = new Map<string, { product: Omit<NewProduct, 'sizes'>; sizes: Set<string> }>();

  /** @returns the product's name, as one shared string for all of its sales */
  add({ name, brand, retailPriceCents, releaseDate, size }: FileSale): string {
    const known = this.byName.get(name);
    if (known) {
      known.sizes.add(size);
      return known.product.name;
    }
    this.byName.set(name, {
      product: { name, brand, retailPriceCents, releaseDate },
      sizes: new Set([size]),
    });
    return name;
  }

  all(): NewProduct[] {
    return [...this.byName.values()].map(({ product, sizes }) => ({ ...product, sizes: [...sizes] }));
  }
}
