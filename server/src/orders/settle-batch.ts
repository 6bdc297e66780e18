import { groupBy } from '@perkex/core/group-by.js';
import {
  type AccountReadiness,
  type Command,
  type EarlierOrder,
  oppositeOf,
  type Side,
  sideOf,
} from '@perkex/core/order-book/order.js';
import { type RestingOrder, settle } from '@perkex/core/order-book/settle.js';
import type pg from 'pg';
import {
  type AcceptedOrder,
  type BestOrder,
  findAcceptedOrders,
  loadBestOrders,
  type OrderState,
  type Readiness,
  readOrderStates,
  readReadiness,
  type TakenBook,
  takeBooks,
  type WantedDepth,
} from './batch-reads.js';
import { type ChangedBook, saveChanges } from './batch-writes.js';
import { type BookKey, bookName, type OrderAnswer, type OrderCommand, orderKey } from './order-command.js';

const NO_SETTINGS: AccountReadiness = { hasPayout: false, hasPayment: false, hasShipping: false };

/** A command and its place in the batch. */
interface Entry {
  readonly index: number;
  readonly command: OrderCommand;
}

/**
 * Settles commands for any books in one transaction with a fixed number of statements (section 4, "Order
 * flow"). No two commands may have the same user and order id. Every command gets an answer; a refusal
 * touches only itself.
 *
 * @param client a pipelined connection that nobody else uses meanwhile
 * @throws whatever the database reports; then nothing was done, or, where the connection broke during the
 *   commit, everything was: sending the same commands again is safe in both cases
 */
export async function settleBatch(
  client: pg.ClientBase,
  commands: readonly OrderCommand[],
  newTradeId: (atMs: number) => string,
): Promise<OrderAnswer[]> {
  const answers: OrderAnswer[] = new Array(commands.length);
  try {
    const found = await beginAndRead(client, commands);
    const changedBooks = settleBooks(commands, found, answers);
    if (changedBooks.length === 0) {
      await client.query('rollback');
      return answers;
    }
    await saveChanges(client, changedBooks, newTradeId);
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a broken connection has rolled back by itself
    throw error;
  }
  const committed = await client.query('commit');
  if (committed.command !== 'COMMIT') {
    throw new Error(`The commit of a batch ended as ${committed.command}.`);
  }
  return answers;
}

interface Found {
  readonly books: Map<string, TakenBook>;
  readonly best: Map<string, { asks: RestingOrder[]; bids: RestingOrder[] }>;
  readonly earlier: Map<string, AcceptedOrder>;
  readonly states: Map<string, OrderState>;
  readonly readiness: Map<string, Readiness>;
}

/**
 * Takes the books and reads what their rules need. All statements go out at once and run one after the
 * other, so that those behind the first see what was committed before it got the books.
 */
async function beginAndRead(client: pg.ClientBase, commands: readonly OrderCommand[]): Promise<Found> {
  const wanted = booksOf(commands);
  const placements = commands.filter((command) => command.kind === 'placement');
  const removals = commands.filter((command) => command.kind === 'removal');
  const [, books, best, earlier, states, readiness] = await Promise.all([
    client.query('begin isolation level read committed'),
    takeBooks(client, wanted),
    loadBestOrders(client, wanted),
    placements.length > 0 ? findAcceptedOrders(client, placements) : [],
    removals.length > 0 ? readOrderStates(client, removals) : [],
    readReadiness(client, [...new Set(placements.map(({ userId }) => userId))]),
  ]);
  return {
    books: new Map(books.map((book) => [bookName(book), book])),
    best: sidesOf(best),
    earlier: new Map(earlier.map((order) => [orderKey(order), order])),
    states: new Map(states.map((order) => [`${bookName(order)}/${order.seq}`, order])),
    readiness: new Map(readiness.map((row) => [row.userId, row])),
  };
}

/**
 * The books in one order that every process keeps, so that two do not wait for each other. n commands that
 * can take an order out of a side take at most n, so its best n + 1 tell what is best afterwards.
 */
function booksOf(commands: readonly OrderCommand[]): WantedDepth[] {
  const books = [...groupBy(commands, bookName).values()].map((ofBook): WantedDepth => {
    const { productId, size } = ofBook[0] as OrderCommand;
    const asks = 1 + ofBook.filter((command) => takesFrom(command) === 'ask').length;
    return { productId, size, asks, bids: ofBook.length + 2 - asks };
  });
  return books.sort((a, b) => a.productId - b.productId || (a.size < b.size ? -1 : a.size > b.size ? 1 : 0));
}

/** The side out of which a command may take an order. */
function takesFrom(command: OrderCommand): Side {
  return command.kind === 'removal' ? command.side : oppositeOf(sideOf(command.call));
}

function sidesOf(best: readonly BestOrder[]): Found['best'] {
  const byBook: Found['best'] = new Map();
  for (const [name, orders] of groupBy(best, bookName)) {
    byBook.set(name, {
      asks: orders
        .filter(({ side }) => side === 'ask')
        .sort((a, b) => a.priceCents - b.priceCents || a.seq - b.seq),
      bids: orders
        .filter(({ side }) => side === 'bid')
        .sort((a, b) => b.priceCents - a.priceCents || a.seq - b.seq),
    });
  }
  return byBook;
}

/** Settles each book's commands, fills in their answers, and gives the books that changed. */
function settleBooks(commands: readonly OrderCommand[], found: Found, answers: OrderAnswer[]): ChangedBook[] {
  const changedBooks: ChangedBook[] = [];
  const entries = commands.map((command, index): Entry => ({ command, index }));
  for (const [name, ofBook] of groupBy(entries, ({ command }) => bookName(command))) {
    const book = found.books.get(name);
    if (!book) {
      for (const { index } of ofBook) {
        answers[index] = { kind: 'refused', code: 'unknown-size' };
      }
      continue;
    }
    const sides = found.best.get(name) ?? { asks: [], bids: [] };
    const judged = ofBook.map(({ command }) => judge(command, found));
    const settlement = settle({ seq: book.seq, ...sides }, judged, book.nowMs);
    for (const [position, answer] of settlement.answers.entries()) {
      answers[ofBook[position]?.index ?? 0] = answer;
    }
    if (settlement.changes.events.length > 0) {
      changedBooks.push({ productId: book.productId, size: book.size, changes: settlement.changes });
    }
  }
  return changedBooks;
}

/** The command as the rules want it, with what was found about it. */
function judge(command: OrderCommand, found: Found): Command {
  if (command.kind === 'removal') {
    const order = found.states.get(`${bookName(command)}/${command.seq}`);
    return { kind: 'removal', side: command.side, order: order ?? null };
  }
  const { call, userId, orderId, priceCents } = command;
  const earlier = found.earlier.get(orderKey(command));
  return {
    kind: 'placement',
    ...{ call, userId, orderId, priceCents },
    readiness: found.readiness.get(userId) ?? NO_SETTINGS,
    earlier: earlier ? earlierOrder(earlier, command) : null,
  };
}

function earlierOrder(order: AcceptedOrder, book: BookKey): EarlierOrder {
  const { call, seq, priceCents, tradedPriceCents } = order;
  return {
    call,
    priceCents,
    isSameBook: order.productId === book.productId && order.size === book.size,
    outcome:
      tradedPriceCents === null
        ? { kind: 'rested', seq }
        : { kind: 'traded', seq, priceCents: tradedPriceCents },
  };
}
