import type { ReactNode } from 'react';
import type { CarouselProduct } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from './product-card.js';

/** As many cards per row as fit, over the whole width. */
export const WIDE_GRID_CLASS = 'grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 md:gap-4 lg:grid-cols-4';

/** The cards of the first screen. */
const FIRST_CARDS = 8;

interface ProductsGridProps<Product extends CarouselProduct> {
  readonly products: readonly Product[];
  /** The content above the prices of a card. */
  readonly noteOf?: (product: Product) => ReactNode;
  readonly hasFirst?: boolean;
}

/** Cards over the whole width, whose prices follow the market. */
export function ProductsGrid<Product extends CarouselProduct>({
  products,
  noteOf,
  hasFirst = true,
}: ProductsGridProps<Product>) {
  useLiveProducts(products.map(({ id }) => id));
  return (
    <ul className={WIDE_GRID_CLASS}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            isEager={hasFirst && index < FIRST_CARDS}
            {...(noteOf && { note: noteOf(product) })}
          />
        </li>
      ))}
    </ul>
  );
}
