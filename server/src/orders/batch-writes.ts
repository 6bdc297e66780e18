import { type TradeAmounts, tradeAmounts } from '@perkex/core/fees.js';
import { groupBy } from '@perkex/core/group-by.js';
import type {
  BookChanges,
  BookEvent,
  ClosedOrder,
  PlacedOrder,
  Trade,
} from '@perkex/core/order-book/book.js';
import type { OrderCall, OrderRefusal, OrderStatus } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, type Statement, statement, text, timestamptz, uuid } from '../database/statement.js';
import type { Batch, BookChange, OrderChange } from '../feed/batch.js';
import type { Lane } from '../feed/lane.js';
import type { TakenBook } from './batch-reads.js';
import { type BookKey, bookName } from './order-command.js';

/** What one book's commands changed, or that they were refused. */
export interface JudgedBook extends BookKey {
  /** The book as it was taken. */
  readonly before: Pick<TakenBook, 'openAsks' | 'openBids' | 'lastTradeCents'>;
  readonly changes: BookChanges;
}

/** A statement changed another number of rows than it had to. */
export class RowCountError extends Error {
  override readonly name: string = 'RowCountError';
  constructor(
    readonly statement: string,
    expected: number,
    actual: number | null,
  ) {
    super(`${statement} changed ${actual} rows instead of ${expected}`);
  }
}

/** Another process judged the same id at the same time; the repeated batch will find its answer. */
export class ConcurrentIdError extends RowCountError {
  override readonly name = 'ConcurrentIdError';
}

/**
 * Saves the changes of all books with one statement for each table, whatever their number.
 * @returns what the feed says of them; null where nothing but refusals was saved
 * @throws RowCountError when a statement did not change exactly what it had to; the caller rolls back
 */
export async function saveChanges(
  client: pg.ClientBase,
  books: readonly JudgedBook[],
  newTradeId: (atMs: number) => string,
  lane: Lane,
): Promise<Batch | null> {
  const trades = rowsOf(books, ({ trades, atMs }) =>
    trades.map((trade) => ({ ...trade, ...tradeAmounts(trade.priceCents), id: newTradeId(atMs) })),
  );
  // A book that only refused stands as before.
  const changedBooks = books.filter(({ changes }) => changes.events.length > 0);
  const placed = rowsOf(books, (changes) => changes.placed);
  const closed = rowsOf(books, (changes) => changes.closed);
  const events = rowsOf(books, (changes) => changes.events);
  const batch =
    changedBooks.length === 0 ? null : lane.next({ books: bookChanges(changedBooks, trades), notified: [] });
  await Promise.all([
    change(client, SAVE_ORDERS, PLACED, placed),
    change(client, CLOSE_ORDERS, CLOSED, closed),
    change(client, SAVE_TRADES, TRADES, trades),
    change(client, SAVE_EVENTS, EVENTS, events),
    change(client, SAVE_CLIENT_ORDER_IDS, JUDGED_IDS, rowsOf(books, judgedIds), ConcurrentIdError),
    change(client, SAVE_BOOKS, SUMMARIES, changedBooks),
    batch && lane.save(client, batch),
  ]);
  return batch;
}

/** What the feed says of each changed book. */
function bookChanges(books: readonly JudgedBook[], trades: readonly OfBook<SavedTrade>[]): BookChange[] {
  const tradesOf = groupBy(trades, bookName);
  return books.map(({ productId, size, before, changes }) => {
    const { seq, lowestAskCents, highestBidCents, openAsksDelta, openBidsDelta } = changes.summary;
    let priceBeforeCents = before.lastTradeCents;
    return {
      productId,
      size,
      seq,
      lowestAskCents,
      highestBidCents,
      openAsks: before.openAsks + openAsksDelta,
      openBids: before.openBids + openBidsDelta,
      orders: orderChanges(changes),
      trades: (tradesOf.get(bookName({ productId, size })) ?? []).map((trade) => {
        const { id, seq: tradeSeq, askSeq, bidSeq, sellerId, buyerId, priceCents } = trade;
        const made = { id, seq: tradeSeq, askSeq, bidSeq, sellerId, buyerId, priceCents, priceBeforeCents };
        priceBeforeCents = priceCents;
        return made;
      }),
      outbid: changes.outbid,
      atMs: changes.atMs,
    };
  });
}

