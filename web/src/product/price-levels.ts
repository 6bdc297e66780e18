import { groupBy } from '@perkex/core/group-by.js';
import type { SizedPrice } from '@perkex/core/market/figures.js';

/** All open orders of one price. */
export interface PriceLevel {
  readonly price: number;
  readonly orders: number;
}

/** How many orders stand at each price, in the order in which the prices first appear: best first. */
export function priceLevels(orders: readonly SizedPrice[]): PriceLevel[] {
  const byPrice = groupBy(orders, ({ price }) => price);
  return [...byPrice].map(([price, ofThatPrice]) => ({ price, orders: ofThatPrice.length }));
}
