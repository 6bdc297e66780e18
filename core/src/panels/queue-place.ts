import type { Side } from '../order-book/order.js';

/** The orders ahead that are counted. The place of an order with more of them is not exact. */
export const MAX_COUNTED_AHEAD = 1_000;

/** The place of an order in the queue of its side, by price and then by time. */
export interface QueuePlace {
  /** The orders that trade before it. One order is one pair. */
  readonly ahead: number;
  /** Its place among the orders at its price, from 1. */
  readonly rank: number;
}

interface Priced {
  readonly priceCents: number;
}

/**
 * The place of a new order (orders-beyond, "Where am I?"). It follows all orders at its price.
 * @param orders the open orders of its side and book, best first
 * @param shownOrders the number of orders after which the list may end early
 * @returns null if the list may have ended before the price
 */
export function placeOfPrice(
  side: Side,
  priceCents: number,
  orders: readonly Priced[],
  shownOrders: number,
): QueuePlace | null {
  const isBetter = (order: Priced) =>
    side === 'ask' ? order.priceCents < priceCents : order.priceCents > priceCents;
  const better = orders.filter(isBetter).length;
  const same = orders.filter((order) => order.priceCents === priceCents).length;
  const ahead = better + same;
  return ahead === orders.length && ahead >= shownOrders ? null : { ahead, rank: same + 1 };
}
