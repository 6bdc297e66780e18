import { randomUUID } from 'node:crypto';

/** A user with a session who places orders. */
export interface LoadTrader {
  readonly uid: string;
  readonly cookie: string;
}

/** Random asks and bids, about half of which trade. */
export interface OrderSource {
  readonly kind: 'orders';
  /** Every second one sells and the others buy, so that no order matches one of the same user. */
  readonly traders: readonly LoadTrader[];
  readonly books: readonly { readonly name: string; readonly size: string }[];
  /** The range of the prices, in whole dollars, both ends included. */
  readonly dollars: readonly [number, number];
  /** The Origin header of the requests. */
  readonly origin: string;
}

/** The next order of a connection, as the bytes of its request. */
export function orderRequest({ traders, books, dollars, origin }: OrderSource, connection: number): string {
  const place = connection % traders.length;
  const { uid, cookie } = traders[place] as LoadTrader;
  const book = books[randomBelow(books.length)] as { name: string; size: string };
  const [lowest, highest] = dollars;
  const price = lowest + randomBelow(highest - lowest + 1);
  const body = JSON.stringify({ uid, id: randomUUID(), name: book.name, size: book.size, price });
  return (
    `POST /api/${place % 2 === 0 ? 'ask' : 'bid'} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\n` +
    `content-type: application/json\r\ncookie: ${cookie}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
