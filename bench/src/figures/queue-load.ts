import { randomUUID } from 'node:crypto';
import type { Database } from '@perkex/server/database/connect.js';
import { MatchingEngine } from '@perkex/server/orders/matching-engine.js';
import type { PlacementCommand } from '@perkex/server/orders/order-command.js';
import { connectForOrders } from '@perkex/server/orders/order-connection.js';
import { type CpuOfOrder, cpuOfOrder, readCpuTime } from '../cpu-time.js';
import { MIDDLE_DOLLARS, REACH_DOLLARS, SIZES_PER_PRODUCT, USER_COUNT } from '../market/bench-market.js';

export interface Load {
  readonly books: number;
  readonly inFlight: number;
  readonly seconds: number;
  /**
   * 'random' asks and bids, of which more trade the more there are in a book; or 'pairs', a bid after each ask at its
   * price, of which half trade whatever the number of books.
   */
  readonly orders?: 'random' | 'pairs';
}

export interface Measured {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Null where the system does not say. */
  readonly cpu: CpuOfOrder | null;
}

/** Those of a real server, which nobody reaches here. */
const OPEN_ORDER_LIMITS = { perBook: 50, perUser: 500 };

/** A queue as a server has it, for as long as it runs. */
export interface BenchQueue {
  /**
   * Places asks and bids, so many at once, for so long.
   * @throws when an order fails: a rate with failures in it says nothing
   */
  measure(load: Load): Promise<Measured>;
  close(): Promise<void>;
}

export function openQueue(database: Database): BenchQueue {
  const engine = new MatchingEngine({
    connect: () => connectForOrders(database.address),
    onFailure: (error, willRepeat) => {
      throw new Error(`a batch failed (will repeat: ${willRepeat})`, { cause: error });
    },
    openOrderLimits: OPEN_ORDER_LIMITS,
  });
  return { measure: (load) => measureEngine(engine, load), close: () => engine.close() };
}

/** What a queue does that has just been opened. */
export async function measureQueue(database: Database, load: Load): Promise<Measured> {
  const queue = openQueue(database);
  try {
    return await queue.measure(load);
  } finally {
    await queue.close();
  }
}

async function measureEngine(
  engine: MatchingEngine,
  { books, inFlight, seconds, orders = 'random' }: Load,
): Promise<Measured> {
  const latenciesMs: number[] = [];
  const cpuBefore = await readCpuTime(process.pid);
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const trade = async () => {
    const next = orders === 'pairs' ? pairedOrders(books) : () => randomOrder(books);
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      await engine.submit(next());
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, trade));
  const tookSeconds = (performance.now() - startMs) / 1000;
  const cpuAfter = await readCpuTime(process.pid);
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    ordersPerSecond: sorted.length / tookSeconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    cpu: cpuOfOrder(cpuBefore, cpuAfter, sorted.length),
  };
}

function randomOrder(books: number): PlacementCommand {
  const book = randomBelow(books);
  const dollars = MIDDLE_DOLLARS - REACH_DOLLARS + randomBelow(2 * REACH_DOLLARS + 1);
  return {
    kind: 'placement',
    call: Math.random() < 0.5 ? 'ask' : 'bid',
    userId: `user-${randomBelow(USER_COUNT)}`,
    orderId: randomUUID(),
    productId: 1 + Math.floor(book / SIZES_PER_PRODUCT),
    size: String(1 + (book % SIZES_PER_PRODUCT)),
    priceCents: dollars * 100,
  };
}

/** Each bid meets the ask before it, or another one of the same price, whose bid then meets that one. */
function pairedOrders(books: number): () => PlacementCommand {
  let ask: PlacementCommand | null = null;
  return () => {
    if (ask) {
      const bid = {
        ...ask,
        call: 'bid' as const,
        userId: `user-${randomUser('bid')}`,
        orderId: randomUUID(),
      };
      ask = null;
      return bid;
    }
    ask = {
      ...randomOrder(books),
      call: 'ask',
      userId: `user-${randomUser('ask')}`,
      priceCents: MIDDLE_DOLLARS * 100,
    };
    return ask;
  };
}

/** Half of the users only sell and the others only buy, so that nobody meets an order of their own. */
function randomUser(side: 'ask' | 'bid'): number {
  return 2 * randomBelow(USER_COUNT / 2) + (side === 'ask' ? 0 : 1);
}

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}
