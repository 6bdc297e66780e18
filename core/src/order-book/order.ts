/** Which side of a book an order stands on. */
export const SIDES = ['ask', 'bid'] as const;
export type Side = (typeof SIDES)[number];

/** The calls of section 7 that place an order: two may rest in the book, two trade now or not at all. */
export const ORDER_CALLS = ['ask', 'bid', 'sell', 'buy'] as const;
export type OrderCall = (typeof ORDER_CALLS)[number];

/** An order is open until it trades or its owner cancels it; then it never changes again. */
export const ORDER_STATUSES = ['open', 'traded', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The side on which a call's order stands. */
export function sideOf(call: OrderCall): Side {
  return call === 'ask' || call === 'sell' ? 'ask' : 'bid';
}

/** Whether a call's order waits in the book when nothing meets it. */
export function mayRest(call: OrderCall): boolean {
  return call === 'ask' || call === 'bid';
}

/** The side that an order trades with. */
export function oppositeOf(side: Side): Side {
  return side === 'ask' ? 'bid' : 'ask';
}

/** What the settings of a user allow (section 4: sellers need a payout, buyers a payment and shipping). */
export interface AccountReadiness {
  readonly hasPayout: boolean;
  readonly hasPayment: boolean;
  readonly hasShipping: boolean;
}

/** An order of the same user and id that a book has judged before. */
export interface EarlierOrder {
  readonly call: OrderCall;
  /** Whether it was placed in this same book. */
  readonly isSameBook: boolean;
  readonly priceCents: number;
  readonly outcome: PlacementAnswer;
}

/** The order that a cancellation names, as it stands when the book is taken. */
export interface NamedOrder {
  readonly seq: number;
  readonly side: Side;
  readonly status: OrderStatus;
}

/** An order that arrives at a book, with all that the rules need to judge it. */
export interface Placement {
  readonly kind: 'placement';
  readonly call: OrderCall;
  readonly userId: string;
  readonly orderId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly earlier: EarlierOrder | null;
  /** True if it comes too late to be placed: it gets its first answer, or is refused. */
  readonly isLate?: boolean;
}

/** A request to take an own open order out of the book; null when the user has no such order. */
export interface Cancellation {
  readonly kind: 'cancellation';
  readonly userId: string;
  readonly side: Side;
  readonly order: NamedOrder | null;
  /** Whether the house asks for it, not the owner. */
  readonly isByHouse?: boolean;
}

export type Command = Placement | Cancellation;

/** The order waits in the book; `seq` names it there. */
export interface Rested {
  readonly kind: 'rested';
  readonly seq: number;
}

/** The order met a resting one, at the resting order's price in cents. */
export interface Traded {
  readonly kind: 'traded';
  readonly seq: number;
  readonly priceCents: number;
}

export interface Cancelled {
  readonly kind: 'cancelled';
}

export interface Refused<Code extends RefusalCode = RefusalCode> {
  readonly kind: 'refused';
  readonly code: Code;
}

export type PlacementAnswer = Rested | Traded | Refused<OrderRefusal>;
export type CancellationAnswer = Cancelled | Refused<CancellationRefusal>;
export type Answer = PlacementAnswer | CancellationAnswer;

/** Why a book refuses an order. Where several hold, the first in this order is the answer. */
export const ORDER_REFUSALS = [
  'id-reused',
  'too-late',
  'payout-missing',
  'payment-missing',
  'shipping-missing',
  'no-bids',
  'no-asks',
  'price-moved',
  'own-order',
  'too-many-orders',
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/** Why a book refuses to cancel an order. */
export const CANCELLATION_REFUSALS = ['unknown-order', 'already-traded'] as const;

export type CancellationRefusal = (typeof CANCELLATION_REFUSALS)[number];

export type RefusalCode = OrderRefusal | CancellationRefusal;

/** How many open orders a user may have: in one book, and in all of them. */
export interface OpenOrderLimits {
  readonly perBook: number;
  readonly perUser: number;
}

/** How many open orders a user has: in one book, and in all of them. */
export interface OpenOrderCount {
  readonly inBook: number;
  readonly inAll: number;
}

/** The setting that this call's user still has to make, or null: the first one missing. */
export function missingSetting(call: OrderCall, readiness: AccountReadiness): OrderRefusal | null {
  if (sideOf(call) === 'ask') {
    return readiness.hasPayout ? null : 'payout-missing';
  }
  if (!readiness.hasPayment) {
    return 'payment-missing';
  }
  return readiness.hasShipping ? null : 'shipping-missing';
}

/** Whether an arriving order may trade at the price of the best opposite one. */
export function meets(side: Side, limitCents: number, oppositePriceCents: number): boolean {
  return side === 'ask' ? oppositePriceCents >= limitCents : oppositePriceCents <= limitCents;
}
