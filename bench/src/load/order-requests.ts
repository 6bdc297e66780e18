import { randomUUID } from 'node:crypto';
import type { SignedUp } from '../market/accounts.js';

/** Random asks and bids, about half of which trade. */
export interface OrderSource {
  readonly kind: 'orders';
  /** Every second one sells and the others buy, so that no order matches one of the same user. */
  readonly traders: readonly SignedUp[];
  readonly books: readonly { readonly productId: number; readonly name: string; readonly size: string }[];
  /** The range of the prices, in whole dollars, both ends included. */
  readonly dollars: readonly [number, number];
  /** The Origin header of the requests. */
  readonly origin: string;
  /** The number of orders in each request; without it, each is a single call. */
  readonly perBatch?: number;
  /** True for asks only, in each book in turn and a dollar lower each time, so that each is the new lowest ask. */
  readonly isFalling?: boolean;
}

/** Identifies an ask of falling orders on a stream. */
export function askKey(productId: number, size: string, dollars: number): string {
  return `${productId}/${size}/${dollars}`;
}

/** Makes the next request of a connection, and receives the time at which it was due. */
export type NextRequest = (place: number, dueMs: number) => Buffer | string;

/** @param askedAtMs receives the time at which each ask of falling orders was due, by its key */
export function nextOrders(source: OrderSource, askedAtMs: Record<string, number>): NextRequest {
  const { isFalling = false, perBatch, traders } = source;
  let count = 0;
  return (place, dueMs) => {
    const call = isFalling || (place % traders.length) % 2 === 0 ? 'ask' : 'bid';
    const commands = Array.from({ length: perBatch ?? 1 }, () =>
      isFalling ? fallingAsk(source, count++) : randomOrder(source),
    );
    if (isFalling) {
      for (const { productId, size, price } of commands) {
        askedAtMs[askKey(productId, size, price)] = performance.timeOrigin + dueMs;
      }
    }
    return orderRequest(
      source,
      place,
      call,
      commands.map(({ productId: _, ...order }) => order),
    );
  };
}

function orderRequest(
  { traders, origin, perBatch }: OrderSource,
  place: number,
  call: string,
  orders: readonly object[],
): string {
  const { uid, cookie } = traders[place % traders.length] as SignedUp;
  const path = perBatch === undefined ? call : 'orders/batch';
  const body = JSON.stringify(
    perBatch === undefined
      ? { uid, ...orders[0] }
      : { uid, commands: orders.map((order) => ({ call, ...order })) },
  );
  return (
    `POST /api/${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\n` +
    `content-type: application/json\r\ncookie: ${cookie}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function randomOrder({ books, dollars: [lowest, highest] }: OrderSource) {
  const book = books[randomBelow(books.length)] as OrderSource['books'][number];
  return { id: randomUUID(), ...book, price: lowest + randomBelow(highest - lowest + 1) };
}

function fallingAsk({ books, dollars: [, highest] }: OrderSource, count: number) {
  const book = books[count % books.length] as OrderSource['books'][number];
  return { id: randomUUID(), ...book, price: highest - Math.floor(count / books.length) };
}

export function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
