import { type BookEvent, FEED_RESUME_MINUTES } from '@perkex/contract/book-feed.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars } from '@perkex/core/money.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { BOOK_CHANGES, type BookChange } from '../books/book-changes.js';
import { placedStatement } from '../database/citus.js';
import { inSnapshot } from '../database/in-snapshot.js';
import { msOf } from '../database/ms-of.js';
import { bool, float8, int4, json, oneOf, orNull, statement, text, uuid } from '../database/statement.js';
import { onConnection } from '../database/transaction.js';
import { type BooksEntry, FeedMessage, type IncompleteBook, messagesOf } from './book-feed-events.js';
import { type FeedFilter, FeedPosition } from './feed-position.js';

/** More entries at once are no delay but a gap. */
const MAX_ENTRIES = 2_000;
/** The size of a page of a snapshot; one book may be larger. A product has at most 1,000 sizes. */
const ORDERS_A_PAGE = 5_000;
const BOOKS_A_PAGE = 2_000;

/** Each entry of a stream of orders changes books, or only renews orders. */
const IS_OF_BOOKS = `batch.changes ?| array['books', 'extended'] as "isOfBooks"`;

const READ_POSITION = placedStatement({
  name: 'read-book-feed-position',
  text: `select lanes.lane as stream, newest.seq, newest."isOfBooks", newest."atMs" from lanes
         cross join lateral (
           select batch.seq, ${IS_OF_BOOKS}, ${msOf('batch.at')} as "atMs" from batches as batch
           where batch.lane = lanes.lane order by batch.seq desc limit 1
         ) as newest`,
  distributedText: `with newest as materialized (select lane, max(seq) as seq from batches group by lane)
         select newest.lane as stream, newest.seq, ${IS_OF_BOOKS}, ${msOf('batch.at')} as "atMs"
         from newest join batches as batch on batch.lane = newest.lane and batch.seq = newest.seq`,
  row: { stream: uuid, seq: int4, isOfBooks: bool, atMs: float8 },
});

const KNOWN = `known as materialized (
           select lane, seq from unnest($1::uuid[], $2::int4[]) as position (lane, seq)
         )`;

/** Entries of streams that the position does not know are newer than it, give or take the difference of two clocks. */
const READ_ENTRIES = placedStatement({
  name: 'read-book-feed-entries',
  text: `with ${KNOWN}
         select lanes.lane as stream, fresh.seq, fresh.changes -> 'books' as books, ${msOf('fresh.at')} as "atMs"
         from lanes left join known on known.lane = lanes.lane
         cross join lateral (
           select batch.seq, batch.changes, batch.at from batches as batch
           where batch.lane = lanes.lane and batch.seq > coalesce(known.seq, 0)
             and (known.lane is not null or batch.at > to_timestamp($3::float8 / 1000) - interval '10 minutes')
           order by batch.seq limit $4
         ) as fresh
         order by lanes.lane, fresh.seq limit $4`,
  distributedText: `with ${KNOWN}, read as materialized (
           select lanes.lane, known.lane is not null as "isKnown", coalesce(known.seq, 0) as seq
           from lanes left join known on known.lane = lanes.lane
         )
         select batch.lane as stream, batch.seq, batch.changes -> 'books' as books, ${msOf('batch.at')} as "atMs"
         from read join batches as batch on batch.lane = read.lane and batch.seq > read.seq
         where read."isKnown" or batch.at > to_timestamp($3::float8 / 1000) - interval '10 minutes'
         order by batch.lane, batch.seq limit $4`,
  row: { stream: uuid, seq: int4, books: orNull(json<BookChange[]>()), atMs: float8 },
});

function readBooks(name: string, condition: string) {
  return statement({
    name,
    text: `select product_id as product, size, seq, open_asks + open_bids as orders from books
           where product_id > $1 and ${condition} and open_asks + open_bids > 0
           order by product_id, size limit $2`,
    row: { product: int4, size: text, seq: int4, orders: int4 },
  });
}

const READ_BOOKS = readBooks('read-books-of-feed', 'true');
const READ_BOOKS_OF_PRODUCTS = readBooks('read-books-of-products-of-feed', 'product_id = any($3::int4[])');

