import { groupBy } from '@perkex/core/group-by.js';
import { match } from '@perkex/core/order-book/match.js';
import {
  type AccountReadiness,
  type Command,
  type EarlierOrder,
  NO_LIMITS,
  type OpenOrderLimits,
} from '@perkex/core/order-book/order.js';
import { stopsSelling } from '@perkex/core/users/debts.js';
import type pg from 'pg';
import { inOrder } from '../database/in-order.js';
import type { FeedEntry } from '../feed/entry.js';
import type { FeedStream } from '../feed/feed-stream.js';
import {
  countOpenOrders,
  countOpenOrdersInAll,
  findJudgedOrders,
  type JudgedOrder,
  loadBestOrders,
  type OrderState,
  type Readiness,
  readOrderStates,
  readReadiness,
  type TakenBook,
  takeBooks,
} from './batch-reads.js';
import type { BatchConnection } from './batch-statement.js';
import { type JudgedBook, saveChanges } from './batch-writes.js';
import { type BestOfBook, bestOfBooks, wantedDepths } from './best-orders.js';
import type { OpenOrderCounts } from './open-order-counts.js';
import { OpenOrders } from './open-orders.js';
import { type BookKey, bookName, type OrderAnswer, type OrderCommand, orderKey } from './order-command.js';

const NO_SETTINGS: AccountReadiness = {
  hasPayout: false,
  hasPayment: false,
  hasShipping: false,
  isBlocked: false,
  isInDebt: false,
  limits: NO_LIMITS,
};

/** A command and its index in the batch. */
interface Entry {
  readonly index: number;
  readonly command: OrderCommand;
}

export interface MatchOptions {
  /** True if all commands belong to one group and the statements must stay within its shard. */
  readonly isInShard: boolean;
  /** The connection's stream in the feed. */
  readonly stream: FeedStream;
  readonly newTradeId: (atMs: number) => string;
  /** Null for no limits. */
  readonly openOrderLimits: OpenOrderLimits | null;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents: number;
  /** This server's counts, which the batch updates. */
  readonly openOrderCounts: OpenOrderCounts;
  /** Called right before the commit is sent. After that the batch may be committed, whatever is thrown. */
  readonly onCommit: () => void;
}

/**
 * Matches commands for any books in one transaction with a fixed number of statements (section 4, "The book"). No two
 * commands may have the same user and order id. A refusal affects only its own command.
 *
 * @param client a pipelined connection without other users during the batch
 * @throws any error of the database. Then nothing was done, or, if the connection broke during the commit, everything
 * was: sending the same commands again is safe in both cases
 */
export async function matchBatch(
  client: pg.ClientBase,
  commands: readonly OrderCommand[],
  { isInShard, stream, newTradeId, openOrderLimits, maxDebtCents, openOrderCounts, onCommit }: MatchOptions,
): Promise<MatchedBatch> {
  const answers: (OrderAnswer | null)[] = new Array(commands.length).fill(null);
  let batch: FeedEntry | null = null;
  let judgedBooks: JudgedBook[] = [];
  const openOrders = new OpenOrders(openOrderCounts, openOrderLimits, commands);
  const connection = { client, products: isInShard ? productsOf(commands) : null };
  const elsewhere = isInShard ? await readElsewhere(client, commands, openOrders) : [];
  try {
    const found = await beginAndRead(connection, stream, commands, openOrders, elsewhere);
    judgedBooks = matchBooks(commands, { ...found, maxDebtCents }, openOrders, answers);
    if (judgedBooks.length === 0) {
      await client.query('rollback');
      return { answers, batch };
    }
    batch = await saveChanges(connection, judgedBooks, newTradeId, stream);
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a broken connection rolls back automatically
    throw error;
  }
  onCommit();
  const committed = await client.query('commit');
  if (committed.command !== 'COMMIT') {
    throw new Error(`The commit of a batch ended as ${committed.command}.`);
  }
  for (const { changes } of judgedBooks) {
    openOrders.keep(changes.openOrdersDelta);
  }
  return { answers, batch };
}

