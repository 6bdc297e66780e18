import type { Book, BookChanges, GroupMember, RestingOrder } from './book.js';
import { cancelOpen, join, openState, outbidStill, type ProductState, type State } from './book-state.js';
import { placeGroup } from './group-bid.js';
import { isExpired } from './lifetime.js';
import { cancel, extend } from './named-orders.js';
import { type Answer, type Command, type GroupBid, type NamedOrder, SIDES, type Side } from './order.js';
import { place } from './placing.js';

/** One answer per command, in order, and the combined changes. */
export interface MatchResult {
  readonly answers: Answer[];
  readonly changes: BookChanges;
}

/** A book of a product, as it was taken at this time by the server's clock, in milliseconds since 1970. */
export interface BookOfProduct {
  readonly size: string;
  readonly book: Book;
  readonly nowMs: number;
}

/** A command for the book of this size, or for several books. */
export type CommandOfProduct = { readonly size: string; readonly command: Command } | GroupBid;

/** One answer per command, in order, and the combined changes of each book. */
export interface ProductResult {
  readonly answers: Answer[];
  /** By size. */
  readonly changes: ReadonlyMap<string, BookChanges>;
}

/** Matches commands of one book, without orders of groups. See `matchProduct`. */
export function match(book: Book, commands: readonly Command[], nowMs: number): MatchResult {
  const size = '';
  const { answers, changes } = matchProduct(
    [{ size, book, nowMs }],
    commands.map((command) => ({ size, command })),
  );
  return { answers, changes: changes.get(size) as BookChanges };
}

/**
 * Matches commands in their order of arrival: best price first, then the oldest order; trades at the resting order's
 * price; self-trading is refused (section 4, "The book"). Pure: changes neither the books nor the commands. A refusal
 * affects only its own command. No two placements or cancellations may name the same order of the same user.
 *
 * An order that has expired is not open. Before the first command, each expired order of the given books, and each that
 * a command or a group names, is closed by a command of the book of its own: whatever has been judged without it is
 * final, even if the clock goes back.
 *
 * @param books all books that the commands name, and those of the groups
 * @param groups the open orders of all groups of which an order may trade: those of the given books' bids that a
 * command can take, and those of replaced orders
 * @throws if a given book, or a resulting one, is crossed: a bug, not a refusal
 */
export function matchProduct(
  books: readonly BookOfProduct[],
  commands: readonly CommandOfProduct[],
  groups: readonly GroupMember[] = [],
): ProductResult {
  const product: ProductState = { books: new Map(), groups: new Map(), openOrdersDelta: new Map() };
  for (const { size, book, nowMs } of books) {
    openState(product, size, book, nowMs);
  }
  sweep(product, commands, groups);
  for (const member of groups) {
    join(product, member);
  }
  const answers = commands.map((command) =>
    'kind' in command
      ? placeGroup(product, command)
      : answerTo(bookOf(product, command.size), command.command),
  );
  return {
    answers,
    changes: new Map([...product.books].map(([size, state]) => [size, changesOf(state)])),
  };
}

function changesOf(state: State): BookChanges {
  assertNotCrossed(state);
  return {
    atMs: state.nowMs,
    placed: [...state.placed.values()],
    refused: state.refused,
    closed: [...state.closed.values()],
    trades: state.trades,
    cancelled: state.cancelled,
    outbid: outbidStill(state),
    extended: [...state.extended.values()].filter(({ seq }) => !state.closed.has(seq)),
    summary: {
      seq: state.seq,
      lowestAskCents: state.resting.ask[0]?.priceCents ?? null,
      highestBidCents: state.resting.bid[0]?.priceCents ?? null,
      openAsksDelta: state.openDelta.ask,
      openBidsDelta: state.openDelta.bid,
    },
    openOrdersDelta: state.openOrdersDelta,
  };
}

function bookOf({ books }: ProductState, size: string): State {
  const state = books.get(size);
  if (!state) {
    throw new Error(`The book of size ${size} is missing.`);
  }
  return state;
}

function answerTo(state: State, command: Command): Answer {
  switch (command.kind) {
    case 'placement':
      return place(state, command);
    case 'cancellation':
      return cancel(state, command);
    case 'extension':
      return extend(state, command);
    case 'sweep':
      return { kind: 'swept' };
  }
}

/** Closes all expired orders that the books, the commands and the groups know. */
function sweep(
  product: ProductState,
  commands: readonly CommandOfProduct[],
  groups: readonly GroupMember[],
): void {
  for (const state of product.books.values()) {
    for (const side of SIDES) {
      for (const order of [...state.resting[side]]) {
        expireIfDue(state, order, side);
      }
    }
  }
  for (const command of commands) {
    if (!('kind' in command)) {
      for (const order of namedOpen(command.command)) {
        expireIfDue(bookOf(product, command.size), order, order.side);
      }
    }
  }
  for (const member of groups) {
    expireIfDue(bookOf(product, member.size), member, 'bid');
  }
}

function expireIfDue(
  state: State,
  order: Pick<RestingOrder, 'seq' | 'userId' | 'expiresAtMs'>,
  side: Side,
): void {
  if (isExpired(order, state.nowMs) && !state.closed.has(order.seq)) {
    cancelOpen(state, order.userId, side, order.seq, 'expired');
  }
}

/** The open orders that a command names, with their users. */
function namedOpen(command: Command): (NamedOrder & { readonly userId: string })[] {
  if (command.kind === 'sweep') {
    return command.orders.filter(({ status }) => status === 'open');
  }
  const order = command.kind === 'placement' ? command.replaced : command.order;
  return order?.status === 'open' ? [{ ...order, userId: command.userId }] : [];
}

function assertNotCrossed({ resting }: State): void {
  const ask = resting.ask[0];
  const bid = resting.bid[0];
  if (ask && bid && bid.priceCents >= ask.priceCents) {
    throw new Error(
      `Crossed book: bid ${bid.priceCents} (order ${bid.seq}) crosses ask ${ask.priceCents} (order ${ask.seq})`,
    );
  }
}
