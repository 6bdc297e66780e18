import type { Campaigns } from '../api/home.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../products/product-card.js';
import { Carousel } from '../ui/carousel.js';

/** The cards of the carousel's first page. */
const FIRST_CARDS = 4;

/** The products that admins have chosen (after-the-trade, "The desk"). */
export function Featured({
  featured: { title, products },
}: {
  readonly featured: NonNullable<Campaigns['featured']>;
}) {
  useLiveProducts(products.map(({ id }) => id));
  return (
    <Carousel title={title}>
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} isEager={index < FIRST_CARDS} />
      ))}
    </Carousel>
  );
}
