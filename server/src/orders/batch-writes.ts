import { type TradeAmounts, tradeAmounts } from '@perkex/core/fees.js';
import { groupBy } from '@perkex/core/group-by.js';
import type {
  BookChanges,
  CancelledOrder,
  ClosedOrder,
  ExtendedOrder,
  PlacedOrder,
  RefusedOrder,
  Trade,
} from '@perkex/core/order-book/book.js';
import type { SellerLevel } from '@perkex/core/seller-levels.js';
import pg from 'pg';
import { BOOK_CHANGES, type BookChange } from '../books/book-changes.js';
import { EXTENDED_ORDERS } from '../books/extended-orders.js';
import { isoTime } from '../clock/iso-time.js';
import { inOrder } from '../database/in-order.js';
import { RowSet } from '../database/row-set.js';
import {
  insertion,
  type ShardConnection,
  type ShardStatement,
  shardStatement,
} from '../database/shard-statement.js';
import { bool, int4, text, timestamptz, uuid } from '../database/statement.js';
import type { FeedEntry } from '../feed/entry.js';
import type { FeedStream } from '../feed/feed-stream.js';
import type { JudgedBook } from './judge-commands.js';
import { type BookKey, bookName } from './order-command.js';
import { reportedChange } from './reported-changes.js';

/** A statement changed an unexpected number of rows. */
class RowCountError extends Error {
  override readonly name = 'RowCountError';
  constructor(
    readonly statement: string,
    expected: number,
    actual: number | null,
  ) {
    super(`${statement} changed ${actual} rows instead of ${expected}`);
  }
}

/** Another process changed the same ids or groups at the same time; a repeated batch finds what it did. */
export class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError';
}

const UNIQUE_VIOLATION = '23505';

/** The constraints that prevent an id from being judged twice. In a shard their names end with its number. */
const KEY_OF_IDS = /\b(orders_by_id|refusals_pkey)(_\d+)?\b/;

export interface SaveOptions {
  readonly newTradeId: (atMs: number) => string;
  /** The level of a seller, whose fee the trade freezes. */
  readonly levelOf: (sellerId: string) => SellerLevel;
  /** The connection to the coordinator of a distributed database, where the entry is announced; otherwise null. */
  readonly coordinator: pg.ClientBase | null;
  /** The connection's stream in the feed. */
  readonly stream: FeedStream;
}

/**
 * Saves the changes of all books with one statement per table, in a marked stream of the feed.
 * @returns the feed entry; null if there is nothing to report
 * @throws ConcurrentChangeError if another process has judged one of the ids in the meantime, RowCountError if a
 * statement did not change exactly the expected rows; the caller rolls back
 */
export async function saveChanges(
  connection: ShardConnection,
  books: readonly JudgedBook[],
  { newTradeId, levelOf, coordinator, stream }: SaveOptions,
): Promise<FeedEntry | null> {
  const trades = rowsOf(books, ({ trades, atMs }) =>
    trades.map((trade) => {
      const level = levelOf(trade.sellerId);
      return { id: newTradeId(atMs), trade, level, amounts: tradeAmounts(trade.priceCents, level) };
    }),
  );
  // A book with only refusals and extensions is unchanged.
  const changedBooks = books.filter(({ before, changes }) => changes.summary.seq > before.seq);
  const placed = rowsOf(books, (changes) => changes.placed);
  const closed = rowsOf(books, (changes) => changes.closed);
  const cancelled = rowsOf(books, (changes) => changes.cancelled);
  const refused = rowsOf(books, (changes) => changes.refused);
  const extended = rowsOf(books, (changes) => changes.extended);
  // Only distributed databases have copies of orders, which need to know of extensions.
  const reported = coordinator ? extended : [];
  const placeId = changedBooks[0]?.productId ?? reported[0]?.book.productId;
  const tradedIds = [...new Set(trades.map(({ book }) => book.productId))];
  const entry =
    placeId === undefined
      ? null
      : stream.next({
          ...BOOK_CHANGES.of(reportedChanges(changedBooks, trades)),
          ...EXTENDED_ORDERS.of(reported.map(extensionOf)),
        });
  await inOrder([
    change(connection, SAVE_ORDERS, PLACED, placed),
    change(connection, CLOSE_ORDERS, CLOSED, closed),
    change(connection, EXTEND_ORDERS, EXTENDED, extended),
    change(connection, SAVE_TRADES, TRADES, trades),
    change(connection, SAVE_CANCELLATIONS, CANCELLATIONS, cancelled),
    change(connection, SAVE_REFUSALS, REFUSALS, refused),
    change(connection, SAVE_BOOKS, SUMMARIES, changedBooks),
    entry && stream.saveMarked(connection, entry, { productId: placeId ?? 0, tradedIds }),
    entry && coordinator && stream.announce(coordinator, entry, placeId ?? 0),
  ]);
  return entry;
}

