import { groupBy } from '@perkex/core/group-by.js';
import type { BookChanges, GroupMember } from '@perkex/core/order-book/book.js';
import { type BookOfProduct, type CommandOfProduct, matchProduct } from '@perkex/core/order-book/match.js';
import {
  type AccountReadiness,
  type Command,
  type EarlierOrder,
  type GroupBid,
  NO_LIMITS,
} from '@perkex/core/order-book/order.js';
import { stopsSelling } from '@perkex/core/users/debts.js';
import { needsCardUntilMs } from '@perkex/core/users/failed-payments.js';
import { paymentsOfBuyer } from '../users/failed-payments.js';
import type { JudgedOrder, OrderState, Readiness, TakenBook } from './batch-reads.js';
import type { BestOfBook } from './best-orders.js';
import type { OpenOrders } from './open-orders.js';
import {
  type BookCommand,
  type BookKey,
  bookName,
  booksOf,
  type GroupBidCommand,
  type OrderAnswer,
  type OrderCommand,
  orderKey,
  placedBy,
} from './order-command.js';

const NO_SETTINGS: AccountReadiness = {
  hasPayout: false,
  hasPayment: false,
  hasShipping: false,
  isBlocked: false,
  isInDebt: false,
  needsCard: false,
  limits: NO_LIMITS,
};

/** The data that a batch has found for its commands. */
export interface Found {
  /** The taken books by name; unknown ones are missing. */
  readonly books: ReadonlyMap<string, TakenBook>;
  readonly best: ReadonlyMap<string, BestOfBook>;
  readonly earlier: ReadonlyMap<string, readonly JudgedOrder[]>;
  readonly states: ReadonlyMap<string, OrderState>;
  readonly readiness: ReadonlyMap<string, Readiness>;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents: number;
}

/** The changes that the commands of one book made, refusals included. */
export interface JudgedBook extends BookKey {
  /** The book as it was taken. */
  readonly before: Pick<TakenBook, 'seq' | 'openAsks' | 'openBids'>;
  readonly changes: BookChanges;
}

/** The taken books of a product, and its commands for them, in the form that the rules take. */
export interface ProductCommands {
  readonly productId: number;
  readonly books: readonly TakenBook[];
  readonly commands: readonly {
    /** Its index in the batch. */
    readonly index: number;
    readonly command: CommandOfProduct;
  }[];
}

/** An open order of a group of this product. */
export type MemberOfProduct = GroupMember & { readonly productId: number };

/** The commands of each product whose books are known. */
export function commandsOfProducts(commands: readonly OrderCommand[], found: Found): ProductCommands[] {
  const books = groupBy(found.books.values(), ({ productId }) => productId);
  const known = commands
    .map((command, index) => ({ index, command }))
    .filter(({ command }) => booksOf(command).every((book) => found.books.has(bookName(book))));
  const products = groupBy(known, ({ command }) => command.productId);
  return [...products].map(([productId, ofProduct]) => ({
    productId,
    books: books.get(productId) ?? [],
    commands: ofProduct.map(({ index, command }) => ({ index, command: commandOfProduct(command, found) })),
  }));
}

/** The books of a product as the rules take them, without the numbers of open orders. */
export function booksForRules({ books }: ProductCommands, { best }: Found): BookOfProduct[] {
  return books.map(({ productId, size, seq, isClosed, nowMs }) => {
    const { asks = [], bids = [] } = best.get(bookName({ productId, size })) ?? {};
    return { size, nowMs, book: { seq, isClosed, asks, bids } };
  });
}

/**
 * Judges the commands of each product, fills in their answers, and returns the books with anything to save. A command
 * of an uncertain book gets no answer.
 */
export function judgeProducts(
  products: readonly ProductCommands[],
  found: Found,
  members: readonly MemberOfProduct[],
  openOrders: OpenOrders,
  answers: (OrderAnswer | null)[],
): JudgedBook[] {
  return products.flatMap((product) => {
    const { productId, books, commands } = product;
    const groups = members.filter((member) => member.productId === productId);
    const isUncertain = (size: string) => found.best.get(bookName({ productId, size }))?.isUncertain ?? false;
    // Orders of groups may change any book of their product, so all of them must be certain.
    const isLinked = groups.length > 0 || commands.some(({ command }) => 'kind' in command);
    const isStopped = isLinked && books.some(({ size }) => isUncertain(size));
    // An uncertain book only closes expired orders that were loaded with it, which is all that a sweep needs of it.
    const mayJudge = (command: CommandOfProduct) =>
      !isStopped && !('size' in command && isUncertain(command.size));
    for (const { index, command } of commands.filter((entry) => !mayJudge(entry.command))) {
      if ('command' in command && command.command.kind === 'sweep') {
        answers[index] = { kind: 'swept' };
      }
    }
    const judged = commands.filter(({ command }) => mayJudge(command));
    const result = matchProduct(
      booksForRules(product, found).map(({ size, nowMs, book }) => ({
        size,
        nowMs,
        book: { ...book, ...openOrders.inBook({ productId, size }) },
      })),
      judged.map(({ command }) => command),
      isStopped ? [] : groups,
    );
    for (const [position, answer] of result.answers.entries()) {
      answers[judged[position]?.index ?? 0] = answer;
    }
    return books.flatMap((before): JudgedBook[] => {
      const changes = result.changes.get(before.size);
      if (!changes) {
        return [];
      }
      openOrders.add(changes.openOrdersDelta);
      const hasChanged =
        changes.summary.seq > before.seq || changes.refused.length + changes.extended.length > 0;
      return hasChanged ? [{ productId, size: before.size, before, changes }] : [];
    });
  });
}

