import type { Expiring } from './lifetime.js';

/** The sides of a book. */
export const SIDES = ['ask', 'bid'] as const;
export type Side = (typeof SIDES)[number];

/** The calls of section 7 that place an order: two may rest in the book, two trade at once or are refused. */
export const ORDER_CALLS = ['ask', 'bid', 'sell', 'buy'] as const;
export type OrderCall = (typeof ORDER_CALLS)[number];

/** The states of an order: open until it trades or is cancelled, then final. */
export const ORDER_STATUSES = ['open', 'traded', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * The reasons for which an open order is cancelled: its owner's wish, a decision of the platform about the user or the
 * product, its time, the vacation of its owner, which remembers it, a trade of its group in another size, or a rule of
 * its owner, which replaces it at a lower price.
 */
export const CANCELLATION_REASONS = [
  'owner',
  'platform',
  'hidden-product',
  'expired',
  'vacation',
  'other-size',
  'price-rule',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** The side of a call's order. */
export function sideOf(call: OrderCall): Side {
  return call === 'ask' || call === 'sell' ? 'ask' : 'bid';
}

/** True if a call's order rests in the book when it crosses no order. */
export function mayRest(call: OrderCall): boolean {
  return call === 'ask' || call === 'bid';
}

/** The side that an order trades with. */
export function oppositeOf(side: Side): Side {
  return side === 'ask' ? 'bid' : 'ask';
}

/** The state of a user that orders need (section 4: payout to sell, payment and shipping to buy). */
export interface AccountReadiness {
  readonly hasPayout: boolean;
  readonly hasPayment: boolean;
  readonly hasShipping: boolean;
  /** True if a member has blocked the user. */
  readonly isBlocked: boolean;
  /** True if the user owes too much, or for too long, to sell. */
  readonly isInDebt: boolean;
  /** True if payments of the user have failed, and they have saved no card since. */
  readonly needsCard: boolean;
  readonly limits: UserLimits;
}

/** The limits that a member has set for one user; null for none besides those of the market. */
export interface UserLimits {
  /** The maximum number of open orders in all books. */
  readonly openOrders: number | null;
  /** The highest price at which an order rests or trades. */
  readonly priceCents: number | null;
}

export const NO_LIMITS: UserLimits = { openOrders: null, priceCents: null };

/** A user without an obstacle to any order. */
export const READY: AccountReadiness = {
  hasPayout: true,
  hasPayment: true,
  hasShipping: true,
  isBlocked: false,
  isInDebt: false,
  needsCard: false,
  limits: NO_LIMITS,
};

/** An order of the same user and id that a book has judged before. */
export interface EarlierOrder {
  readonly call: OrderCall;
  /** True if it was placed in this same book. */
  readonly isSameBook: boolean;
  readonly priceCents: number;
  readonly groupId?: string | null;
  readonly outcome: PlacementAnswer;
}

/** The order that a cancellation or a replacement names, in its state when the book is taken. */
export interface NamedOrder extends Expiring {
  readonly seq: number;
  readonly side: Side;
  readonly status: OrderStatus;
  /** An order that replaces it joins its group. */
  readonly groupId?: string | null;
  /** False for an ask that is not placed again if its buyer does not pay; by default it is. */
  readonly isRelisting?: boolean;
  /** The first of the orders that replaced one another up to this one; absent if it replaced none. */
  readonly firstSeq?: number | null;
}

/** An arriving order, with everything the rules need to judge it. */
export interface Placement {
  readonly kind: 'placement';
  readonly call: OrderCall;
  readonly userId: string;
  readonly orderId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly earlier: EarlierOrder | null;
  /** True if it comes too late to be placed: it gets its first answer, or is refused. */
  readonly isLate?: boolean | undefined;
  /** The user's open order of this book that is cancelled if this one is accepted; null if there is no such order. */
  readonly replaced?: NamedOrder | null | undefined;
  /** The order's lifetime in the book, in milliseconds; absent if it rests until it is cancelled. */
  readonly lifetimeMs?: number | undefined;
  /** True to place the ask again if its buyer does not pay; by default that of the replaced ask, or else true. */
  readonly isRelisting?: boolean | undefined;
  /**
   * True if it changes the replaced order: without a lifetime it has that one's expiry, and its refusal is not final.
   */
  readonly isChange?: boolean | undefined;
  /** True if a rule of its owner changes the replaced order: that one is cancelled for the reason `price-rule`. */
  readonly isByRule?: boolean | undefined;
}

/** The most sizes of one bid. */
export const MAX_SIZES_OF_BID = 5;

/**
 * A bid over several sizes of one product, the books of its orders: they share a group, and the first of them to trade
 * cancels the others. It trades at once with the lowest ask of these books that it crosses, of equal ones with that of
 * the first book. It is accepted or refused as a whole.
 */
export interface GroupBid {
  readonly kind: 'group-bid';
  readonly userId: string;
  /** The user's id of the whole bid. */
  readonly groupId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly orders: readonly OrderOfGroup[];
  readonly isLate?: boolean | undefined;
  readonly lifetimeMs?: number | undefined;
}

/** The order of a group bid in one size. */
export interface OrderOfGroup {
  readonly size: string;
  readonly orderId: string;
  readonly earlier: EarlierOrder | null;
}

/** A request to take an own open order out of the book; `order` is null if the user has no such order. */
export interface Cancellation {
  readonly kind: 'cancellation';
  readonly userId: string;
  readonly side: Side;
  readonly order: NamedOrder | null;
  readonly reason: CancellationReason;
}

/** A request to close those of these orders that have expired by the clock of the book. */
export interface Sweep {
  readonly kind: 'sweep';
  readonly orders: readonly (NamedOrder & { readonly userId: string })[];
}

/**
 * A request to let an own open order expire after the given time, or to choose whether an ask is placed again if its
 * buyer does not pay. What is absent stays, and so does its place in the queue.
 */
export interface Extension {
  readonly kind: 'extension';
  readonly userId: string;
  readonly side: Side;
  readonly order: NamedOrder | null;
  readonly lifetimeMs?: number | undefined;
  readonly isRelisting?: boolean | undefined;
}

export type Command = Placement | Cancellation | Extension | Sweep;

/** The order rests in the book; `seq` identifies it there. */
export interface Rested {
  readonly kind: 'rested';
  readonly seq: number;
}

/** The order traded with a resting one, at that order's price in cents. */
export interface Traded {
  readonly kind: 'traded';
  readonly seq: number;
  readonly priceCents: number;
}

export interface Cancelled {
  readonly kind: 'cancelled';
  /** False if it had been cancelled before. */
  readonly wasOpen: boolean;
}

export interface Extended {
  readonly kind: 'extended';
}

export interface Swept {
  readonly kind: 'swept';
}

export interface Refused<Code extends RefusalCode = RefusalCode> {
  readonly kind: 'refused';
  readonly code: Code;
}

/** All orders of the group rest in their books. */
export interface GroupRested {
  readonly kind: 'group-rested';
}

/** The order of this size traded, at the resting order's price in cents. No other was placed. */
export interface GroupTraded {
  readonly kind: 'group-traded';
  readonly size: string;
  readonly priceCents: number;
}

export type GroupBidAnswer = GroupRested | GroupTraded | Refused<OrderRefusal>;
export type PlacementAnswer = Rested | Traded | Refused<OrderRefusal>;
export type CancellationAnswer = Cancelled | Refused<CancellationRefusal>;
export type ExtensionAnswer = Extended | Refused<CancellationRefusal>;
export type Answer = PlacementAnswer | CancellationAnswer | ExtensionAnswer | Swept | GroupBidAnswer;

/** The reasons to refuse an order. If several apply, the first in this order is the answer. */
export const ORDER_REFUSALS = [
  'id-reused',
  'too-late',
  'no-longer-traded',
  'blocked',
  'unknown-order',
  'already-traded',
  'debt-unpaid',
  'payout-missing',
  'payment-missing',
  'card-needed',
  'shipping-missing',
  'no-bids',
  'no-asks',
  'price-moved',
  'limited-price',
  'own-order',
  'limited-orders',
  'too-many-orders',
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/** The reasons to refuse a cancellation or an extension. */
export const CANCELLATION_REFUSALS = ['unknown-order', 'already-traded'] as const;

export type CancellationRefusal = (typeof CANCELLATION_REFUSALS)[number];

export type RefusalCode = OrderRefusal | CancellationRefusal;

/** The maximum number of open orders of a user, in one book and in all books. */
export interface OpenOrderLimits {
  readonly perBook: number;
  readonly perUser: number;
}

/** A user's number of open orders, in one book and in all books. */
export interface OpenOrderCount {
  readonly inBook: number;
  readonly inAll: number;
}

/** The first setting that the user lacks for this call; null for none. */
export function missingSetting(call: OrderCall, readiness: AccountReadiness): OrderRefusal | null {
  if (sideOf(call) === 'ask') {
    return readiness.hasPayout ? null : 'payout-missing';
  }
  if (!readiness.hasPayment) {
    return 'payment-missing';
  }
  if (readiness.needsCard) {
    return 'card-needed';
  }
  return readiness.hasShipping ? null : 'shipping-missing';
}

/** True if an arriving order crosses the best opposite price. */
export function crosses(side: Side, limitCents: number, oppositePriceCents: number): boolean {
  return side === 'ask' ? oppositePriceCents >= limitCents : oppositePriceCents <= limitCents;
}
