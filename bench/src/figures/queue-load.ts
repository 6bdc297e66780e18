import { randomUUID } from 'node:crypto';
import type { Database } from '@perkex/server/database/connect.js';
import { closeExpiredOrders } from '@perkex/server/orders/expired-orders.js';
import { MatchingEngine } from '@perkex/server/orders/matching-engine.js';
import type { PlacementCommand } from '@perkex/server/orders/order-command.js';
import { connectForOrders } from '@perkex/server/orders/order-connection.js';
import { measureRate, type Rate } from '../load/loop.js';
import { randomBelow } from '../load/order-requests.js';
import { MIDDLE_DOLLARS, REACH_DOLLARS, SIZES_PER_PRODUCT, USER_COUNT } from '../market/bench-market.js';
import { type Cpu, CpuMeter } from '../report/cpu.js';
import { collectSent, type SentBytes } from './floor.js';

export interface Load {
  readonly books: number;
  readonly inFlight: number;
  readonly seconds: number;
  /**
   * 'random': asks and bids, of which more trade the more there are in a book; or 'pairs': a bid after each ask at
   * its price, so that every second order trades regardless of the number of books.
   */
  readonly orders?: 'random' | 'pairs';
}

export interface Measured extends Rate {
  /** The time of an order; null where the system does not report it. */
  readonly cpu: Cpu | null;
}

/** The limits of a real server, too high to be reached here. */
const OPEN_ORDER_LIMITS = { perBook: 50, perUser: 500 };

/** A queue configured as in a server, open until closed. */
export interface BenchQueue {
  /**
   * Places asks and bids, this many at once, for this long.
   * @throws if an order fails, since a rate with failures means nothing
   */
  measure(load: Load): Promise<Measured>;
  /** Closes all expired orders, as the maintenance of a server does. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** @param sent collects the bytes that the queue sends */
export function openQueue(database: Database, sent?: SentBytes): BenchQueue {
  const engine = new MatchingEngine({
    async connect() {
      const client = await connectForOrders(database.address);
      if (sent) {
        collectSent(client, sent);
      }
      return client;
    },
    newId: randomUUID,
    onFailure: (error, willRepeat) => {
      throw new Error(`a batch failed (will repeat: ${willRepeat})`, { cause: error });
    },
    openOrderLimits: OPEN_ORDER_LIMITS,
  });
  return {
    measure: (load) => measureEngine(database, engine, load),
    sweep: () => closeExpiredOrders(database.pool, engine),
    close: () => engine.close(),
  };
}

/**
 * Measures a freshly opened queue.
 * @param sent collects the bytes that it sends
 */
export async function measureQueue(database: Database, load: Load, sent?: SentBytes): Promise<Measured> {
  const queue = openQueue(database, sent);
  try {
    return await queue.measure(load);
  } finally {
    await queue.close();
  }
}

async function measureEngine(
  { pool }: Database,
  engine: MatchingEngine,
  { books, inFlight, seconds, orders = 'random' }: Load,
): Promise<Measured> {
  const nextOrders = Array.from({ length: inFlight }, () =>
    orders === 'pairs' ? pairedOrders(books) : () => randomOrder(books),
  );
  const meter = await CpuMeter.start([process.pid], pool);
  const rate = await measureRate({ connections: inFlight, seconds }, (place) =>
    engine.submit((nextOrders[place] as () => PlacementCommand)()),
  );
  return { ...rate, cpu: await meter.microsecondsEach(rate.requests) };
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

/** Each bid matches the ask before it, or another one at the same price, whose bid then matches the former. */
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

/** Half of the users only sell and the others only buy, so that no order matches one of the same user. */
function randomUser(side: 'ask' | 'bid'): number {
  return 2 * randomBelow(USER_COUNT / 2) + (side === 'ask' ? 0 : 1);
}
