import type { Side } from '../order-book/order.js';

/** The limits of a program's key. Prices are in cents, null is no limit. */
export interface KeyLimits {
  readonly maxOrderCents: number | null;
  /** For the prices of all bids and asks of one day (UTC), whatever becomes of them. */
  readonly maxDayCents: number | null;
  readonly side: Side | null;
  readonly productIds: readonly number[] | null;
}

/** An order or a cancellation by a key. */
export interface KeyAct {
  readonly side: Side;
  /** Null if there is no such product, or if the order is unknown. */
  readonly productId: number | null;
  /** Null for a cancellation. */
  readonly priceCents: number | null;
}

/** The limit that an act exceeds. */
export type ExceededLimit =
  | { readonly limit: 'side'; readonly side: Side }
  | { readonly limit: 'products' }
  | { readonly limit: 'order'; readonly maxCents: number };

/** The first limit that an act of a key exceeds, apart from that of the day; null for none. */
export function exceededLimit(
  { maxOrderCents, side, productIds }: KeyLimits,
  act: KeyAct,
): ExceededLimit | null {
  if (side !== null && act.side !== side) {
    return { limit: 'side', side };
  }
  if (productIds !== null && act.productId !== null && !productIds.includes(act.productId)) {
    return { limit: 'products' };
  }
  if (maxOrderCents !== null && act.priceCents !== null && act.priceCents > maxOrderCents) {
    return { limit: 'order', maxCents: maxOrderCents };
  }
  return null;
}

/** How much of the limit of a day is left for orders, in cents. */
export function leftOfDay(maxDayCents: number, placedCents: number): number {
  return Math.max(0, maxDayCents - placedCents);
}