function reportedChanges(books: readonly JudgedBook[], trades: readonly OfBook<SavedTrade>[]): BookChange[] {
  const tradesOf = groupBy(trades, ({ book }) => bookName(book));
  return books.map((book) =>
    reportedChange(
      book,
      (tradesOf.get(bookName(book)) ?? []).map(({ row }) => row),
    ),
  );
}

/** A row of a book, with the book's key and time. */
interface OfBook<Row> {
  readonly row: Row;
  readonly book: BookKey & { readonly at: string };
}

function rowsOf<Row>(
  books: readonly JudgedBook[],
  pick: (changes: BookChanges) => readonly Row[],
): OfBook<Row>[] {
  const rows: OfBook<Row>[] = [];
  for (const { productId, size, changes } of books) {
    const ofBook = pick(changes);
    if (ofBook.length > 0) {
      const book = { productId, size, at: new Date(changes.atMs).toISOString() };
      for (const row of ofBook) {
        rows.push({ row, book });
      }
    }
  }
  return rows;
}

async function change<Row>(
  connection: ShardConnection,
  statement: ShardStatement<object>,
  described: RowSet<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  const changed = await statement.run(connection, described.values(rows)).catch((error: unknown) => {
    throw isIdTaken(error)
      ? new ConcurrentChangeError('An id was judged twice at once.', { cause: error })
      : error;
  });
  if (changed !== rows.length) {
    throw new RowCountError(statement.name, rows.length, changed);
  }
}

/** True for an error of one of these constraints. A coordinator passes on the error of a shard without its field. */
export function isIdTaken(error: unknown): boolean {
  const isDuplicate = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
  return isDuplicate && KEY_OF_IDS.test(error.constraint ?? error.message);
}

function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

/** Only the exception is stored, so that most rows have nothing more. */
function storedRelisting({ isRelisting }: Pick<PlacedOrder, 'isRelisting'>): false | null {
  return isRelisting ? null : false;
}

const PLACED = new RowSet<OfBook<PlacedOrder>>({
  product_id: [int4, ({ book }) => book.productId],
  size: [text, ({ book }) => book.size],
  seq: [int4, ({ row }) => row.seq],
  user_id: [text, ({ row }) => row.userId],
  order_id: [uuid, ({ row }) => row.orderId],
  call: [text, ({ row }) => row.call],
  side: [text, ({ row }) => row.side],
  price_cents: [int4, ({ row }) => row.priceCents],
  status: [text, ({ row }) => row.status],
  closed_seq: [int4, ({ row }) => row.closedSeq],
  traded_price_cents: [int4, ({ row }) => row.tradedPriceCents],
  accepted_at: [timestamptz, ({ book }) => book.at],
  expires_at: [timestamptz, ({ row: { expiresAtMs } }) => isoTimeOrNull(expiresAtMs)],
  group_id: [uuid, ({ row }) => row.groupId],
  is_relisting: [bool, ({ row }) => storedRelisting(row)],
  first_seq: [int4, ({ row }) => row.firstSeq],
});

const SAVE_ORDERS = insertion('save-orders', 'orders', PLACED);

const CLOSED = new RowSet<OfBook<ClosedOrder>>({
  product_id: [int4, ({ book }) => book.productId],
  size: [text, ({ book }) => book.size],
  seq: [int4, ({ row }) => row.seq],
  status: [text, ({ row }) => row.status],
  closed_seq: [int4, ({ row }) => row.closedSeq],
});

/** Finds open orders by `closed_seq`: a condition on `status` would search the index of all users' open orders. */
const CLOSE_ORDERS = shardStatement({
  name: 'close-orders',
  text: ({ orders }) => `
         update ${orders} as o set status = closed.status, closed_seq = closed.closed_seq
         from ${CLOSED.as('closed')}
         where o.product_id = closed.product_id and o.size = closed.size and o.seq = closed.seq
           and o.closed_seq is null`,
});

