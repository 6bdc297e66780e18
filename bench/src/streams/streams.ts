import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { publishProducts } from '@perkex/server/products/publish-products.js';
import { newDataFolder } from '../data-folder.js';
import { SETTINGS, type SignedUp, signUp } from '../ready-to-trade.js';
import { RunningServer } from '../running-server.js';
import { Readers } from './readers.js';

export interface StreamsSize {
  readonly streams: number;
  readonly products: number;
  readonly traders: number;
  readonly ordersPerSecond: number;
  readonly seconds: number;
  /** The number of measurements of the order rate with and without streams, in turns. */
  readonly turns: number;
}

export const FULL: StreamsSize = {
  streams: 2_000,
  products: 200,
  traders: 20,
  ordersPerSecond: 300,
  seconds: 10,
  turns: 3,
};
export const SMALL: StreamsSize = {
  streams: 20,
  products: 5,
  traders: 2,
  ordersPerSecond: 20,
  seconds: 1,
  turns: 1,
};

const SIZES = Array.from({ length: 10 }, (_, index) => String(4 + index));
const HIGHEST_DOLLARS = 900_000;
const IN_FLIGHT = 64;
/** Events later than this count as lost. */
const LAST_EVENTS_MS = 5_000;

interface Product {
  readonly id: number;
  readonly name: string;
}

/** The books by their index in the list of all, and the price of each one's next ask: always lower than the last. */
class Books {
  private next = 0;
  private readonly asksOf: number[];

  constructor(private readonly products: readonly Product[]) {
    this.asksOf = new Array(products.length * SIZES.length).fill(0);
  }

  nextAsk() {
    const place = this.next;
    this.next = (place + 1) % this.asksOf.length;
    const product = this.products[place % this.products.length] as Product;
    const size = SIZES[Math.floor(place / this.products.length)] as string;
    const price = HIGHEST_DOLLARS - (this.asksOf[place] ?? 0);
    this.asksOf[place] = (this.asksOf[place] ?? 0) + 1;
    return { product, size, price };
  }
}

/** Measures the delay of orders on open streams, and the cost of streams for orders; prints the results. */
export async function measureStreams(size: StreamsSize, print: (line: string) => void): Promise<void> {
  const folders = await Promise.all([newDataFolder('streams', 'empty market'), newDataFolder('streams')]);
  const [ownFolder, otherFolder] = folders as [string, string];
  const secret = { AUTH_SECRET: randomUUID() };
  const settings = {
    ...secret,
    DEMO: '0',
    MAX_OPEN_ORDERS: '1000000',
    MAX_OPEN_ORDERS_PER_BOOK: '1000000',
  };
  const own = await RunningServer.start(ownFolder, settings);
  try {
    const products = await createMarket(own, size.products);
    const traders = await Promise.all(Array.from({ length: size.traders }, () => signUpTrader(own.url)));
    const market = { url: own.url, books: new Books(products), traders };
    await placeFor(size.seconds / 10, market); // warms the code up
    const other = await RunningServer.start(otherFolder, {
      ...settings,
      DATABASE_URL: await own.databaseUrl(),
    });
    try {
      print(`${size.streams} streams on ${size.products} products, ${size.ordersPerSecond} orders/s`);
      await measureDelivery('in the same process', own, products, market, size, print);
      await measureDelivery('through another process', other, products, market, size, print);
      await measureCost(own, products, market, size, print);
    } finally {
      await other.remove();
    }
  } finally {
    await own.remove();
  }
}

interface TradedMarket {
  readonly url: string;
  readonly books: Books;
  readonly traders: readonly SignedUp[];
}

