import { tradeAmounts } from '@perkex/core/fees.js';
import type { BookChanges } from '@perkex/core/order-book/match.js';
import type pg from 'pg';
import { column } from './array-literal.js';
import type { BookKey } from './order-command.js';

/** What one book's commands changed, or that they were refused. */
export interface JudgedBook extends BookKey {
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
 * @throws RowCountError when a statement did not change exactly what it had to; the caller rolls back
 */
export async function saveChanges(
  client: pg.ClientBase,
  books: readonly JudgedBook[],
  newTradeId: (atMs: number) => string,
): Promise<void> {
  await Promise.all([
    saveOrders(client, books),
    closeOrders(client, books),
    saveTrades(client, books, newTradeId),
    saveEvents(client, books),
    saveAnswers(client, books),
    saveBooks(client, books),
  ]);
}

/** Rows of every book, each with its book's key and time. */
function rowsOf<Row>(books: readonly JudgedBook[], pick: (changes: BookChanges) => readonly Row[]) {
  return books.flatMap(({ productId, size, changes }) =>
    pick(changes).map((row) => ({ ...row, productId, size, atMs: changes.atMs })),
  );
}

/** One array for each column, as `unnest` wants them. */
function columns<Row>(rows: readonly Row[], ...picks: ((row: Row) => string | number | null)[]): string[] {
  return picks.map((pick) => column(rows, pick));
}

async function change(
  client: pg.ClientBase,
  name: string,
  text: string,
  rowCount: number,
  values: string[],
  Mismatch: new (statement: string, expected: number, actual: number | null) => RowCountError = RowCountError,
): Promise<void> {
  if (rowCount === 0) {
    return;
  }
  const result = await client.query({ name, text, values });
  if (result.rowCount !== rowCount) {
    throw new Mismatch(name, rowCount, result.rowCount);
  }
}

function saveOrders(client: pg.ClientBase, books: readonly JudgedBook[]): Promise<void> {
  const rows = rowsOf(books, ({ placed }) => placed);
  return change(
    client,
    'save-orders',
    `insert into orders (product_id, size, seq, user_id, order_id, call, side, price_cents, status,
       closed_seq, accepted_at)
     select product_id, size, seq, user_id, order_id, call, side, price_cents,
       case when closed_seq is null then 'open' else 'traded' end, closed_seq, to_timestamp(at_ms / 1000)
     from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::int[],
       $9::int[], $10::float8[]) as placed (product_id, size, seq, user_id, order_id, call, side, price_cents,
       closed_seq, at_ms)`,
    rows.length,
    columns(
      rows,
      (row) => row.productId,
      (row) => row.size,
      (row) => row.seq,
      (row) => row.userId,
      (row) => row.orderId,
      (row) => row.call,
      (row) => row.side,
      (row) => row.priceCents,
      (row) => row.closedSeq,
      (row) => row.atMs,
    ),
  );
}

function closeOrders(client: pg.ClientBase, books: readonly JudgedBook[]): Promise<void> {
  const rows = rowsOf(books, ({ closed }) => closed);
  return change(
    client,
    'close-orders',
    `update orders as o set status = closed.status, closed_seq = closed.closed_seq
     from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::int[])
       as closed (product_id, size, seq, status, closed_seq)
     where o.product_id = closed.product_id and o.size = closed.size and o.seq = closed.seq
       and o.status = 'open'`,
    rows.length,
    columns(
      rows,
      (row) => row.productId,
      (row) => row.size,
      (row) => row.seq,
      (row) => row.status,
      (row) => row.closedSeq,
    ),
  );
}

function saveTrades(
  client: pg.ClientBase,
  books: readonly JudgedBook[],
  newTradeId: (atMs: number) => string,
): Promise<void> {
  const rows = rowsOf(books, ({ trades }) => trades).map((trade) => ({
    ...trade,
    ...tradeAmounts(trade.priceCents),
  }));
  return change(
    client,
    'save-trades',
    `insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
       seller_total_cents, buyer_total_cents, platform_cents, traded_at)
     select product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
       seller_total_cents, buyer_total_cents, platform_cents, to_timestamp(at_ms / 1000)
     from unnest($1::int[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[],
       $9::int[], $10::int[], $11::int[], $12::int[], $13::float8[]) as trade (product_id, id, size, seq,
       ask_seq, bid_seq, seller_id, buyer_id, price_cents, seller_total_cents, buyer_total_cents,
       platform_cents, at_ms)`,
    rows.length,
    columns(
      rows,
      (row) => row.productId,
      (row) => newTradeId(row.atMs),
      (row) => row.size,
      (row) => row.seq,
      (row) => row.askSeq,
      (row) => row.bidSeq,
      (row) => row.sellerId,
      (row) => row.buyerId,
      (row) => row.priceCents,
      (row) => row.sellerTotalCents,
      (row) => row.buyerTotalCents,
      (row) => row.platformCents,
      (row) => row.atMs,
    ),
  );
}

function saveEvents(client: pg.ClientBase, books: readonly JudgedBook[]): Promise<void> {
  const rows = rowsOf(books, ({ events }) => events);
  return change(
    client,
    'save-events',
    `insert into events (product_id, size, seq, kind, order_seq, at)
     select product_id, size, seq, kind, order_seq, to_timestamp(at_ms / 1000)
     from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::int[], $6::float8[])
       as event (product_id, size, seq, kind, order_seq, at_ms)`,
    rows.length,
    columns(
      rows,
      (row) => row.productId,
      (row) => row.size,
      (row) => row.seq,
      (row) => row.kind,
      (row) => row.orderSeq,
      (row) => row.atMs,
    ),
  );
}

function saveAnswers(client: pg.ClientBase, books: readonly JudgedBook[]): Promise<void> {
  const rows = books.flatMap(({ productId, size, changes }) => {
    const priceOfTrade = new Map(changes.trades.map(({ seq, priceCents }) => [seq, priceCents]));
    const accepted = changes.placed.map((order) => ({
      ...order,
      productId,
      size,
      tradedPriceCents: priceOfTrade.get(order.seq) ?? null,
      refusal: null,
      refusedAtMs: null,
    }));
    const refused = changes.refused.map((order) => ({
      ...order,
      productId,
      size,
      seq: null,
      tradedPriceCents: null,
      refusal: order.code,
      refusedAtMs: changes.atMs,
    }));
    return [...accepted, ...refused];
  });
  return change(
    client,
    'save-answers',
    `insert into client_order_ids (user_id, order_id, call, product_id, size, seq, price_cents, traded_price_cents,
       refusal, refused_at)
     select user_id, order_id, call, product_id, size, seq, price_cents, traded_price_cents, refusal,
       to_timestamp(refused_at_ms / 1000)
     from unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[], $7::int[], $8::int[],
       $9::text[], $10::float8[]) as answer (user_id, order_id, call, product_id, size, seq, price_cents,
       traded_price_cents, refusal, refused_at_ms)
     on conflict (user_id, order_id) do nothing`,
    rows.length,
    columns(
      rows,
      (row) => row.userId,
      (row) => row.orderId,
      (row) => row.call,
      (row) => row.productId,
      (row) => row.size,
      (row) => row.seq,
      (row) => row.priceCents,
      (row) => row.tradedPriceCents,
      (row) => row.refusal,
      (row) => row.refusedAtMs,
    ),
    ConcurrentIdError,
  );
}

function saveBooks(client: pg.ClientBase, judged: readonly JudgedBook[]): Promise<void> {
  // A book that only refused stands as before.
  const books = judged.filter(({ changes }) => changes.events.length > 0);
  return change(
    client,
    'save-books',
    `update books as book set seq = changed.seq,
       lowest_ask_cents = changed.lowest_ask_cents, highest_bid_cents = changed.highest_bid_cents,
       open_asks = book.open_asks + changed.open_asks_delta,
       open_bids = book.open_bids + changed.open_bids_delta,
       trades = book.trades + changed.trades_delta,
       last_trade_cents = coalesce(changed.last_trade_cents, book.last_trade_cents)
     from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
       $9::int[]) as changed (product_id, size, seq, lowest_ask_cents, highest_bid_cents, open_asks_delta,
       open_bids_delta, trades_delta, last_trade_cents)
     where book.product_id = changed.product_id and book.size = changed.size`,
    books.length,
    columns(
      books,
      (book) => book.productId,
      (book) => book.size,
      ({ changes }) => changes.summary.seq,
      ({ changes }) => changes.summary.lowestAskCents,
      ({ changes }) => changes.summary.highestBidCents,
      ({ changes }) => changes.summary.openAsksDelta,
      ({ changes }) => changes.summary.openBidsDelta,
      ({ changes }) => changes.trades.length,
      ({ changes }) => changes.trades.at(-1)?.priceCents ?? null,
    ),
  );
}
