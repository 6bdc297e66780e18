import type { Level } from '@perkex/contract/figures.js';
import { groupBy } from '@perkex/core/group-by.js';
import { pricesOfSize, type SizedPrice } from '@perkex/core/market/figures.js';
import { levelsOf } from './depth-levels.js';

/** The open orders of one size at one price. */
export interface SizedLevel extends Level {
  readonly size: string;
}

/**
 * All levels of a side, sorted by price, best first, then by size.
 * @param bookLevels the levels of the chosen size, once they are loaded; until then those of the orders
 */
export function listedLevels(
  orders: readonly SizedPrice[],
  side: 'asks' | 'bids',
  size: string | null,
  bookLevels: readonly Level[] | undefined,
): SizedLevel[] {
  if (size !== null && bookLevels !== undefined) {
    return bookLevels.map((level) => ({ ...level, size }));
  }
  const bySize = groupBy(pricesOfSize(orders, size), (order) => order.size);
  const levels = [...bySize].flatMap(([each, sizeOrders]) =>
    levelsOf(sizeOrders).map((level) => ({ ...level, size: each })),
  );
  return levels.sort((a, b) => (side === 'asks' ? a.price - b.price : b.price - a.price));
}