const READ_ORDERS = statement({
  name: 'read-orders-of-feed',
  text: `select product_id as product, size, side, seq, price_cents as "priceCents" from orders
         where product_id = any($1::int4[]) and status = 'open' and side = 'ask'
         union all
         select product_id, size, side, seq, price_cents from orders
         where product_id = any($1::int4[]) and status = 'open' and side = 'bid'`,
  row: { product: int4, size: text, side: oneOf(SIDES), seq: int4, priceCents: int4 },
});

/** The changes between two snapshots of the database. */
export interface Cut {
  readonly messages: readonly FeedMessage[];
  readonly position: FeedPosition;
}

/** Reads the market feed; every position is one of a snapshot of the database. */
export class BookFeedReads {
  constructor(
    private readonly pool: pg.Pool,
    /** In milliseconds since 1970. */
    private readonly nowMs: () => number,
    private readonly ordersPerPage = ORDERS_A_PAGE,
  ) {}

  /** The position now. */
  async position(): Promise<FeedPosition> {
    const atMs = this.nowMs();
    return positionOf(atMs, await READ_POSITION.on(this.pool).rows(this.pool));
  }

  /** The changes after a position. @returns null if there are too many */
  async cut(after: FeedPosition): Promise<Cut | null> {
    const atMs = this.nowMs();
    const read = await readEntries(this.pool, after, atMs);
    if (!read) {
      return null;
    }
    const { messages, incomplete } = messagesOf(read.entries);
    return incomplete.length > 0
      ? this.inSnapshot((snapshot) => readCut(snapshot, after, atMs))
      : { messages, position: read.position };
  }

  /** The changes after the position of an id. @returns null if that is too long ago, or unknown */
  async resume(after: FeedPosition): Promise<Cut | null> {
    const atMs = this.nowMs();
    if (Math.abs(atMs - after.atMs) > FEED_RESUME_MINUTES * 60_000) {
      return null;
    }
    return this.inSnapshot(async (snapshot) => {
      const now = positionOf(atMs, await READ_POSITION.on(snapshot).rows(snapshot));
      const isKnown = [...after.seqByStream].every(([stream, seq]) => now.has(stream, seq));
      return isKnown ? readCut(snapshot, after.withOthersOf(now), atMs) : null;
    });
  }

  /**
   * The next page of a snapshot: the changes after a position of the products before the page, and the books of the
   * page after these changes.
   * @param afterProduct the last product of the page before, 0 for the first page
   */
  async page(after: FeedPosition, filter: FeedFilter, afterProduct: number): Promise<SnapshotPage | null> {
    const atMs = this.nowMs();
    return this.inSnapshot(async (snapshot) => {
      const cut = await readCut(snapshot, after, atMs);
      if (!cut) {
        return null;
      }
      const listed = filter
        ? await READ_BOOKS_OF_PRODUCTS.rows(snapshot, [afterProduct, BOOKS_A_PAGE, [...filter]])
        : await READ_BOOKS.rows(snapshot, [afterProduct, BOOKS_A_PAGE]);
      const listedBooks = pageOf(listed, this.ordersPerPage);
      return {
        position: cut.position,
        changes: cut.messages.filter(
          ({ productId }) => productId <= afterProduct && (filter?.has(productId) ?? true),
        ),
        books: await readOrders(snapshot, listedBooks),
        lastProduct:
          listedBooks.length === listed.length && listed.length < BOOKS_A_PAGE
            ? null
            : (listedBooks.at(-1)?.product ?? null),
      };
    });
  }

  private inSnapshot<Result>(read: (snapshot: pg.ClientBase) => Promise<Result>): Promise<Result> {
    return onConnection(this.pool, (client) => inSnapshot(client, read));
  }
}

export interface SnapshotPage {
  readonly position: FeedPosition;
  readonly changes: readonly FeedMessage[];
  readonly books: readonly BookEvent[];
  /** Null if it is the last page. */
  readonly lastProduct: number | null;
}

interface ListedBook {
  readonly product: number;
  readonly size: string;
  readonly seq: number;
  readonly orders: number;
}

interface NewestEntry {
  readonly stream: string;
  readonly seq: number;
  readonly isOfBooks: boolean;
  readonly atMs: number;
}

