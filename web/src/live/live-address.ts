import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { WATCHED_PRODUCTS } from '@perkex/contract/live-limits.js';
import type { Subscription } from './subscriptions.js';

const { path: MARKET } = CALL_ADDRESSES.live;
export const { path: OWN_ADDRESS } = CALL_ADDRESSES.ownLive;

/** The address of the stream that covers a subscription; null if that is empty. That of the market covers all. */
export function addressOf({ products, isOfMarket }: Subscription): string | null {
  if (isOfMarket || products.length > WATCHED_PRODUCTS) {
    return MARKET;
  }
  if (products.length === 0) {
    return null;
  }
  const ids = products.toSorted((one, other) => one - other);
  return `${MARKET}?${ids.map((id) => `product=${id}`).join('&')}`;
}

/** True if a stream that was opened for one subscription also serves another and need not be reopened. */
export function covers(carried: Subscription, wanted: Subscription): boolean {
  return (
    addressOf(wanted) !== null &&
    isWhole(carried) === isWhole(wanted) &&
    (isWhole(carried) || wanted.products.every((id) => carried.products.includes(id)))
  );
}

function isWhole(subscription: Subscription): boolean {
  return addressOf(subscription) === MARKET;
}
