import {
  ORDER_CALLS,
  ORDER_REFUSALS,
  ORDER_STATUSES,
  type OrderRefusal,
  SIDES,
} from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { isRelisting } from '../books/relisting.js';
import { RowSet } from '../database/row-set.js';
import { type ShardConnection, shardStatement } from '../database/shard-statement.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  uuid,
} from '../database/statement.js';
import { PAYMENTS_OF_BUYER, PAYMENTS_OF_BUYER_ROW } from '../users/failed-payments.js';
import { SALES_THAT_COUNT } from '../users/seller-levels.js';
import type { BookKey, PlacedId } from './order-command.js';

const BOOK_KEYS = new RowSet<BookKey>({
  product_id: [int4, (book) => book.productId],
  size: [text, (book) => book.size],
});

const TAKE_BOOKS = shardStatement({
  name: 'take-books',
  text: ({ books }) => `with taken as materialized (
           select book.product_id, book.size, book.seq, book.open_asks, book.open_bids, book.is_closed
           from ${BOOK_KEYS.as('wanted')}
           join ${books} as book on book.product_id = wanted.product_id and book.size = wanted.size
           for no key update of book
         )
         select product_id as "productId", size, seq, open_asks as "openAsks", open_bids as "openBids",
           is_closed as "isClosed", floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs" from taken`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    openAsks: int4,
    openBids: int4,
    isClosed: bool,
    nowMs: float8,
  },
});

export type TakenBook = RowOf<typeof TAKE_BOOKS>;

/**
 * Takes the books for this transaction by locking their rows, always in the same order, and then reads the clock.
 * Unknown books are missing from the result.
 */
export function takeBooks(connection: ShardConnection, keys: readonly BookKey[]): Promise<TakenBook[]> {
  return TAKE_BOOKS.rows(connection, BOOK_KEYS.values(keys));
}

const CLIENT_ORDER_IDS = new RowSet<PlacedId>({
  user_id: [text, (placed) => placed.userId],
  order_id: [uuid, (placed) => placed.orderId],
  product_id: [int4, (placed) => placed.productId],
});

const FIND_JUDGED_ORDERS = shardStatement({
  name: 'find-judged-orders',
  text: ({ orders, refusals }) => `
         select o.user_id as "userId", o.order_id as "orderId", o.call, o.product_id as "productId", o.size, o.seq,
           null as refusal, o.price_cents as "priceCents", o.traded_price_cents as "tradedPriceCents",
           o.group_id as "groupId"
         from ${CLIENT_ORDER_IDS.as('wanted')}
         join ${orders} as o on o.user_id = wanted.user_id and o.order_id = wanted.order_id
           and o.product_id = wanted.product_id
         union all
         select refused.user_id, refused.order_id, refused.call, refused.product_id, refused.size, null,
           refused.code, refused.price_cents, null, null
         from ${CLIENT_ORDER_IDS.as('wanted')}
         join ${refusals} as refused on refused.user_id = wanted.user_id and refused.order_id = wanted.order_id
           and refused.product_id = wanted.product_id`,
  row: {
    userId: text,
    orderId: uuid,
    call: oneOf(ORDER_CALLS),
    productId: int4,
    size: text,
    seq: orNull(int4),
    refusal: orNull(oneOf(ORDER_REFUSALS)),
    priceCents: int4,
    tradedPriceCents: orNull(int4),
    groupId: orNull(uuid),
  },
});

/** An order has a `seq`, a refusal its code. */
export type JudgedOrder = RowOf<typeof FIND_JUDGED_ORDERS> &
  ({ readonly seq: number; readonly refusal: null } | { readonly seq: null; readonly refusal: OrderRefusal });

/** The judged orders of these users and products with these ids, with their answers. */
export async function findJudgedOrders(
  connection: ShardConnection,
  placed: readonly PlacedId[],
): Promise<JudgedOrder[]> {
  return (await FIND_JUDGED_ORDERS.rows(connection, CLIENT_ORDER_IDS.values(placed))) as JudgedOrder[];
}

