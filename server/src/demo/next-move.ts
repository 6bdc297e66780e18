import type { Side } from '@perkex/core/order-book/order.js';
import { likedPriceAbove, likedPriceBelow, wholeDollars } from './dollars.js';
import type { Random } from './random.js';

/** An open order of one of the demonstration market's own users. */
export interface OwnOrder {
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly priceCents: number;
}

/** A book as its own users see it. */
export interface DemoBook {
  readonly openAsks: number;
  readonly openBids: number;
  /** Oldest first. */
  readonly ownOrders: readonly OwnOrder[];
}

/** What one of the own users does next. */
export type Move =
  | { readonly kind: 'place'; readonly side: Side; readonly priceCents: number }
  | { readonly kind: 'take'; readonly side: Side; readonly limitCents: number }
  | { readonly kind: 'cancel'; readonly order: OwnOrder };

/** How many own orders each side of a book has: with fewer it would run dry, with more it would grow. */
export const OWN_ORDERS_PER_SIDE = { fewest: 2, most: 8 };
/** How far from what a pair is worth a price may be that the own users trade at. */
export const TRADED_SHARE = 0.08;
/** How far from it an own order may be before it is cancelled. */
const STRAY_SHARE = 0.25;
const TAKING_CHANCE = 0.5;
const LIKED_CHANCE = 0.5;
/** The shares of the worth between which a new order lies beside it. */
const BESIDE = { nearest: 0.007, farthest: 0.04 };

/**
 * What happens next in a book in which a pair is worth so much; null where the own users have no orders: a book without
 * any stays so.
 */
export function nextMove(book: DemoBook, worthDollars: number, random: Random): Move | null {
  const { ownOrders, openAsks, openBids } = book;
  if (ownOrders.length === 0) {
    return null;
  }
  const unwanted = strayOrder(ownOrders, worthDollars) ?? surplusOrder(ownOrders);
  if (unwanted) {
    return { kind: 'cancel', order: unwanted };
  }
  const thin = (['ask', 'bid'] as const).find(
    (side) => countOf(ownOrders, side) < OWN_ORDERS_PER_SIDE.fewest,
  );
  if (thin) {
    return placement(thin, worthDollars, random);
  }
  const side = random.chance(0.5) ? 'ask' : 'bid';
  const isThere = (side === 'ask' ? openBids : openAsks) > 0;
  return isThere && random.chance(TAKING_CHANCE)
    ? { kind: 'take', side, limitCents: limitCents(side, worthDollars) }
    : placement(side, worthDollars, random);
}

/** The worst price at which an own user takes somebody's order: no other is ever touched. */
function limitCents(side: Side, worthDollars: number): number {
  return 100 * wholeDollars(worthDollars * (side === 'bid' ? 1 + TRADED_SHARE : 1 - TRADED_SHARE));
}

/** An order beside the worth, at a price that people like as often as not. It may meet one that is better than that. */
function placement(side: Side, worthDollars: number, random: Random): Move {
  const share = random.between(BESIDE.nearest, BESIDE.farthest);
  const dollars = wholeDollars(worthDollars * (side === 'ask' ? 1 + share : 1 - share));
  const liked = side === 'ask' ? likedPriceAbove(dollars) : likedPriceBelow(dollars);
  return { kind: 'place', side, priceCents: 100 * (random.chance(LIKED_CHANCE) ? liked : dollars) };
}

function strayOrder(orders: readonly OwnOrder[], worthDollars: number): OwnOrder | undefined {
  return orders.find(({ priceCents }) => Math.abs(priceCents / 100 / worthDollars - 1) > STRAY_SHARE);
}

/** The oldest order of a side that has as many as it may have, so that there is room again. */
function surplusOrder(orders: readonly OwnOrder[]): OwnOrder | undefined {
  return orders.find(({ side }) => countOf(orders, side) >= OWN_ORDERS_PER_SIDE.most);
}

function countOf(orders: readonly OwnOrder[], side: Side): number {
  return orders.filter((order) => order.side === side).length;
}
