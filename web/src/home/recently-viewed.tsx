import { useQuery } from '@tanstack/react-query';
import { cardsQuery } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../products/product-card.js';
import { useViewedIds } from '../products/viewed-products.js';
import { Carousel } from '../ui/carousel.js';

const MAX = 12;

/**
 * The recently viewed products of this browser. It is the last part of its page, so that it moves nothing when it
 * appears.
 */
export function RecentlyViewed() {
  const ids = useViewedIds().slice(0, MAX);
  const { data } = useQuery(cardsQuery(ids));
  useLiveProducts(ids);
  if (data === undefined || data.length === 0) {
    return null;
  }
  return (
    <Carousel title="Recently viewed">
      {data.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </Carousel>
  );
}
