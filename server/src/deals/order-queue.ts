import type { OrderCall, Rested, Traded } from '@perkex/core/order-book/order.js';

/** An order of a party of a deal, in the book of its trade. */
export interface DealPlacement {
  readonly call: OrderCall;
  readonly userId: string;
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly orderId: string;
  /** In milliseconds; absent if it lasts until it is cancelled. */
  readonly lifetimeMs?: number | undefined;
  /** False for an ask that is not placed again if its buyer does not pay. */
  readonly isRelisting?: boolean | undefined;
  /** True to learn the fate of the order. If it was never placed, it is refused from then on. */
  readonly isLate: boolean;
}

/** A bid of a party of a deal that is to be cancelled. `seq` identifies it in its book. */
export interface DealCancellation extends Pick<DealPlacement, 'userId' | 'productId' | 'size' | 'orderId'> {
  readonly seq: number;
}

export type QueueAnswer = Rested | Traded | { readonly kind: 'refused' };

/** The queue of all orders. The book judges an id once. @throws if the book could not judge an order */
export interface OrderQueue {
  place(placement: DealPlacement): Promise<QueueAnswer>;
  cancelBid(cancellation: DealCancellation): Promise<unknown>;
}
