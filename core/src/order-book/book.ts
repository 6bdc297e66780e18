import type { Expiring } from './lifetime.js';
import type {
  CancellationReason,
  OpenOrderCount,
  OpenOrderLimits,
  OrderCall,
  OrderRefusal,
  OrderStatus,
  Side,
} from './order.js';

/** An open order in a book. `seq` is the number of the command that placed it, so it is also its age. */
export interface RestingOrder extends Expiring {
  readonly seq: number;
  readonly userId: string;
  readonly priceCents: number;
  /** The first order of a group that trades cancels the others, in all books of the product. */
  readonly groupId?: string | null;
}

/** An open order of a group, in one of the books of the product. */
export interface GroupMember extends Expiring {
  readonly groupId: string;
  readonly size: string;
  readonly seq: number;
  readonly userId: string;
}

/**
 * One product and size. Each side holds its best open orders, best first (price, then age). A side may be truncated: if
 * n commands can take an order out of it (orders of the other side, cancellations, and replacements) and m of its
 * orders are of groups that may trade in another book, it must hold at least its best n + m + 1 besides those that have
 * expired, or all orders.
 */
export interface Book {
  /** The number of commands that this book has accepted so far. */
  readonly seq: number;
  /** True if its product is no longer traded: it takes no orders. */
  readonly isClosed?: boolean;
  readonly asks: readonly RestingOrder[];
  readonly bids: readonly RestingOrder[];
  /** The open orders of the commands' users. Absent if there are no limits. */
  readonly openOrders?: {
    readonly limits: OpenOrderLimits;
    readonly countOf: (userId: string) => OpenOrderCount;
  };
}

/** An order that these commands placed, in its state after them. */
export interface PlacedOrder extends RestingOrder {
  readonly orderId: string;
  readonly call: OrderCall;
  readonly side: Side;
  /** Null if it has no lifetime. */
  readonly expiresAtMs: number | null;
  readonly groupId: string | null;
  /** False for an ask that is not placed again if its buyer does not pay. */
  readonly isRelisting: boolean;
  /** The first of the orders that replaced one another up to this one; null if it replaced none. */
  readonly firstSeq: number | null;
  /** The command that traded or cancelled it, or null while it is open. */
  readonly closedSeq: number | null;
  readonly status: OrderStatus;
  /** Null unless it was cancelled. */
  readonly reason: CancellationReason | null;
  /** The price of its trade on arrival, which is also its answer; null if it rested. */
  readonly tradedPriceCents: number | null;
}

/** An order that these commands refused. A book judges an id once, so a resend gets this answer again. */
export interface RefusedOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly priceCents: number;
  readonly code: OrderRefusal;
}

/** An order that was open before these commands and no longer is. */
export interface ClosedOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly status: 'traded' | 'cancelled';
  readonly closedSeq: number;
  /** Null if it traded. */
  readonly reason: CancellationReason | null;
}

/** An open order that was the best of its side until these commands placed a better one of another user. */
export interface OutbidOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  /** The best price now. */
  readonly bestCents: number;
}

/** A trade; `seq` is the arriving order's number. */
export interface Trade {
  readonly seq: number;
  readonly askSeq: number;
  readonly bidSeq: number;
  readonly sellerId: string;
  readonly buyerId: string;
  /** The resting order's price. */
  readonly priceCents: number;
}

/**
 * A command that cancelled an order, or closed an expired one. Orders and cancellations, in order of `seq`, are the
 * full history of a book.
 */
export interface CancelledOrder {
  readonly seq: number;
  readonly orderSeq: number;
}

/** An open order whose lifetime has changed, or whether it is placed again if its buyer does not pay. */
export interface ExtendedOrder {
  readonly seq: number;
  readonly userId: string;
  readonly expiresAtMs: number | null;
  readonly isRelisting: boolean;
}

/** The state of the book after the commands. */
export interface BookSummary {
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  /** The change in the numbers of open asks and of open bids. */
  readonly openAsksDelta: number;
  readonly openBidsDelta: number;
}

/** All changes that have to be saved. */
export interface BookChanges {
  readonly atMs: number;
  readonly placed: PlacedOrder[];
  readonly refused: RefusedOrder[];
  readonly closed: ClosedOrder[];
  readonly trades: Trade[];
  readonly cancelled: CancelledOrder[];
  readonly outbid: OutbidOrder[];
  readonly extended: ExtendedOrder[];
  readonly summary: BookSummary;
  /** The change in each user's number of open orders. */
  readonly openOrdersDelta: ReadonlyMap<string, number>;
}
