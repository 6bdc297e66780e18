import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { WATCHED_PRODUCTS } from '@perkex/contract/live-limits.js';
import type { Demand } from './watches.js';

const { path: MARKET } = CALL_ADDRESSES.live;
export const { path: OWN_ADDRESS } = CALL_ADDRESSES.ownLive;

/** The address of the stream that covers the demand; null if it is empty. The market stream covers all products. */
export function addressOf({ products, isOfMarket }: Demand): string | null {
  if (isOfMarket || products.length > WATCHED_PRODUCTS) {
    return MARKET;
  }
  if (products.length === 0) {
    return null;
  }
  const ids = products.toSorted((one, other) => one - other);
  return `${MARKET}?${ids.map((id) => `product=${id}`).join('&')}`;
}

/** True if a stream that was opened for one demand also serves another and need not be reopened. */
export function covers(carried: Demand, wanted: Demand): boolean {
  return (
    addressOf(wanted) !== null &&
    isWhole(carried) === isWhole(wanted) &&
    (isWhole(carried) || wanted.products.every((id) => carried.products.includes(id)))
  );
}

function isWhole(demand: Demand): boolean {
  return addressOf(demand) === MARKET;
}