function positionOf(atMs: number, rows: readonly NewestEntry[]): FeedPosition {
  return new FeedPosition(
    atMs,
    new Map(rows.map(({ stream, seq }) => [stream, seq])),
    new Set(rows.filter(({ isOfBooks }) => isOfBooks).map(({ stream }) => stream)),
    new Map(rows.map((newest) => [newest.stream, newest.atMs])),
  );
}

interface ReadEntries {
  readonly entries: readonly BooksEntry[];
  readonly position: FeedPosition;
}

/** The entries after a position. @returns null if there are too many, or if one is missing or invalid */
async function readEntries(
  connection: pg.Pool | pg.ClientBase,
  after: FeedPosition,
  atMs: number,
): Promise<ReadEntries | null> {
  const { seqByStream } = after;
  const streams = [...seqByStream.keys()];
  const rows = await READ_ENTRIES.on(connection).rows(connection, [
    streams,
    [...seqByStream.values()],
    after.atMs,
    MAX_ENTRIES,
  ]);
  const entries: BooksEntry[] = [];
  let last: { readonly stream: string; readonly seq: number } | undefined;
  for (const { stream, seq, books } of rows) {
    const before = last?.stream === stream ? last.seq : seqByStream.get(stream);
    const isNext = before === undefined || seq === before + 1;
    if (!isNext || (books !== null && !BOOK_CHANGES.isValidIn({ books }))) {
      return null;
    }
    last = { stream, seq };
    if (books !== null) {
      entries.push({ stream, seq, books });
    }
  }
  return rows.length < MAX_ENTRIES ? { entries, position: after.after(atMs, rows, entries) } : null;
}

async function readCut(snapshot: pg.ClientBase, after: FeedPosition, atMs: number): Promise<Cut | null> {
  const read = await readEntries(snapshot, after, atMs);
  if (!read) {
    return null;
  }
  const { messages, incomplete } = messagesOf(read.entries);
  return {
    messages: [...messages, ...(await readIncomplete(snapshot, incomplete))],
    position: read.position,
  };
}

/** Reads the books whose changes are not known in detail. */
async function readIncomplete(
  snapshot: pg.ClientBase,
  incomplete: readonly IncompleteBook[],
): Promise<FeedMessage[]> {
  const listed = incomplete.map(({ productId, size, bookSeq }) => ({
    product: productId,
    size,
    seq: bookSeq,
  }));
  const books = await readOrders(snapshot, listed);
  return incomplete.map(
    ({ productId, stream, seq }, index) => new FeedMessage(stream, seq, productId, books[index] as BookEvent),
  );
}

/** The first books with about as many orders as a page has, without the product that may go on after them. */
function pageOf(listed: readonly ListedBook[], ordersPerPage: number): readonly ListedBook[] {
  const complete =
    listed.length < BOOKS_A_PAGE
      ? listed
      : listed.filter(({ product }) => product !== listed.at(-1)?.product);
  let orders = 0;
  const end = complete.find((book) => {
    const isFull = orders >= ordersPerPage;
    orders += book.orders;
    return isFull;
  });
  // The product that exceeds the page begins the next one, unless it is alone.
  const kept = complete.filter(({ product }) => end === undefined || product < end.product);
  return kept.length > 0 ? kept : complete.filter(({ product }) => product === complete[0]?.product);
}

async function readOrders(
  snapshot: pg.ClientBase,
  books: readonly Omit<ListedBook, 'orders'>[],
): Promise<BookEvent[]> {
  if (books.length === 0) {
    return [];
  }
  const products = [...new Set(books.map(({ product }) => product))];
  const rows = await READ_ORDERS.rows(snapshot, [products]);
  const bySide = groupBy(rows, ({ product, size, side }) => `${product}/${size}/${side}`);
  return books.map(({ product, size, seq }) => ({
    type: 'book',
    product,
    size,
    seq,
    asks: restingOf(bySide.get(`${product}/${size}/ask`) ?? [], 1),
    bids: restingOf(bySide.get(`${product}/${size}/bid`) ?? [], -1),
  }));
}

/** Best first. @param direction 1 if a lower price is better, -1 if a higher one is */
function restingOf(
  orders: readonly { readonly seq: number; readonly priceCents: number }[],
  direction: 1 | -1,
): [number, number][] {
  return [...orders]
    .sort((one, other) => direction * (one.priceCents - other.priceCents) || one.seq - other.seq)
    .map(({ seq, priceCents }) => [seq, centsToDollars(priceCents)]);
}
