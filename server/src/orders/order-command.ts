import type {
  CancellationAnswer,
  CancellationReason,
  OrderCall,
  PlacementAnswer,
  Side,
} from '@perkex/core/order-book/order.js';

/** One product and size. */
export interface BookKey {
  readonly productId: number;
  readonly size: string;
}

/** An order to be placed in a book. */
export interface PlacementCommand extends BookKey {
  readonly kind: 'placement';
  readonly call: OrderCall;
  readonly userId: string;
  readonly orderId: string;
  readonly priceCents: number;
  /** True if it only asks for its first answer: without one, it is refused. */
  readonly isLate?: boolean;
  /** The number of the user's order in this book that is cancelled if this one is accepted. */
  readonly replacedSeq?: number;
}

/** A request to cancel an order, identified in its book by `seq`. */
export interface CancellationCommand extends BookKey {
  readonly kind: 'cancellation';
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly reason: CancellationReason;
}

export type OrderCommand = PlacementCommand | CancellationCommand;

/** There is no such book. */
interface UnknownSize {
  readonly kind: 'refused';
  readonly code: 'unknown-size';
}

/** The answer of a book to a command of this kind. */
export type AnswerTo<Command extends OrderCommand> =
  | UnknownSize
  | (Command extends PlacementCommand ? PlacementAnswer : CancellationAnswer);

export type OrderAnswer = AnswerTo<OrderCommand>;

/** A book's key as a text, for maps. */
export function bookName({ productId, size }: BookKey): string {
  return `${productId}/${size}`;
}

/** The key of an order: its user and client order id. */
export function orderKey({ userId, orderId }: { userId: string; orderId: string }): string {
  return `${orderId}/${userId}`;
}
