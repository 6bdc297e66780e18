import { counted } from '@perkex/core/counted.js';
import type { CarouselProduct } from '../api/products.js';
import { paths } from '../links/paths.js';
import { MoreLink } from '../products/more-link.js';
import { ProductsGrid } from '../products/products-grid.js';

interface ProductsOfBrandProps {
  /** The brand or the model line. */
  readonly name: string;
  /** The total number of products. */
  readonly of: number;
  /** Bestsellers first. */
  readonly products: readonly CarouselProduct[];
  readonly hasSold: boolean;
  /** The filters in the address of all sneakers. */
  readonly address: string;
}

/** The bestsellers of a brand or model line, and a link to all of its sneakers. */
export function ProductsOfBrand({ name, of, products, hasSold, address }: ProductsOfBrandProps) {
  const isAll = of === products.length;
  return (
    <section aria-labelledby="sneakers" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="sneakers" className="flex min-h-11 items-center text-xl md:text-2xl">
          {isAll ? counted(of, 'sneaker') : `${products.length} of ${of} sneakers`}
        </h2>
        <MoreLink to={paths.browse(address)}>
          {isAll ? 'Filter and sort' : `See all ${of}`}
          <span className="sr-only">: {name}</span>
        </MoreLink>
      </div>
      <p className="mb-4 text-sm text-muted">
        {hasSold ? 'Best sellers of the last 30 days first.' : 'None was sold in the last 30 days.'}
      </p>
      <ProductsGrid products={products} />
    </section>
  );
}
