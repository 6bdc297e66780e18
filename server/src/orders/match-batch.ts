import { groupBy } from '@perkex/core/group-by.js';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { levelOfSales, type SellerLevel } from '@perkex/core/seller-levels.js';
import type pg from 'pg';
import { holdShard, type Shard } from '../database/citus.js';
import { inOrder } from '../database/in-order.js';
import type { ShardConnection } from '../database/shard-statement.js';
import type { FeedEntry } from '../feed/entry.js';
import type { FeedStream } from '../feed/feed-stream.js';
import {
  countOpenOrders,
  countOpenOrdersInAll,
  findJudgedOrders,
  loadBestOrders,
  readOrderStates,
  readReadiness,
  takeBooks,
  type WantedDepth,
} from './batch-reads.js';
import { ConcurrentChangeError, saveChanges } from './batch-writes.js';
import { bestOfBooks, wantedDepths } from './best-orders.js';
import type { CountInAll } from './count-in-all.js';
import { deeperWith, readMembers } from './group-members.js';
import {
  commandsOfProducts,
  type Found,
  type JudgedBook,
  judgeProducts,
  type MemberOfProduct,
  namedOrders,
  orderName,
  type ProductCommands,
} from './judge-commands.js';
import type { OpenOrderCounts } from './open-order-counts.js';
import { OpenOrders } from './open-orders.js';
import {
  bookName,
  booksOf,
  type OrderAnswer,
  type OrderCommand,
  orderKey,
  placedBy,
} from './order-command.js';

/** The attempts to read a batch whose groups other servers keep changing. */
const MAX_READINGS = 5;

export interface MatchOptions {
  /**
   * The connection to the coordinator, for everything that is not in shards; null if commands of all groups may share a
   * batch.
   */
  readonly coordinator: pg.ClientBase | null;
  /** The shard of the commands, on whose machine the batch is; null if the tables are not distributed. */
  readonly shard: Shard | null;
  /** The connection's stream in the feed. */
  readonly stream: FeedStream;
  readonly newTradeId: (atMs: number) => string;
  /** Null for no limits. */
  readonly openOrderLimits: OpenOrderLimits | null;
  /** Above this debt, in cents, a user cannot sell. */
  readonly maxDebtCents: number;
  /** This server's counts, which the batch updates. */
  readonly openOrderCounts: OpenOrderCounts;
  /** Counts in all shards; by default on the connection to the coordinator. */
  readonly countInAll?: CountInAll;
  /** Called right before the commit is sent. After that the batch may be committed, whatever is thrown. */
  readonly onCommit: () => void;
}

/**
 * Matches commands for any books in one transaction with a fixed number of statements (section 4, "The book"), and a
 * few more if an order of a group may trade. No two commands may have the same user, product and order id. A refusal
 * affects only its own command.
 *
 * @param client a pipelined connection without other users during the batch
 * @throws any error of the database. Then nothing was done, or, if the connection broke during the commit, everything
 * was: sending the same commands again is safe in both cases
 */