function commandOfProduct(command: OrderCommand, found: Found): CommandOfProduct {
  return command.kind === 'group-bid'
    ? groupBid(command, found)
    : { size: command.size, command: commandFor(command, found) };
}

/** The command in the form that the rules take, with the data found for it. */
function commandFor(command: BookCommand, found: Found): Command {
  const orders = namedOrders(command).flatMap((named) => found.states.get(orderName(named)) ?? []);
  const [order = null] = orders;
  switch (command.kind) {
    case 'sweep':
      return { kind: 'sweep', orders };
    case 'cancellation': {
      const { userId, side, reason } = command;
      return { kind: 'cancellation', userId, side, order, reason };
    }
    case 'extension': {
      const { userId, side, lifetimeMs, isRelisting } = command;
      return { kind: 'extension', userId, side, order, lifetimeMs, isRelisting };
    }
    case 'placement': {
      const { call, userId, orderId, priceCents, isLate, replacedSeq, lifetimeMs, isRelisting } = command;
      const { isChange, isByRule } = command;
      // Without spreads, which would make building it many times as slow.
      return {
        kind: 'placement',
        call,
        userId,
        orderId,
        priceCents,
        isLate,
        readiness: readinessOf(userId, found, command, command.isOfDeal),
        earlier: earlierOrder(found.earlier.get(orderKey(command)) ?? [], command),
        replaced: replacedSeq === undefined ? undefined : order,
        lifetimeMs,
        isRelisting,
        isChange,
        isByRule,
      };
    }
  }
}

function groupBid(command: GroupBidCommand, found: Found): GroupBid {
  const { userId, priceCents, isLate, lifetimeMs } = command;
  const placed = placedBy(command);
  return {
    kind: 'group-bid',
    userId,
    priceCents,
    isLate,
    groupId: command.orderId,
    readiness: readinessOf(userId, found, placed[0]),
    orders: placed.map((order) => {
      const { size, orderId } = order;
      return { size, orderId, earlier: earlierOrder(found.earlier.get(orderKey(order)) ?? [], order) };
    }),
    lifetimeMs,
  };
}

/** The orders that a command names. */
export function namedOrders(command: OrderCommand): (BookKey & { readonly seq: number })[] {
  if (command.kind === 'group-bid') {
    return [];
  }
  const { productId, size } = command;
  return seqsOf(command).map((seq) => ({ productId, size, seq }));
}

function seqsOf(command: BookCommand): readonly number[] {
  switch (command.kind) {
    case 'sweep':
      return command.seqs;
    case 'cancellation':
    case 'extension':
      return [command.seq];
    case 'placement':
      return command.replacedSeq === undefined ? [] : [command.replacedSeq];
  }
}

/** The name of an order, for maps. */
export function orderName(order: BookKey & { readonly seq: number }): string {
  return `${bookName(order)}/${order.seq}`;
}

/**
 * @param book the book by whose clock debts and failed payments are judged
 * @param isOfDeal true for the order of a deal, which needs no card
 */
function readinessOf(
  userId: string,
  { readiness, maxDebtCents, books }: Found,
  book: BookKey | undefined,
  isOfDeal = false,
): AccountReadiness {
  const row = readiness.get(userId);
  if (!row) {
    return NO_SETTINGS;
  }
  const { hasPayout, hasPayment, hasShipping, isBlocked, debtCents, owesSinceMs, deferredUntilMs } = row;
  const nowMs = (book && books.get(bookName(book))?.nowMs) ?? 0;
  const debt = owesSinceMs !== null && { cents: debtCents, sinceMs: owesSinceMs, deferredUntilMs };
  return {
    hasPayout,
    hasPayment,
    hasShipping,
    isBlocked,
    isInDebt: debt !== false && stopsSelling(debt, maxDebtCents, nowMs),
    needsCard: !isOfDeal && needsCardUntilMs(paymentsOfBuyer(row), nowMs) !== null,
    limits: { openOrders: row.maxOpenOrders, priceCents: row.maxPriceCents },
  };
}

/**
 * The order that an id names among those of a product. Several of its books may have judged an id sent to all of them
 * at the same moment, all but one with a refusal; each book then uses its own judgement.
 */
function earlierOrder(judged: readonly JudgedOrder[], book: BookKey): EarlierOrder | null {
  const ofBook = judged.find(({ size }) => size === book.size);
  const order = ofBook ?? judged[0];
  if (!order) {
    return null;
  }
  const { call, priceCents, groupId } = order;
  return { call, priceCents, groupId, isSameBook: order === ofBook, outcome: outcomeOf(order) };
}

function outcomeOf({ seq, refusal, tradedPriceCents }: JudgedOrder): EarlierOrder['outcome'] {
  if (seq === null) {
    return { kind: 'refused', code: refusal };
  }
  return tradedPriceCents === null
    ? { kind: 'rested', seq }
    : { kind: 'traded', seq, priceCents: tradedPriceCents };
}
