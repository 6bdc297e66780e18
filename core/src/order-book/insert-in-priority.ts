import type { RestingOrder } from './book.js';
import type { Side } from './order.js';

/** Inserts an order after all orders at the same or a better price. */
export function insertInPriority(resting: RestingOrder[], order: RestingOrder, side: Side): void {
  const sign = side === 'ask' ? 1 : -1;
  let low = 0;
  let high = resting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = resting[middle] as RestingOrder;
    if (sign * order.priceCents < sign * other.priceCents) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  resting.splice(low, 0, order);
}
