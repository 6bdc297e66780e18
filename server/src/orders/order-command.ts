import type {
  CancellationAnswer,
  CancellationReason,
  ExtensionAnswer,
  GroupBidAnswer,
  OrderCall,
  PlacementAnswer,
  Side,
  Swept,
} from '@perkex/core/order-book/order.js';
import { derivedId } from '../database/derived-id.js';

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
  readonly isLate?: boolean | undefined;
  /** The number of the user's order in this book that is cancelled if this one is accepted. */
  readonly replacedSeq?: number | undefined;
  /** The order's lifetime, in milliseconds; absent if it lasts until it is cancelled. */
  readonly lifetimeMs?: number | undefined;
  /** True to place the ask again if its buyer does not pay; by default that of the replaced ask, or else true. */
  readonly isRelisting?: boolean | undefined;
  /**
   * True if it changes the replaced order: without a lifetime it has that one's expiry, and its refusal is not final.
   */
  readonly isChange?: boolean;
  /** True if a rule of its user changes the replaced order. */
  readonly isByRule?: boolean;
  /** True if a deal places it. Its buyer needs no card: they had the order before, or their money for it is held. */
  readonly isOfDeal?: boolean;
}

/** A bid over several sizes of a product, of which the first to trade cancels the others. */
export interface GroupBidCommand {
  readonly kind: 'group-bid';
  readonly productId: number;
  /** At least two different ones. */
  readonly sizes: readonly string[];
  readonly userId: string;
  /** The id of the whole bid; those of its orders are derived from it. */
  readonly orderId: string;
  readonly priceCents: number;
  readonly isLate?: boolean | undefined;
  readonly lifetimeMs?: number | undefined;
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

/**
 * A request to let an order expire after the given time, or to choose whether an ask is placed again if its buyer does
 * not pay.
 */
export interface ExtensionCommand extends BookKey {
  readonly kind: 'extension';
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly lifetimeMs?: number | undefined;
  readonly isRelisting?: boolean | undefined;
}

/** A request to close those of these orders that have expired. */
export interface SweepCommand extends BookKey {
  readonly kind: 'sweep';
  /** Their numbers in the book. */
  readonly seqs: readonly number[];
}

/** A command for one book. */
export type BookCommand = PlacementCommand | CancellationCommand | ExtensionCommand | SweepCommand;

export type OrderCommand = BookCommand | GroupBidCommand;

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
          : Command extends GroupBidCommand
            ? GroupBidAnswer
            : Swept);

export type OrderAnswer = AnswerTo<OrderCommand>;

/** A book's key as a text, for maps. */
export function bookName({ productId, size }: BookKey): string {
  return `${productId}/${size}`;
}

/** The books of a command. */
export function booksOf(command: OrderCommand): BookKey[] {
  const { productId } = command;
  return command.kind === 'group-bid'
    ? command.sizes.map((size) => ({ productId, size }))
    : [{ productId, size: command.size }];
}

/** A client order id of a user, in the book of its order. */
export interface PlacedId extends BookKey {
  readonly userId: string;
  readonly orderId: string;
}

/** The orders that a command places if it is accepted. */
export function placedBy(command: OrderCommand): PlacedId[] {
  switch (command.kind) {
    case 'placement':
      return [command];
    case 'group-bid':
      return command.sizes.map((size) => ({ ...command, size, orderId: groupOrderId(command, size) }));
    default:
      return [];
  }
}

/**
 * The client order id of a group's order in one size: the same for the same bid, so that it counts once. The order in
 * the first size has that of the bid, so that no bid over other sizes and no other order gets it.
 */
export function groupOrderId(
  { orderId, sizes }: Pick<GroupBidCommand, 'orderId' | 'sizes'>,
  size: string,
): string {
  return size === sizes[0] ? orderId : derivedId(`order-of-group/${orderId}/${size}`);
}

/** The key of an order: its user and product, and its client order id, which is unique within both. */
export function orderKey({ userId, productId, orderId }: Omit<PlacedId, 'size'>): string {
  return `${orderId}/${productId}/${userId}`;
}

/** The first key of a command: commands with the same one follow each other. */
export function commandKey(command: OrderCommand): string {
  return command.kind === 'sweep' ? `${bookName(command)}/${command.seqs[0]}` : orderKey(command);
}

const NO_KEYS: readonly string[] = [];

/** The other keys of a command, which are those of a bid over several sizes. */
export function otherCommandKeys(command: OrderCommand): readonly string[] {
  return command.kind === 'group-bid' ? placedBy(command).slice(1).map(orderKey) : NO_KEYS;
}