export async function matchBatch(
  client: pg.ClientBase,
  commands: readonly OrderCommand[],
  {
    coordinator,
    shard,
    stream,
    newTradeId,
    openOrderLimits,
    maxDebtCents,
    openOrderCounts,
    countInAll = (userIds) => countOpenOrdersInAll(coordinator ?? client, userIds),
    onCommit,
  }: MatchOptions,
): Promise<MatchedBatch> {
  const answers: (OrderAnswer | null)[] = new Array(commands.length).fill(null);
  let batch: FeedEntry | null = null;
  let judgedBooks: JudgedBook[] = [];
  const openOrders = new OpenOrders(openOrderCounts, openOrderLimits, commands);
  const connection = { client, tables: shard?.tables ?? null };
  if (coordinator && openOrders.unknown.length > 0) {
    // Only all shards together know it.
    openOrders.learnAll(await countInAll(openOrders.unknown));
  }
  try {
    const { found, products, members } = await takeWithGroups(connection, commands, (wanted) =>
      beginAndRead(connection, { coordinator, shard, stream, commands, wanted, openOrders, maxDebtCents }),
    );
    refuseUnknown(commands, found, answers);
    judgedBooks = judgeProducts(products, found, members, openOrders, answers);
    if (judgedBooks.length === 0) {
      await client.query('rollback');
      return { answers, batch };
    }
    batch = await saveChanges(connection, judgedBooks, {
      newTradeId,
      coordinator,
      stream,
      levelOf: levelsOfBatch(found),
    });
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
  /**
   * One per command, in order; null for a command of an uncertain book, which was not judged: it must be sent again.
   */
  readonly answers: (OrderAnswer | null)[];
  /** Its entry in the feed; null if no book has changed. */
  readonly batch: FeedEntry | null;
}

interface Reading extends Pick<MatchOptions, 'coordinator' | 'shard' | 'stream' | 'maxDebtCents'> {
  readonly commands: readonly OrderCommand[];
  readonly wanted: readonly WantedDepth[];
  readonly openOrders: OpenOrders;
}

/**
 * Takes the books of the commands, and those of the orders that a trade of their groups cancels. Books are taken in one
 * order by all processes, so a book that is missing cannot be added: the transaction ends, and another one takes them
 * all.
 * @throws ConcurrentChangeError if other servers change the groups each time
 */
async function takeWithGroups(
  connection: ShardConnection,
  commands: readonly OrderCommand[],
  read: (wanted: readonly WantedDepth[]) => Promise<Found>,
): Promise<{
  readonly found: Found;
  readonly products: readonly ProductCommands[];
  readonly members: readonly MemberOfProduct[];
}> {
  const own = wantedDepths(commands);
  let wanted = own;
  for (let readings = 0; readings < MAX_READINGS; readings += 1) {
    const found = await read(wanted);
    const products = commandsOfProducts(commands, found);
    const members = await readMembers(connection, products, found);
    const deeper = deeperWith(members, wanted, own, products);
    if (!deeper) {
      return { found, products, members };
    }
    await connection.client.query('rollback');
    wanted = deeper;
  }
  throw new ConcurrentChangeError('The groups of a batch changed each time.');
}

/** Refuses the commands of books that do not exist. */
function refuseUnknown(
  commands: readonly OrderCommand[],
  { books }: Found,
  answers: (OrderAnswer | null)[],
): void {
  for (const [index, command] of commands.entries()) {
    if (booksOf(command).some((book) => !books.has(bookName(book)))) {
      answers[index] = { kind: 'refused', code: 'unknown-size' };
    }
  }
}

/**
 * Takes the books and reads the data that their rules need. All statements are sent at once and run in sequence, so the
 * later ones see everything committed before the first one got the books.
 */
async function beginAndRead(
  connection: ShardConnection,
  { coordinator, shard, stream, commands, wanted, openOrders, maxDebtCents }: Reading,
): Promise<Found> {
  const placed = commands.flatMap(placedBy);
  const named = commands.flatMap(namedOrders);
  const [, , , taken, loaded, judged, states, readiness, counts] = await inOrder([
    // Before the transaction, which only writes rows of its products.
    stream.mark(coordinator ?? connection.client),
    connection.client.query('begin isolation level read committed'),
    shard && coordinator && holdShard(connection.client, coordinator, shard),
    takeBooks(connection, wanted),
    loadBestOrders(connection, wanted),
    placed.length > 0 ? findJudgedOrders(connection, placed) : [],
    named.length > 0 ? readOrderStates(connection, named) : [],
    readReadiness(connection, [...new Set(placed.map(({ userId }) => userId))]),
    openOrders.toCount.length > 0 ? countOpenOrders(connection, openOrders.toCount) : [],
  ]);
  openOrders.learn(counts);
  const books = new Map(taken.map((book) => [bookName(book), book]));
  return {
    books,
    best: await bestOfBooks(connection, books, wanted, loaded),
    earlier: groupBy(judged, orderKey),
    states: new Map(states.map((order) => [orderName(order), order])),
    readiness: new Map(readiness.map((row) => [row.userId, row])),
    maxDebtCents,
  };
}

/**
 * The level of each user who can sell in a batch, at its time (orders-beyond, "Seller levels"): a user of its commands,
 * or the owner of one of the best asks.
 */
function levelsOfBatch({ readiness, best }: Pick<Found, 'readiness' | 'best'>) {
  const sales = new Map<string, number>();
  for (const { asks } of best.values()) {
    for (const { userId, sellerSales } of asks) {
      sales.set(userId, sellerSales ?? 0);
    }
  }
  for (const { userId, paidSales } of readiness.values()) {
    sales.set(userId, paidSales);
  }
  return (sellerId: string): SellerLevel => levelOfSales(sales.get(sellerId) ?? 0);
}
