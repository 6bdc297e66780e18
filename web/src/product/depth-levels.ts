import type { Level } from '@perkex/contract/figures.js';
import type { SizedPrice } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';

/** A price level with the cumulative count of it and all better levels. */
export interface DepthLevel extends Level {
  readonly total: number;
  /** `total` as a share of the deeper side, 0 to 1. */
  readonly share: number;
}

export interface Depth {
  /** Best first. */
  readonly asks: readonly DepthLevel[];
  readonly bids: readonly DepthLevel[];
  /** In dollars; null unless both sides have orders. */
  readonly spread: number | null;
}

/** The best levels of both sides with their cumulative depth. */
export function depthOf(asks: readonly Level[], bids: readonly Level[], shown: number): Depth {
  const sides = { asks: withTotals(asks.slice(0, shown)), bids: withTotals(bids.slice(0, shown)) };
  const deepest = Math.max(sides.asks.at(-1)?.total ?? 0, sides.bids.at(-1)?.total ?? 0, 1);
  const [ask, bid] = [asks[0], bids[0]];
  return {
    asks: sides.asks.map((level) => ({ ...level, share: level.total / deepest })),
    bids: sides.bids.map((level) => ({ ...level, share: level.total / deepest })),
    spread: ask && bid ? ask.price - bid.price : null,
  };
}

function withTotals(levels: readonly Level[]): Omit<DepthLevel, 'share'>[] {
  let total = 0;
  return levels.map((level) => {
    total += level.quantity;
    return { ...level, total };
  });
}

/** The number of orders at each price, in the order of the orders, best first. */
export function levelsOf(orders: readonly SizedPrice[]): Level[] {
  const quantities = new Map<number, number>();
  for (const { priceCents } of orders) {
    quantities.set(priceCents, (quantities.get(priceCents) ?? 0) + 1);
  }
  return [...quantities].map(([priceCents, quantity]) => ({ price: centsToDollars(priceCents), quantity }));
}
