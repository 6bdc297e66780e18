import type { CarouselProduct } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from './product-card.js';

/** As many cards per row as fit, over the whole width. */
export const WIDE_GRID_CLASS = 'grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 md:gap-4 lg:grid-cols-4';

/** The cards of the first screen. */
const FIRST_CARDS = 8;

/** Cards over the whole width, whose prices follow the market. */
export function ProductsGrid({ products }: { products: readonly CarouselProduct[] }) {
  useLiveProducts(products.map(({ id }) => id));
  return (
    <ul className={WIDE_GRID_CLASS}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isEager={index < FIRST_CARDS} />
        </li>
      ))}
    </ul>
  );
}
