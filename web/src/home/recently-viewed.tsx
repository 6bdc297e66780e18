import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cardsQuery } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../market/product-card.js';
import { viewedProducts } from '../session/viewed-products.js';
import { Carousel } from '../ui/carousel.js';

const NEVER_CHANGES = () => () => {};

/** What this browser has looked at last. It is the last part of its page, so that it moves nothing when it appears. */
export function RecentlyViewed() {
  const viewed = useSyncExternalStore(
    NEVER_CHANGES,
    () => viewedProducts().join(),
    () => '',
  );
  const ids = viewed === '' ? [] : viewed.split(',').map(Number);
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
