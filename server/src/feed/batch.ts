import type { OrderStatus, Side } from '@perkex/core/order-book/order.js';

/** What became of an order of a batch: placed by it, or open before it. */
export interface OrderChange {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly status: OrderStatus;
  /** Whether the house, not its owner, has cancelled it. */
  readonly isByHouse?: true;
}

export interface TradeMade {
  readonly id: string;
  readonly seq: number;
  readonly askSeq: number;
  readonly bidSeq: number;
  readonly sellerId: string;
  readonly buyerId: string;
  readonly priceCents: number;
  /** The trade before it in its book; null where there was none. */
  readonly priceBeforeCents: number | null;
}

/** An open order that has lost the best place of its side. */
export interface OutbidOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly bestCents: number;
}

/** What one batch did to one book, and how the book stands since. */
export interface BookChange {
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  readonly openAsks: number;
  readonly openBids: number;
  readonly orders: readonly OrderChange[];
  readonly trades: readonly TradeMade[];
  readonly outbid: readonly OutbidOrder[];
  /** In milliseconds since 1970. */
  readonly atMs: number;
}

/** What a batch says. */
export interface BatchChanges {
  readonly books: readonly BookChange[];
  /** Users whose notices have changed. */
  readonly notified: readonly string[];
  /** Products that the command line has made or changed, or given past sales. */
  readonly products?: readonly number[];
}

/** One row of the feed. */
export interface Batch {
  readonly lane: string;
  /** Its number in its lane, without gaps from 1 on. */
  readonly seq: number;
  readonly changes: BatchChanges;
}
