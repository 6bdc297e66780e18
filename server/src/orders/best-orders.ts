import { compareTexts } from '@perkex/core/compare-texts.js';
import { groupBy } from '@perkex/core/group-by.js';
import { isExpired } from '@perkex/core/order-book/lifetime.js';
import { type Side, sideOf } from '@perkex/core/order-book/order.js';
import type { ShardConnection } from '../database/shard-statement.js';
import { type BestOrder, loadBestOrders, type TakenBook, type WantedDepth } from './batch-reads.js';
import { type BookKey, bookName, booksOf, type OrderCommand } from './order-command.js';

/** The expired orders that a batch closes to find out what is below them, in all its books. */
const MAX_EXPIRED_AT_ONCE = 200;
const MIN_EXPIRED_OF_BOOK = 10;

/** The best orders of a book, best first, with the expired ones that no sweep has closed yet. */
export interface BestOfBook {
  readonly asks: BestOrder[];
  readonly bids: BestOrder[];
  /** True if so many of them have expired that the best open order is not known. */
  readonly isUncertain: boolean;
}

/**
 * The books in an order common to all processes, which prevents deadlocks. n commands take at most n orders out of a
 * side, so loading its best n + 1 is enough to know the best one afterwards.
 */
export function wantedDepths(commands: readonly OrderCommand[]): WantedDepth[] {
  const inBooks = commands.flatMap((command) => booksOf(command).map((book) => ({ book, command })));
  const books = [...groupBy(inBooks, ({ book }) => bookName(book)).values()].map((ofBook): WantedDepth => {
    const { productId, size } = (ofBook[0] as (typeof inBooks)[number]).book;
    const depth = (side: Side) => 1 + ofBook.filter(({ command }) => takesFrom(command, side)).length;
    return { productId, size, asks: depth('ask'), bids: depth('bid') };
  });
  return inLockOrder(books);
}

/** Sorts books in the order in which all processes take them. */
export function inLockOrder<Book extends BookKey>(books: readonly Book[]): Book[] {
  return books.toSorted((a, b) => a.productId - b.productId || compareTexts(a.size, b.size));
}

/** True if a command may remove an open order from this side. */
function takesFrom(command: OrderCommand, side: Side): boolean {
  switch (command.kind) {
    case 'extension':
    case 'sweep':
      return false;
    case 'cancellation':
      return command.side === side;
    case 'group-bid':
      return side === 'ask';
    case 'placement':
      return sideOf(command.call) !== side || command.replacedSeq !== undefined;
  }
}

/**
 * The best orders of taken books, from those that were loaded. Only if some of these have expired does it load more,
 * and never more than a batch can close: with very many expired orders above the open ones, a book stays uncertain, and
 * closing those that were loaded brings it nearer.
 */
export async function bestOfBooks(
  connection: ShardConnection,
  books: ReadonlyMap<string, TakenBook>,
  wanted: readonly WantedDepth[],
  loaded: readonly BestOrder[],
): Promise<Map<string, BestOfBook>> {
  const orders = groupBy(loaded, bookName);
  const best = new Map<string, BestOfBook>();
  const uncertain: WantedDepth[] = [];
  for (const depth of wanted) {
    const name = bookName(depth);
    const book = books.get(name);
    if (book) {
      const found = bestOf(orders.get(name) ?? [], depth, 0, book.nowMs);
      best.set(name, found);
      if (found.isUncertain) {
        uncertain.push(depth);
      }
    }
  }
  if (uncertain.length === 0) {
    return best;
  }
  const more = Math.max(MIN_EXPIRED_OF_BOOK, Math.floor(MAX_EXPIRED_AT_ONCE / uncertain.length));
  const deeper = uncertain.map(({ productId, size, asks, bids }) => ({
    productId,
    size,
    asks: asks + more,
    bids: bids + more,
  }));
  const reloaded = groupBy(await loadBestOrders(connection, deeper), bookName);
  for (const depth of uncertain) {
    const name = bookName(depth);
    best.set(name, bestOf(reloaded.get(name) ?? [], depth, more, books.get(name)?.nowMs ?? 0));
  }
  return best;
}

/** @param more the number of orders that were loaded besides the needed ones, of each side */
function bestOf(orders: readonly BestOrder[], needed: WantedDepth, more: number, nowMs: number): BestOfBook {
  const asks = orders
    .filter(({ side }) => side === 'ask')
    .sort((a, b) => a.priceCents - b.priceCents || a.seq - b.seq);
  const bids = orders
    .filter(({ side }) => side === 'bid')
    .sort((a, b) => b.priceCents - a.priceCents || a.seq - b.seq);
  const isCut = (side: readonly BestOrder[], open: number) =>
    side.length === open + more && side.filter((order) => !isExpired(order, nowMs)).length < open;
  const isUncertain = isCut(asks, needed.asks) || isCut(bids, needed.bids);
  return isUncertain
    ? { asks: heldLast(asks), bids: heldLast(bids), isUncertain }
    : { asks, bids, isUncertain };
}

/** Keeps the last order from being closed: it is the best of its side until the ones below it are known. */
function heldLast(orders: readonly BestOrder[]): BestOrder[] {
  return orders.map((order, index) => (index < orders.length - 1 ? order : { ...order, expiresAtMs: null }));
}
