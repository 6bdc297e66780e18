import type {
  CancellationAnswer,
  CancellationReason,
  ExtensionAnswer,
  OrderCall,
  PlacementAnswer,
  Side,
  Swept,
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
  /** The order's lifetime, in milliseconds; absent if it lasts until it is cancelled. */
  readonly lifetimeMs?: number;
  /** True if it changes the replaced order: without a lifetime it has that one's expiry, and its refusal is not final. */
  readonly isChange?: boolean;
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

/** A request to let an order expire so many milliseconds from now. */
export interface ExtensionCommand extends BookKey {
  readonly kind: 'extension';
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly lifetimeMs: number;
}

/** A request to close those of these orders that have expired. */
export interface SweepCommand extends BookKey {
  readonly kind: 'sweep';
  /** Their numbers in the book. */
  readonly seqs: readonly number[];
}

export type OrderCommand = PlacementCommand | CancellationCommand | ExtensionCommand | SweepCommand;

/** There is no such book. */
interface UnknownSize {
  readonly kind: 'refused';
  readonly code: 'unknown-size';
}

/** The answer of a book to a command of this kind. */
export type AnswerTo<Command extends OrderCommand> =
  | UnknownSize
  | (Command extends PlacementCommand
      ? PlacementAnswer
      : Command extends CancellationCommand
        ? CancellationAnswer
        : Command extends ExtensionCommand
          ? ExtensionAnswer
          : Swept);

export type OrderAnswer = AnswerTo<OrderCommand>;

/** A book's key as a text, for maps. */
export function bookName({ productId, size }: BookKey): string {
  return `${productId}/${size}`;
}

/** The key of an order: its user and client order id. */
export function orderKey({ userId, orderId }: { userId: string; orderId: string }): string {
  return `${orderId}/${userId}`;
}

/** The key of a command: commands with the same one follow each other. */
export function commandKey(command: OrderCommand): string {
  return command.kind === 'sweep' ? `${bookName(command)}/${command.seqs[0]}` : orderKey(command);
}