/** The end of an order's lifetime in milliseconds since 1970. */
export const expiryOf = (alias: string) => `round(date_part('epoch', ${alias}.expires_at) * 1000)`;

interface OrderKey extends BookKey {
  readonly seq: number;
}

const ORDER_KEYS = new RowSet<OrderKey>({
  product_id: [int4, (order) => order.productId],
  size: [text, (order) => order.size],
  seq: [int4, (order) => order.seq],
});

const READ_ORDER_STATES = shardStatement({
  name: 'read-order-states',
  text: ({ orders }) => `
         select o.product_id as "productId", o.size, o.seq, o.side, o.status, o.user_id as "userId",
           ${expiryOf('o')} as "expiresAtMs", o.group_id as "groupId", ${isRelisting('o')} as "isRelisting",
           o.first_seq as "firstSeq"
         from ${ORDER_KEYS.as('wanted')}
         join ${orders} as o
           on o.product_id = wanted.product_id and o.size = wanted.size and o.seq = wanted.seq`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    side: oneOf(SIDES),
    status: oneOf(ORDER_STATUSES),
    userId: text,
    expiresAtMs: orNull(float8),
    groupId: orNull(uuid),
    isRelisting: bool,
    firstSeq: orNull(int4),
  },
});

export type OrderState = RowOf<typeof READ_ORDER_STATES>;

/** The states of these orders; valid only after their books were taken. */
export function readOrderStates(
  connection: ShardConnection,
  orders: readonly OrderKey[],
): Promise<OrderState[]> {
  return READ_ORDER_STATES.rows(connection, ORDER_KEYS.values(orders));
}

const USER_IDS = new RowSet<string>({ user_id: [text, (userId) => userId] });

const READ_READINESS = shardStatement({
  name: 'read-readiness',
  text: ({ accounts }) => `
         select user_id as "userId", payout is not null as "hasPayout",
           payment is not null as "hasPayment", street <> '' as "hasShipping", blocked_at is not null as "isBlocked",
           max_open_orders as "maxOpenOrders", max_price_cents as "maxPriceCents", debt_cents::float8 as "debtCents",
           floor(date_part('epoch', owes_since) * 1000) as "owesSinceMs",
           floor(date_part('epoch', debt_deferred_until) * 1000) as "deferredUntilMs",
           ${PAYMENTS_OF_BUYER},
           ${SALES_THAT_COUNT} as "paidSales"
         from ${accounts} as accounts where user_id = any($1::text[])`,
  row: {
    userId: text,
    hasPayout: bool,
    hasPayment: bool,
    hasShipping: bool,
    isBlocked: bool,
    maxOpenOrders: orNull(int4),
    maxPriceCents: orNull(int4),
    debtCents: float8,
    owesSinceMs: orNull(float8),
    deferredUntilMs: orNull(float8),
    ...PAYMENTS_OF_BUYER_ROW,
    paidSales: int4,
  },
});

export type Readiness = RowOf<typeof READ_READINESS>;

/** The settings, limits, debts and failed payments of these users; users without any are missing from the result. */
export function readReadiness(connection: ShardConnection, userIds: readonly string[]): Promise<Readiness[]> {
  return READ_READINESS.rows(connection, USER_IDS.values(userIds));
}

/** A user in a book, with their number of open orders in all books, if known. */
export interface UserInBook extends BookKey {
  readonly userId: string;
  readonly inAll: number | null;
}

const USERS_IN_BOOKS = new RowSet<UserInBook>({
  user_id: [text, (user) => user.userId],
  product_id: [int4, (user) => user.productId],
  size: [text, (user) => user.size],
  in_all: [int4, (user) => user.inAll],
});

