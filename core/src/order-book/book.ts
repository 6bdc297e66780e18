import type { OpenOrderCount, OpenOrderLimits, OrderCall, OrderRefusal, Side } from './order.js';

/** An open order in a book. `seq` is the number of the command that placed it, so it is also its age. */
export interface RestingOrder {
  readonly seq: number;
  readonly userId: string;
  readonly priceCents: number;
}

/**
 * One product and size. Each side holds its best open orders, best first (price, then age). A side may be
 * cut off: where n of the commands can take an order out of it (orders of the other side, and cancellations), it must
 * hold at least its best n + 1, or all there are.
 */
export interface Book {
  /** The number of commands that this book has accepted so far. */
  readonly seq: number;
  readonly asks: readonly RestingOrder[];
  readonly bids: readonly RestingOrder[];
  /** How many open orders the users of the commands have; whoever is missing has none. Absent: nobody is limited. */
  readonly openOrders?: {
    readonly limits: OpenOrderLimits;
    readonly ofUser: ReadonlyMap<string, OpenOrderCount>;
  };
}

/** An order that these commands placed, in the state in which they leave it. */
export interface PlacedOrder extends RestingOrder {
  readonly orderId: string;
  readonly call: OrderCall;
  readonly side: Side;
  /** The command that traded it, or null while it is open. */
  readonly closedSeq: number | null;
  /** At which price it traded when it arrived, which is what it was answered; null: it rested. */
  readonly tradedPriceCents: number | null;
}

/** An order that these commands refused. A book judges an id once, so this is what a resend gets again. */
export interface RefusedOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly priceCents: number;
  readonly code: OrderRefusal;
}

/** An order that was open before these commands and is not any more. */
export interface ClosedOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly status: 'traded' | 'cancelled';
  readonly closedSeq: number;
  /** Whether the house, not its owner, has cancelled it. */
  readonly isByHouse: boolean;
}

/** An order that was the best of its side until these commands placed a better one of somebody else; it is open still. */
export interface OutbidOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  /** The best price now. */
  readonly bestCents: number;
}

/** A trade; `seq` is that of the arriving order, which made it. */
export interface Trade {
  readonly seq: number;
  readonly askSeq: number;
  readonly bidSeq: number;
  readonly sellerId: string;
  readonly buyerId: string;
  /** The resting order's price. */
  readonly priceCents: number;
}

/** A command that cancelled an order. With the orders themselves, in order of `seq`, they are all that happened in a book. */
export interface CancelledOrder {
  readonly seq: number;
  readonly orderSeq: number;
}

/** How the book stands afterwards. */
export interface BookSummary {
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  /** How much the number of open asks and of open bids changed. */
  readonly openAsksDelta: number;
  readonly openBidsDelta: number;
}

/** Everything that has to be kept. */
export interface BookChanges {
  readonly atMs: number;
  readonly placed: PlacedOrder[];
  readonly refused: RefusedOrder[];
  readonly closed: ClosedOrder[];
  readonly trades: Trade[];
  readonly cancelled: CancelledOrder[];
  readonly outbid: OutbidOrder[];
  readonly summary: BookSummary;
  /** How much the number of open orders of each user changed. */
  readonly openOrdersDelta: ReadonlyMap<string, number>;
}