export interface MatchedBatch {
  /** One per command, in order; null for a command of an uncertain book, which was not judged: it must be sent again. */
  readonly answers: (OrderAnswer | null)[];
  /** Its entry in the feed; null if no book has changed. */
  readonly batch: FeedEntry | null;
}

interface Found {
  readonly books: Map<string, TakenBook>;
  readonly best: Map<string, BestOfBook>;
  readonly earlier: Map<string, JudgedOrder[]>;
  readonly states: Map<string, OrderState>;
  readonly readiness: Map<string, Readiness>;
}

function productsOf(commands: readonly OrderCommand[]): string {
  return `{${[...new Set(commands.map(({ productId }) => productId))].join(',')}}`;
}

/**
 * Reads what only all shards together know, before the batch starts: the ids that other products have judged, and the
 * users' numbers of open orders in all books.
 */
async function readElsewhere(
  client: pg.ClientBase,
  commands: readonly OrderCommand[],
  openOrders: OpenOrders,
): Promise<JudgedOrder[]> {
  const placements = commands.filter((command) => command.kind === 'placement');
  const [judged, counts] = await inOrder([
    placements.length > 0 ? findJudgedOrders({ client, products: null }, placements) : [],
    openOrders.unknown.length > 0 ? countOpenOrdersInAll(client, openOrders.unknown) : null,
  ]);
  if (counts) {
    openOrders.learnAll(counts);
  }
  return judged;
}

/**
 * Takes the books and reads the data that their rules need. All statements are sent at once and run in sequence, so the
 * later ones see everything committed before the first one got the books.
 */
async function beginAndRead(
  connection: BatchConnection,
  stream: FeedStream,
  commands: readonly OrderCommand[],
  openOrders: OpenOrders,
  elsewhere: readonly JudgedOrder[],
): Promise<Found> {
  const wanted = wantedDepths(commands);
  const placements = commands.filter((command) => command.kind === 'placement');
  const named = commands.flatMap(namedOrders);
  const [, , taken, loaded, judged, states, readiness, counts] = await inOrder([
    // Sent before the transaction, which only writes rows of its products.
    stream.mark(connection.client),
    connection.client.query('begin isolation level read committed'),
    takeBooks(connection, wanted),
    loadBestOrders(connection, wanted),
    placements.length > 0 ? findJudgedOrders(connection, placements) : [],
    named.length > 0 ? readOrderStates(connection, named) : [],
    readReadiness(connection, [...new Set(placements.map(({ userId }) => userId))]),
    openOrders.toCount.length > 0 ? countOpenOrders(connection, openOrders.toCount) : [],
  ]);
  openOrders.learn(counts);
  const books = new Map(taken.map((book) => [bookName(book), book]));
  return {
    books,
    best: await bestOfBooks(connection, books, wanted, loaded),
    // Rows read after the books were taken come first.
    earlier: groupBy([...judged, ...elsewhere], orderKey),
    states: new Map(states.map((order) => [orderName(order), order])),
    readiness: new Map(readiness.map((row) => [row.userId, row])),
  };
}

/** The orders that a command names. */
function namedOrders(command: OrderCommand): (BookKey & { readonly seq: number })[] {
  const { productId, size } = command;
  return seqsOf(command).map((seq) => ({ productId, size, seq }));
}

