import { WATCHED_PRODUCTS } from '@perkex/contract/live-limits.js';
import type { Demand } from './watches.js';

export const OWN_ADDRESS = '/live/me';

/** Where the stream is that carries what is wanted; null if nothing is. The market's carries every product's. */
export function addressOf({ products, isOfMarket }: Demand): string | null {
  if (isOfMarket || products.length > WATCHED_PRODUCTS) {
    return '/live';
  }
  if (products.length === 0) {
    return null;
  }
  const ids = products.toSorted((one, other) => one - other);
  return `/live?${ids.map((id) => `product=${id}`).join('&')}`;
}

/** Whether a stream that was opened for one demand serves another, so that it need not be opened anew. */
export function covers(carried: Demand, wanted: Demand): boolean {
  return (
    addressOf(wanted) !== null &&
    (addressOf(carried) === '/live') === (addressOf(wanted) === '/live') &&
    wanted.products.every((id) => carried.products.includes(id) || addressOf(carried) === '/live')
  );
}