function orderChanges({ placed, closed }: BookChanges): OrderChange[] {
  return [
    ...placed.map((order): OrderChange => {
      const { seq, userId, side } = order;
      return { seq, userId, side, status: statusOf(order) };
    }),
    ...closed.map(({ seq, userId, side, status, isByHouse }): OrderChange => {
      const change = { seq, userId, side, status };
      return isByHouse ? { ...change, isByHouse } : change;
    }),
  ];
}

/** Rows of every book, each with its book's key and time. */
type OfBook<Row> = Row & BookKey & { readonly at: string };

function rowsOf<Row>(
  books: readonly JudgedBook[],
  pick: (changes: BookChanges) => readonly Row[],
): OfBook<Row>[] {
  return books.flatMap(({ productId, size, changes }) => {
    const at = new Date(changes.atMs).toISOString();
    return pick(changes).map((row) => ({ ...row, productId, size, at }));
  });
}

async function change<Row>(
  client: pg.ClientBase,
  statement: Statement<object>,
  described: RowSet<Row>,
  rows: readonly Row[],
  Mismatch: new (statement: string, expected: number, actual: number) => RowCountError = RowCountError,
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  const changed = await statement.run(client, described.values(rows));
  if (changed !== rows.length) {
    throw new Mismatch(statement.name, rows.length, changed);
  }
}

/** An order leaves the batch that placed it open, or traded: only a known one can be cancelled. */
function statusOf({ closedSeq }: PlacedOrder): OrderStatus {
  return closedSeq === null ? 'open' : 'traded';
}

const PLACED = new RowSet<OfBook<PlacedOrder>>({
  product_id: [int4, (order) => order.productId],
  size: [text, (order) => order.size],
  seq: [int4, (order) => order.seq],
  user_id: [text, (order) => order.userId],
  order_id: [uuid, (order) => order.orderId],
  call: [text, (order) => order.call],
  side: [text, (order) => order.side],
  price_cents: [int4, (order) => order.priceCents],
  status: [text, statusOf],
  closed_seq: [int4, (order) => order.closedSeq],
  accepted_at: [timestamptz, (order) => order.at],
});

const SAVE_ORDERS = statement({
  name: 'save-orders',
  text: `insert into orders (${PLACED.names}) select * from ${PLACED.as('placed')}`,
});

const CLOSED = new RowSet<OfBook<ClosedOrder>>({
  product_id: [int4, (order) => order.productId],
  size: [text, (order) => order.size],
  seq: [int4, (order) => order.seq],
  status: [text, (order) => order.status],
  closed_seq: [int4, (order) => order.closedSeq],
});

const CLOSE_ORDERS = statement({
  name: 'close-orders',
  text: `update orders as o set status = closed.status, closed_seq = closed.closed_seq
         from ${CLOSED.as('closed')}
         where o.product_id = closed.product_id and o.size = closed.size and o.seq = closed.seq
           and o.status = 'open'`,
});

type SavedTrade = Trade & TradeAmounts & { readonly id: string };

const TRADES = new RowSet<OfBook<SavedTrade>>({
  product_id: [int4, (trade) => trade.productId],
  id: [uuid, (trade) => trade.id],
  size: [text, (trade) => trade.size],
  seq: [int4, (trade) => trade.seq],
  ask_seq: [int4, (trade) => trade.askSeq],
  bid_seq: [int4, (trade) => trade.bidSeq],
  seller_id: [text, (trade) => trade.sellerId],
  buyer_id: [text, (trade) => trade.buyerId],
  price_cents: [int4, (trade) => trade.priceCents],
  seller_total_cents: [int4, (trade) => trade.sellerTotalCents],
  buyer_total_cents: [int4, (trade) => trade.buyerTotalCents],
  platform_cents: [int4, (trade) => trade.platformCents],
  traded_at: [timestamptz, (trade) => trade.at],
});

