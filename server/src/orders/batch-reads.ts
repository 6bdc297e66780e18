import type { OrderCall, OrderRefusal, OrderStatus, Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { column } from './array-literal.js';
import type { BookKey, PlacementCommand } from './order-command.js';

export interface TakenBook extends BookKey {
  readonly seq: number;
  readonly nowMs: number;
}

/**
 * Takes the books for this transaction by locking their rows, always in the same order, and reads the clock
 * after that. Books that do not exist are missing from the answer.
 */
export async function takeBooks(client: pg.ClientBase, keys: readonly BookKey[]): Promise<TakenBook[]> {
  const { rows } = await client.query<TakenBook>({
    name: 'take-books',
    text: `with taken as materialized (
             select book.product_id, book.size, book.seq
             from unnest($1::int[], $2::text[]) as wanted (product_id, size)
             join books as book on book.product_id = wanted.product_id and book.size = wanted.size
             for no key update of book
           )
           select product_id as "productId", size, seq,
             floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs" from taken`,
    values: [column(keys, ({ productId }) => productId), column(keys, ({ size }) => size)],
  });
  return rows;
}

export type JudgedOrder = BookKey & {
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly priceCents: number;
  readonly tradedPriceCents: number | null;
} & (
    | { readonly seq: number; readonly refusal: null }
    | { readonly seq: null; readonly refusal: OrderRefusal }
  );

/** The orders with these users and ids that a book has judged, with the answers that they got. */
export async function findJudgedOrders(
  client: pg.ClientBase,
  commands: readonly PlacementCommand[],
): Promise<JudgedOrder[]> {
  const { rows } = await client.query<JudgedOrder>({
    name: 'find-judged-orders',
    text: `select answer.user_id as "userId", answer.order_id as "orderId", answer.call,
             answer.product_id as "productId", answer.size, answer.seq, answer.refusal,
             answer.price_cents as "priceCents", answer.traded_price_cents as "tradedPriceCents"
           from unnest($1::text[], $2::uuid[]) as wanted (user_id, order_id)
           join client_order_ids as answer on answer.user_id = wanted.user_id and answer.order_id = wanted.order_id`,
    values: [column(commands, ({ userId }) => userId), column(commands, ({ orderId }) => orderId)],
  });
  return rows;
}

export interface OrderState extends BookKey {
  readonly seq: number;
  readonly side: Side;
  readonly status: OrderStatus;
}

/** How these orders stand; asked only after their books were taken. */
export async function readOrderStates(
  client: pg.ClientBase,
  orders: readonly (BookKey & { readonly seq: number })[],
): Promise<OrderState[]> {
  const { rows } = await client.query<OrderState>({
    name: 'read-order-states',
    text: `select o.product_id as "productId", o.size, o.seq, o.side, o.status
           from unnest($1::int[], $2::text[], $3::int[]) as wanted (product_id, size, seq)
           join orders as o
             on o.product_id = wanted.product_id and o.size = wanted.size and o.seq = wanted.seq`,
    values: [
      column(orders, ({ productId }) => productId),
      column(orders, ({ size }) => size),
      column(orders, ({ seq }) => seq),
    ],
  });
  return rows;
}

export interface Readiness {
  readonly userId: string;
  readonly hasPayout: boolean;
  readonly hasPayment: boolean;
  readonly hasShipping: boolean;
}

/** Which settings these users have made; users without any are missing from the answer. */
export async function readReadiness(client: pg.ClientBase, userIds: readonly string[]): Promise<Readiness[]> {
  const { rows } = await client.query<Readiness>({
    name: 'read-readiness',
    text: `select user_id as "userId", payout is not null as "hasPayout",
             payment is not null as "hasPayment", street <> '' as "hasShipping"
           from accounts where user_id = any($1::text[])`,
    values: [column(userIds, (userId) => userId)],
  });
  return rows;
}

export interface OpenOrdersOfUser extends BookKey {
  readonly userId: string;
  readonly inBook: number;
  readonly inAll: number;
}

/** How many open orders the user of each command has, in its book and in all. */
export async function countOpenOrders(
  client: pg.ClientBase,
  commands: readonly PlacementCommand[],
): Promise<OpenOrdersOfUser[]> {
  const { rows } = await client.query<OpenOrdersOfUser>({
    name: 'count-open-orders',
    text: `select wanted.user_id as "userId", wanted.product_id as "productId", wanted.size,
             counted.in_all as "inAll", counted.in_book as "inBook"
           from (
             select distinct user_id, product_id, size
             from unnest($1::text[], $2::int[], $3::text[]) as command (user_id, product_id, size)
           ) as wanted
           cross join lateral (
             select count(*)::int as in_all,
               (count(*) filter (where o.product_id = wanted.product_id and o.size = wanted.size))::int as in_book
             from orders as o where o.user_id = wanted.user_id and o.status = 'open'
           ) as counted`,
    values: [
      column(commands, ({ userId }) => userId),
      column(commands, ({ productId }) => productId),
      column(commands, ({ size }) => size),
    ],
  });
  return rows;
}

export interface BestOrder extends BookKey {
  readonly side: Side;
  readonly seq: number;
  readonly userId: string;
  readonly priceCents: number;
}

/** How many of the best orders of each side of a book are wanted. */
export interface WantedDepth extends BookKey {
  readonly asks: number;
  readonly bids: number;
}

/** The best open orders of each side of each book, in any order. */
export async function loadBestOrders(
  client: pg.ClientBase,
  books: readonly WantedDepth[],
): Promise<BestOrder[]> {
  const { rows } = await client.query<BestOrder>({
    name: 'load-best-orders',
    text: `select best.product_id as "productId", best.size, best.side, best.seq,
             best.user_id as "userId", best.price_cents as "priceCents"
           from unnest($1::int[], $2::text[], $3::int[], $4::int[]) as wanted (product_id, size, asks, bids)
           cross join lateral (
             (select ask.product_id, ask.size, ask.side, ask.seq, ask.user_id, ask.price_cents
              from orders as ask
              where ask.product_id = wanted.product_id and ask.size = wanted.size
                and ask.status = 'open' and ask.side = 'ask'
              order by ask.price_cents, ask.seq limit wanted.asks)
             union all
             (select bid.product_id, bid.size, bid.side, bid.seq, bid.user_id, bid.price_cents
              from orders as bid
              where bid.product_id = wanted.product_id and bid.size = wanted.size
                and bid.status = 'open' and bid.side = 'bid'
              order by bid.price_cents desc, bid.seq limit wanted.bids)
           ) as best`,
    values: [
      column(books, ({ productId }) => productId),
      column(books, ({ size }) => size),
      column(books, ({ asks }) => asks),
      column(books, ({ bids }) => bids),
    ],
  });
  return rows;
}