function seqsOf(command: OrderCommand): readonly number[] {
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

/** Matches the commands of each book, fills in their answers, and returns the books with anything to save. */
function matchBooks(
  commands: readonly OrderCommand[],
  found: Found & Pick<MatchOptions, 'maxDebtCents'>,
  openOrders: OpenOrders,
  answers: (OrderAnswer | null)[],
): JudgedBook[] {
  const judgedBooks: JudgedBook[] = [];
  const entries = commands.map((command, index): Entry => ({ command, index }));
  for (const [name, ofBook] of groupBy(entries, ({ command }) => bookName(command))) {
    const book = found.books.get(name);
    if (!book) {
      for (const { index } of ofBook) {
        answers[index] = { kind: 'refused', code: 'unknown-size' };
      }
      continue;
    }
    const { isUncertain, ...sides } = found.best.get(name) ?? { asks: [], bids: [], isUncertain: false };
    // An uncertain book only closes expired orders that were loaded with it, which is all that a sweep needs of it.
    const judged = isUncertain ? [] : ofBook;
    for (const { command, index } of ofBook) {
      if (isUncertain && command.kind === 'sweep') {
        answers[index] = { kind: 'swept' };
      }
    }
    const result = match(
      { seq: book.seq, isClosed: book.isClosed, ...sides, ...openOrders.inBook(book) },
      judged.map(({ command }) => commandFor(command, found, book.nowMs)),
      book.nowMs,
    );
    openOrders.add(result.changes.openOrdersDelta);
    for (const [position, answer] of result.answers.entries()) {
      answers[judged[position]?.index ?? 0] = answer;
    }
    const { changes } = result;
    if (changes.summary.seq > book.seq || changes.refused.length + changes.extended.length > 0) {
      judgedBooks.push({ productId: book.productId, size: book.size, before: book, changes });
    }
  }
  return judgedBooks;
}

/** The command in the form that the rules take, with the data found for it. */
function commandFor(
  command: OrderCommand,
  found: Found & Pick<MatchOptions, 'maxDebtCents'>,
  nowMs: number,
): Command {
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
      const { userId, side, lifetimeMs } = command;
      return { kind: 'extension', userId, side, order, lifetimeMs };
    }
    case 'placement': {
      const {
        call,
        userId,
        orderId,
        priceCents,
        isLate = false,
        replacedSeq,
        lifetimeMs,
        isChange,
      } = command;
      const earlier = found.earlier.get(orderKey(command)) ?? [];
      return {
        kind: 'placement',
        call,
        userId,
        orderId,
        priceCents,
        readiness: readinessOf(found.readiness.get(userId), found.maxDebtCents, nowMs),
        earlier: earlierOrder(earlier, command),
        isLate,
        ...(replacedSeq !== undefined && { replaced: order }),
        ...(lifetimeMs !== undefined && { lifetimeMs }),
        ...(isChange && { isChange }),
      };
    }
  }
}

function orderName(order: BookKey & { readonly seq: number }): string {
  return `${bookName(order)}/${order.seq}`;
}

function readinessOf(row: Readiness | undefined, maxDebtCents: number, nowMs: number): AccountReadiness {
  if (!row) {
    return NO_SETTINGS;
  }
  const {
    userId: _userId,
    maxOpenOrders,
    maxPriceCents,
    debtCents,
    owesSinceMs,
    deferredUntilMs,
    ...settings
  } = row;
  const debt = owesSinceMs !== null && { cents: debtCents, sinceMs: owesSinceMs, deferredUntilMs };
  return {
    ...settings,
    isInDebt: debt !== false && stopsSelling(debt, maxDebtCents, nowMs),
    limits: { openOrders: maxOpenOrders, priceCents: maxPriceCents },
  };
}

/**
 * The order that an id names. Several books may have judged an id sent to all of them at the same moment, all but one
 * with a refusal; each book then uses its own judgement.
 */
function earlierOrder(judged: readonly JudgedOrder[], book: BookKey): EarlierOrder | null {
  const ofBook = judged.find(({ productId, size }) => productId === book.productId && size === book.size);
  const order = ofBook ?? judged[0];
  if (!order) {
    return null;
  }
  const { call, priceCents } = order;
  return { call, priceCents, isSameBook: order === ofBook, outcome: outcomeOf(order) };
}

function outcomeOf({ seq, refusal, tradedPriceCents }: JudgedOrder): EarlierOrder['outcome'] {
  if (seq === null) {
    return { kind: 'refused', code: refusal };
  }
  return tradedPriceCents === null
    ? { kind: 'rested', seq }
    : { kind: 'traded', seq, priceCents: tradedPriceCents };
}
