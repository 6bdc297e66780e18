import type { SizedPrice } from '@perkex/core/market/figures.js';

/** The best price of a side, and the sizes that have it. */
export interface BestPrice {
  readonly priceCents: number;
  readonly sizes: readonly string[];
}

const NAMED_SIZES = 2;

/** The best price of some orders; null without orders. @param best returns the best of some prices, 0 for none */
export function bestPrice(
  orders: readonly SizedPrice[],
  best: (orders: readonly SizedPrice[]) => number,
): BestPrice | null {
  const priceCents = best(orders);
  const sizes = orders.filter((order) => order.priceCents === priceCents).map(({ size }) => size);
  return priceCents === 0 ? null : { priceCents, sizes: [...new Set(sizes)] };
}

/** 'Size 9', 'Sizes 9, 10', or with more of them 'Size 9 and 3 more'. */
export function sizesText(sizes: readonly string[]): string {
  const [first] = sizes;
  if (sizes.length > NAMED_SIZES) {
    return `Size ${first} and ${sizes.length - 1} more`;
  }
  return sizes.length > 1 ? `Sizes ${sizes.join(', ')}` : `Size ${first}`;
}