const SAVE_TRADES = statement({
  name: 'save-trades',
  text: `insert into trades (${TRADES.names}) select * from ${TRADES.as('trade')}`,
});

const EVENTS = new RowSet<OfBook<BookEvent>>({
  product_id: [int4, (event) => event.productId],
  size: [text, (event) => event.size],
  seq: [int4, (event) => event.seq],
  kind: [text, (event) => event.kind],
  order_seq: [int4, (event) => event.orderSeq],
  at: [timestamptz, (event) => event.at],
});

const SAVE_EVENTS = statement({
  name: 'save-events',
  text: `insert into events (${EVENTS.names}) select * from ${EVENTS.as('event')}`,
});

/** What a book answered to an order's id: where it placed the order, or why it refused it. */
interface JudgedId {
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly priceCents: number;
  readonly seq: number | null;
  readonly tradedPriceCents: number | null;
  readonly refusal: OrderRefusal | null;
}

const JUDGED_IDS = new RowSet<OfBook<JudgedId>>({
  user_id: [text, (id) => id.userId],
  order_id: [uuid, (id) => id.orderId],
  call: [text, (id) => id.call],
  product_id: [int4, (id) => id.productId],
  size: [text, (id) => id.size],
  seq: [int4, (id) => id.seq],
  price_cents: [int4, (id) => id.priceCents],
  traded_price_cents: [int4, (id) => id.tradedPriceCents],
  refusal: [text, (id) => id.refusal],
  refused_at: [timestamptz, (id) => (id.refusal === null ? null : id.at)],
});

const SAVE_CLIENT_ORDER_IDS = statement({
  name: 'save-client-order-ids',
  text: `insert into client_order_ids (${JUDGED_IDS.names}) select * from ${JUDGED_IDS.as('judged')}
         on conflict (user_id, order_id) do nothing`,
});

function judgedIds({ placed, refused, trades }: BookChanges): JudgedId[] {
  const priceOfTrade = new Map(trades.map(({ seq, priceCents }) => [seq, priceCents]));
  return [
    ...placed.map((order) => ({
      ...order,
      tradedPriceCents: priceOfTrade.get(order.seq) ?? null,
      refusal: null,
    })),
    ...refused.map((order) => ({ ...order, seq: null, tradedPriceCents: null, refusal: order.code })),
  ];
}

const SUMMARIES = new RowSet<JudgedBook>({
  product_id: [int4, (book) => book.productId],
  size: [text, (book) => book.size],
  seq: [int4, ({ changes }) => changes.summary.seq],
  lowest_ask_cents: [int4, ({ changes }) => changes.summary.lowestAskCents],
  highest_bid_cents: [int4, ({ changes }) => changes.summary.highestBidCents],
  open_asks_delta: [int4, ({ changes }) => changes.summary.openAsksDelta],
  open_bids_delta: [int4, ({ changes }) => changes.summary.openBidsDelta],
  trades_delta: [int4, ({ changes }) => changes.trades.length],
  last_trade_cents: [int4, ({ changes }) => changes.trades.at(-1)?.priceCents ?? null],
});

const SAVE_BOOKS = statement({
  name: 'save-books',
  text: `update books as book set seq = changed.seq,
           lowest_ask_cents = changed.lowest_ask_cents, highest_bid_cents = changed.highest_bid_cents,
           open_asks = book.open_asks + changed.open_asks_delta,
           open_bids = book.open_bids + changed.open_bids_delta,
           trades = book.trades + changed.trades_delta,
           last_trade_cents = coalesce(changed.last_trade_cents, book.last_trade_cents)
         from ${SUMMARIES.as('changed')}
         where book.product_id = changed.product_id and book.size = changed.size`,
});