/** The number in all books covers all shards, so on the machine of one shard it must be known before. */
const COUNT_OPEN_ORDERS = shardStatement({
  name: 'count-open-orders',
  text: ({ orders }) => `
         select wanted.user_id as "userId", wanted.product_id as "productId", wanted.size,
           coalesce(wanted.in_all, (
             select count(*)::int from ${orders} as mine where mine.user_id = wanted.user_id and mine.status = 'open'
           )) as "inAll", (
             select count(*)::int from ${orders} as o
             where o.user_id = wanted.user_id and o.product_id = wanted.product_id and o.size = wanted.size
               and o.status = 'open'
           ) as "inBook"
         from ${USERS_IN_BOOKS.as('wanted')}`,
  row: { userId: text, productId: int4, size: text, inAll: int4, inBook: int4 },
});

export type OpenOrdersOfUser = RowOf<typeof COUNT_OPEN_ORDERS>;

/** The open orders of these users in these books, and in all books if not known yet. */
export function countOpenOrders(
  connection: ShardConnection,
  users: readonly UserInBook[],
): Promise<OpenOrdersOfUser[]> {
  return COUNT_OPEN_ORDERS.rows(connection, USERS_IN_BOOKS.values(users));
}

const COUNT_OPEN_ORDERS_IN_ALL = statement({
  name: 'count-open-orders-in-all',
  text: `select user_id as "userId", count(*)::int as "inAll"
         from orders where user_id = any($1::text[]) and status = 'open' group by user_id`,
  row: { userId: text, inAll: int4 },
});

/** The number of open orders of these users in all books; missing users have none. */
export async function countOpenOrdersInAll(
  client: pg.Pool | pg.ClientBase,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await COUNT_OPEN_ORDERS_IN_ALL.rows(client, USER_IDS.values(userIds));
  return new Map(rows.map(({ userId, inAll }) => [userId, inAll]));
}

/** The number of best orders needed from each side of a book. */
export interface WantedDepth extends BookKey {
  readonly asks: number;
  readonly bids: number;
}

const DEPTHS = new RowSet<WantedDepth>({
  product_id: [int4, (book) => book.productId],
  size: [text, (book) => book.size],
  asks: [int4, (book) => book.asks],
  bids: [int4, (book) => book.bids],
});

const LOAD_BEST_ORDERS = shardStatement({
  name: 'load-best-orders',
  text: ({ accounts, orders }) => `
         select best.product_id as "productId", best.size, best.side, best.seq,
           best.user_id as "userId", best.price_cents as "priceCents", ${expiryOf('best')} as "expiresAtMs",
           best.group_id as "groupId", case when best.side = 'ask' then (
             select ${SALES_THAT_COUNT} from ${accounts} as accounts where accounts.user_id = best.user_id
           ) end as "sellerSales"
         from ${DEPTHS.as('wanted')}
         cross join lateral (
           (select ask.product_id, ask.size, ask.side, ask.seq, ask.user_id, ask.price_cents, ask.expires_at,
              ask.group_id
            from ${orders} as ask
            where ask.product_id = wanted.product_id and ask.size = wanted.size
              and ask.status = 'open' and ask.side = 'ask'
            order by ask.price_cents, ask.seq limit wanted.asks)
           union all
           (select bid.product_id, bid.size, bid.side, bid.seq, bid.user_id, bid.price_cents, bid.expires_at,
              bid.group_id
            from ${orders} as bid
            where bid.product_id = wanted.product_id and bid.size = wanted.size
              and bid.status = 'open' and bid.side = 'bid'
            order by bid.price_cents desc, bid.seq limit wanted.bids)
         ) as best`,
  row: {
    productId: int4,
    size: text,
    side: oneOf(SIDES),
    seq: int4,
    userId: text,
    priceCents: int4,
    expiresAtMs: orNull(float8),
    groupId: orNull(uuid),
    /** The paid sales of the owner of an ask; null for a bid. */
    sellerSales: orNull(int4),
  },
});

export type BestOrder = RowOf<typeof LOAD_BEST_ORDERS>;

/** The best open orders of each side of each book, with the expired ones that no sweep has closed, unordered. */
export function loadBestOrders(
  connection: ShardConnection,
  books: readonly WantedDepth[],
): Promise<BestOrder[]> {
  return LOAD_BEST_ORDERS.rows(connection, DEPTHS.values(books));
}
