import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cardsQuery } from '../api/products.js';
import { useLiveProducts } from '../live/use-live.js';
import { ProductCard } from '../market/product-card.js';
import { permanentStorage, VIEWED_KEY } from '../session/storage.js';
import { Carousel } from '../ui/carousel.js';

const MOST = 12;
const NEVER_CHANGES = () => () => {};

/** What this browser has looked at last. It is the last part of its page, so that it moves nothing when it appears. */
export function RecentlyViewed() {
  const viewed = useSyncExternalStore(
    NEVER_CHANGES,
    () => permanentStorage.getItem(VIEWED_KEY) ?? '',
    () => '',
  );
  const ids = viewedIds(viewed);
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

/** Each product once; what is cut off at the end of the text, or never was an id, is none. */
function viewedIds(text: string): number[] {
  const whole = text.split(',').slice(0, -1).map(Number);
  return [...new Set(whole)].filter((id) => Number.isInteger(id) && id > 0).slice(0, MOST);
}