const EXTENDED = new RowSet<OfBook<ExtendedOrder>>({
  product_id: [int4, ({ book }) => book.productId],
  size: [text, ({ book }) => book.size],
  seq: [int4, ({ row }) => row.seq],
  expires_at: [timestamptz, ({ row: { expiresAtMs } }) => isoTimeOrNull(expiresAtMs)],
  is_relisting: [bool, ({ row }) => storedRelisting(row)],
});

const EXTEND_ORDERS = shardStatement({
  name: 'extend-orders',
  text: ({ orders }) => `
         update ${orders} as o set expires_at = extended.expires_at, is_relisting = extended.is_relisting
         from ${EXTENDED.as('extended')}
         where o.product_id = extended.product_id and o.size = extended.size and o.seq = extended.seq
           and o.closed_seq is null`,
});

function extensionOf({ row: { seq, userId }, book: { productId, size } }: OfBook<ExtendedOrder>) {
  return { productId, size, seq, userId };
}

interface SavedTrade {
  readonly id: string;
  readonly trade: Trade;
  readonly level: SellerLevel;
  readonly amounts: TradeAmounts;
}

const TRADES = new RowSet<OfBook<SavedTrade>>({
  product_id: [int4, ({ book }) => book.productId],
  id: [uuid, ({ row }) => row.id],
  size: [text, ({ book }) => book.size],
  seq: [int4, ({ row }) => row.trade.seq],
  ask_seq: [int4, ({ row }) => row.trade.askSeq],
  bid_seq: [int4, ({ row }) => row.trade.bidSeq],
  seller_id: [text, ({ row }) => row.trade.sellerId],
  buyer_id: [text, ({ row }) => row.trade.buyerId],
  price_cents: [int4, ({ row }) => row.trade.priceCents],
  seller_total_cents: [int4, ({ row }) => row.amounts.sellerTotalCents],
  buyer_total_cents: [int4, ({ row }) => row.amounts.buyerTotalCents],
  platform_cents: [int4, ({ row }) => row.amounts.platformCents],
  transaction_fee_per_mille: [int4, ({ row }) => row.level.transactionFeePerMille],
  traded_at: [timestamptz, ({ book }) => book.at],
});

const SAVE_TRADES = insertion('save-trades', 'trades', TRADES);

const CANCELLATIONS = new RowSet<OfBook<CancelledOrder>>({
  product_id: [int4, ({ book }) => book.productId],
  size: [text, ({ book }) => book.size],
  seq: [int4, ({ row }) => row.seq],
  order_seq: [int4, ({ row }) => row.orderSeq],
  at: [timestamptz, ({ book }) => book.at],
});

const SAVE_CANCELLATIONS = insertion('save-cancellations', 'cancellations', CANCELLATIONS);

const REFUSALS = new RowSet<OfBook<RefusedOrder>>({
  user_id: [text, ({ row }) => row.userId],
  order_id: [uuid, ({ row }) => row.orderId],
  product_id: [int4, ({ book }) => book.productId],
  size: [text, ({ book }) => book.size],
  call: [text, ({ row }) => row.call],
  price_cents: [int4, ({ row }) => row.priceCents],
  code: [text, ({ row }) => row.code],
  refused_at: [timestamptz, ({ book }) => book.at],
});

const SAVE_REFUSALS = insertion('save-refusals', 'refusals', REFUSALS);

const SUMMARIES = new RowSet<JudgedBook>({
  product_id: [int4, (book) => book.productId],
  size: [text, (book) => book.size],
  seq: [int4, ({ changes }) => changes.summary.seq],
  lowest_ask_cents: [int4, ({ changes }) => changes.summary.lowestAskCents],
  highest_bid_cents: [int4, ({ changes }) => changes.summary.highestBidCents],
  open_asks_delta: [int4, ({ changes }) => changes.summary.openAsksDelta],
  open_bids_delta: [int4, ({ changes }) => changes.summary.openBidsDelta],
  trades_delta: [int4, ({ changes }) => changes.trades.length],
});

const SAVE_BOOKS = shardStatement({
  name: 'save-books',
  text: ({ books }) => `
         update ${books} as book set seq = changed.seq,
           lowest_ask_cents = changed.lowest_ask_cents, highest_bid_cents = changed.highest_bid_cents,
           open_asks = book.open_asks + changed.open_asks_delta,
           open_bids = book.open_bids + changed.open_bids_delta,
           trades = book.trades + changed.trades_delta
         from ${SUMMARIES.as('changed')}
         where book.product_id = changed.product_id and book.size = changed.size`,
});