async function measureDelivery(
  title: string,
  streaming: RunningServer,
  products: readonly Product[],
  market: TradedMarket,
  { streams, ordersPerSecond, seconds }: StreamsSize,
  print: (line: string) => void,
): Promise<void> {
  const productIds = products.map(({ id }) => id);
  const readers = await Readers.open({ url: streaming.url, productIds, streams, isRead: true });
  const sentMs = new Map<string, number>();
  const orders: Promise<void>[] = [];
  const startMs = performance.now();
  for (let count = 0; count < ordersPerSecond * seconds; count += 1) {
    const dueMs = startMs + (count * 1_000) / ordersPerSecond;
    if (dueMs > performance.now()) {
      await pause(dueMs - performance.now());
    }
    const ask = market.books.nextAsk();
    sentMs.set(`${ask.product.id}/${ask.size}/${ask.price}`, performance.timeOrigin + performance.now());
    orders.push(placeAsk(market, count, ask));
  }
  await Promise.all(orders);
  const perProduct = streams / products.length;
  const expected = sentMs.size * perProduct;
  let delays: number[] = [];
  const deadlineMs = performance.now() + LAST_EVENTS_MS;
  do {
    await pause(100);
    const { arrivals } = await readers.report();
    delays = [...sentMs].flatMap(([key, sent]) => (arrivals[key] ?? []).map((atMs) => atMs - sent));
  } while (delays.length < expected && performance.now() < deadlineMs);
  const memory = await streaming.memoryMb();
  const { opened } = await readers.report();
  await readers.close();
  delays.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(delays[Math.floor(delays.length * share)] ?? Number.NaN)} ms`;
  print(
    `  ${title}: ${delays.length} of ${expected} events, from the order sent to the event read p50 ${at(0.5)}, ` +
      `p99 ${at(0.99)}, longest ${at(0.999_999)}; ${opened} streams open, ${memory} MB`,
  );
}

/** The order rate with and without open streams, in turns, so that other load on the machine slows both alike. */
async function measureCost(
  server: RunningServer,
  products: readonly Product[],
  market: TradedMarket,
  { streams, seconds, turns }: StreamsSize,
  print: (line: string) => void,
): Promise<void> {
  const rates = { without: [] as number[], with: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    rates.without.push(await placeFor(seconds, market));
    const productIds = products.map(({ id }) => id);
    const readers = await Readers.open({ url: server.url, productIds, streams, isRead: false });
    rates.with.push(await placeFor(seconds, market));
    await readers.close();
  }
  const [without, withStreams] = [median(rates.without), median(rates.with)];
  print(
    `  orders over HTTP, ${IN_FLIGHT} in flight: ${Math.round(without)}/s without streams, ` +
      `${Math.round(withStreams)}/s with them: ${(withStreams / without).toFixed(2)}`,
  );
}

/** Places asks, this many at once, for this long. @returns orders per second */
async function placeFor(seconds: number, market: TradedMarket): Promise<number> {
  const startMs = performance.now();
  let count = 0;
  const trade = async () => {
    while (performance.now() < startMs + seconds * 1_000) {
      count += 1;
      await placeAsk(market, count, market.books.nextAsk());
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, trade));
  return (count * 1_000) / (performance.now() - startMs);
}

async function placeAsk(
  { url, traders }: TradedMarket,
  count: number,
  { product, size, price }: ReturnType<Books['nextAsk']>,
): Promise<void> {
  const trader = traders[count % traders.length] as SignedUp;
  await post(url, trader, 'ask', { id: randomUUID(), name: product.name, size, price });
}

async function post(url: string, { uid, cookie }: SignedUp, call: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify({ uid, ...body }),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${call} was answered with ${answer.status}: ${text}`);
  }
}

async function signUpTrader(url: string): Promise<SignedUp> {
  const trader = await signUp(url);
  for (const [call, fields] of SETTINGS) {
    await post(url, trader, call, fields);
  }
  return trader;
}

async function createMarket(server: RunningServer, count: number): Promise<Product[]> {
  const products = Array.from({ length: count }, (_, index) => ({
    name: `Product ${index + 1}`,
    brand: 'Bench',
    retailPriceCents: null,
    releaseDate: null,
    sizes: SIZES,
  }));
  return server.withDatabase(async ({ pool }) => {
    const ids = await transaction(pool, async (tx) => {
      const made = await createProducts(tx, products);
      await publishProducts(tx, [...made.values()], randomUUID);
      return made;
    });
    return [...ids].map(([name, id]) => ({ id, name }));
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
