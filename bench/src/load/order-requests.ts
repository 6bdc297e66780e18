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
  /** The number of orders in each request; without it, each is a single call. */
  readonly perBatch?: number;
}

/** The next order or batch of a connection, as the bytes of its request. */
export function orderRequest(source: OrderSource, connection: number): string {
  const { traders, origin, perBatch } = source;
  const place = connection % traders.length;
  const { uid, cookie } = traders[place] as LoadTrader;
  const call = place % 2 === 0 ? 'ask' : 'bid';
  const path = perBatch === undefined ? call : 'orders/batch';
  const commands = Array.from({ length: perBatch ?? 1 }, () => randomOrder(source));
  const body = JSON.stringify(
    perBatch === undefined
      ? { uid, ...commands[0] }
      : { uid, commands: commands.map((order) => ({ call, ...order })) },
  );
  return (
    `POST /api/${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\n` +
    `content-type: application/json\r\ncookie: ${cookie}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function randomOrder({ books, dollars: [lowest, highest] }: OrderSource) {
  const { name, size } = books[randomBelow(books.length)] as { name: string; size: string };
  return { id: randomUUID(), name, size, price: lowest + randomBelow(highest - lowest + 1) };
}

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
