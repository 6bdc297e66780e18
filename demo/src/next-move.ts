import type { Side } from '@perkex/core/order-book/order.js';
import { likedPriceAbove, likedPriceBelow, wholeDollars } from './dollars.js';
import type { Random } from './random.js';

/** An open order of a house account. */
export interface OwnOrder {
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly priceCents: number;
}

/** A book from the view of the house accounts. */
export interface DemoBook {
  readonly openAsks: number;
  readonly openBids: number;
  /** Oldest first. */
  readonly ownOrders: readonly OwnOrder[];
  /** True if the product was released after the market began, so that its books began empty. */
  readonly beganEmpty: boolean;
}

/** The next move of a house account. */
export type Move =
  | { readonly kind: 'place'; readonly side: Side; readonly priceCents: number }
  | { readonly kind: 'take'; readonly side: Side; readonly limitCents: number }
  | { readonly kind: 'cancel'; readonly order: OwnOrder };

/** The bounds on house orders per side: fewer would empty a book, more would crowd it. */
export const OWN_ORDERS_PER_SIDE = { fewest: 2, most: 8 };
/** The maximum distance of a house account's trades from the valuation. */
export const TRADED_SHARE = 0.08;
/** The distance at which a house order is cancelled. */
const STRAY_SHARE = 0.25;
const TAKING_CHANCE = 0.5;
const LIKED_CHANCE = 0.5;
/** The bounds on the distance of a new order from the valuation. */
const BESIDE = { nearest: 0.007, farthest: 0.04 };

/** The next move in a book at this valuation; null without house orders, so that some empty books stay empty. */
export function nextMove(book: DemoBook, worthDollars: number, random: Random): Move | null {
  const { ownOrders, openAsks, openBids, beganEmpty } = book;
  if (ownOrders.length === 0 && !beganEmpty) {
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

/** The worst price at which a house account takes a user's order; orders at worse prices are left alone. */
function limitCents(side: Side, worthDollars: number): number {
  return 100 * wholeDollars(worthDollars * (side === 'bid' ? 1 + TRADED_SHARE : 1 - TRADED_SHARE));
}

/** An order near the valuation, at a popular price half of the time. It may cross a better order. */
function placement(side: Side, worthDollars: number, random: Random): Move {
  const share = random.between(BESIDE.nearest, BESIDE.farthest);
  const dollars = wholeDollars(worthDollars * (side === 'ask' ? 1 + share : 1 - share));
  const liked = side === 'ask' ? likedPriceAbove(dollars) : likedPriceBelow(dollars);
  return { kind: 'place', side, priceCents: 100 * (random.chance(LIKED_CHANCE) ? liked : dollars) };
}

function strayOrder(orders: readonly OwnOrder[], worthDollars: number): OwnOrder | undefined {
  return orders.find(({ priceCents }) => Math.abs(priceCents / 100 / worthDollars - 1) > STRAY_SHARE);
}

/** The oldest order of a full side, to be removed. */
function surplusOrder(orders: readonly OwnOrder[]): OwnOrder | undefined {
  return orders.find(({ side }) => countOf(orders, side) >= OWN_ORDERS_PER_SIDE.most);
}

function countOf(orders: readonly OwnOrder[], side: Side): number {
  return orders.filter((order) => order.side === side).length;
}
