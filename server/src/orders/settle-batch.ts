import { groupBy } from '@perkex/core/group-by.js';
import type { AccountReadiness, Command, EarlierOrder, NamedOrder } from '@perkex/core/order-book/order.js';
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
} from './batch-reads.js';
import { type ChangedBook, saveChanges } from './batch-writes.js';
import {
  type BookKey,
  bookName,
  type OrderAnswer,
  type OrderCommand,
  orderKey,
  type PlaceCommand,
  type RemoveCommand,
} from './order-command.js';

const NO_SETTINGS: AccountReadiness = { hasPayout: false, hasPayment: false, hasShipping: false };

/** A command and the book that it goes to; a removal also knows its order's place there. */
type Routed =
  | { readonly index: number; readonly book: BookKey; readonly command: PlaceCommand }
  | { readonly index: number; readonly book: BookKey; readonly command: RemoveCommand; readonly seq: number };

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
  const answers: OrderAnswer[] = commands.map(() => ({ kind: 'refused', code: 'unknown-order' }));
  const routed = await route(client, commands);
  if (routed.length === 0) {
    return answers;
  }
  try {
    const found = await beginAndRead(client, routed);
    const changedBooks = settleBooks(routed, found, answers);
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

/** Finds each command's book. Where an order stands never changes, so this needs no lock. */
async function route(client: pg.ClientBase, commands: readonly OrderCommand[]): Promise<Routed[]> {
  const removals = commands.filter((command) => command.kind === 'remove');
  const accepted = removals.length > 0 ? await findAcceptedOrders(client, removals) : [];
  const byKey = new Map(accepted.map((order) => [orderKey(order), order]));
  return commands.flatMap((command, index): Routed[] => {
    if (command.kind === 'place') {
      return [{ index, command, book: { productId: command.productId, size: command.size } }];
    }
    const order = byKey.get(orderKey(command));
    return order
      ? [{ index, command, book: { productId: order.productId, size: order.size }, seq: order.seq }]
      : [];
  });
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
async function beginAndRead(client: pg.ClientBase, routed: readonly Routed[]): Promise<Found> {
  const wanted = booksOf(routed);
  const placements = routed.flatMap(({ command }) => (command.kind === 'place' ? [command] : []));
  const removals = routed.flatMap((entry) => ('seq' in entry ? [{ ...entry.book, seq: entry.seq }] : []));
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
 * The books in one order that every process keeps, so that two do not wait for each other. n commands take
 * at most n orders out of a book, so its best n + 1 tell what is best afterwards.
 */
function booksOf(routed: readonly Routed[]): (BookKey & { depth: number })[] {
  const books = new Map<string, BookKey & { depth: number }>();
  for (const { book } of routed) {
    const name = bookName(book);
    books.set(name, { ...book, depth: (books.get(name)?.depth ?? 1) + 1 });
  }
  return [...books.values()].sort(
    (a, b) => a.productId - b.productId || (a.size < b.size ? -1 : a.size > b.size ? 1 : 0),
  );
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
function settleBooks(routed: readonly Routed[], found: Found, answers: OrderAnswer[]): ChangedBook[] {
  const changedBooks: ChangedBook[] = [];
  for (const [name, entries] of groupBy(routed, ({ book }) => bookName(book))) {
    const book = found.books.get(name);
    if (!book) {
      for (const { index } of entries) {
        answers[index] = { kind: 'refused', code: 'unknown-size' };
      }
      continue;
    }
    const sides = found.best.get(name) ?? { asks: [], bids: [] };
    const commands = entries.map((entry) => judged(entry, found));
    const settlement = settle({ seq: book.seq, ...sides }, commands, book.nowMs);
    for (const [position, { index }] of entries.entries()) {
      answers[index] = settlement.answers[position] ?? { kind: 'refused', code: 'unknown-order' };
    }
    if (settlement.changes.events.length > 0) {
      changedBooks.push({ productId: book.productId, size: book.size, changes: settlement.changes });
    }
  }
  return changedBooks;
}

/** The command as the rules want it, with what was found about it. */
function judged(entry: Routed, found: Found): Command {
  if ('seq' in entry) {
    const order: NamedOrder | undefined = found.states.get(`${bookName(entry.book)}/${entry.seq}`);
    return { kind: 'removal', side: entry.command.side, order: order ?? null };
  }
  const { call, userId, orderId, priceCents } = entry.command;
  const earlier = found.earlier.get(orderKey(entry.command));
  return {
    kind: 'placement',
    ...{ call, userId, orderId, priceCents },
    readiness: found.readiness.get(userId) ?? NO_SETTINGS,
    earlier: earlier ? earlierOrder(earlier, entry.book) : null,
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
