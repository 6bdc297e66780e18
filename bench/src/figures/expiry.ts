import type { Database } from '@perkex/server/database/connect.js';
import type { openBenchServer } from '../market/bench-database.js';
import { createBooks, createUsers, fillBooks, quieten, withoutTimeLimit } from '../market/bench-market.js';
import { describeFigure, type Figure, type Print, perSecond } from '../report/figure.js';
import { openQueue } from './queue-load.js';

export interface ExpirySize {
  readonly orders: number;
  readonly books: number;
  readonly inFlight: number;
  /** The duration of the orders without a sweep, and the steps in which they are measured beside it. */
  readonly seconds: number;
  readonly stepSeconds: number;
}

const FULL: ExpirySize = { orders: 100_000, books: 5_000, inFlight: 64, seconds: 10, stepSeconds: 1 };
const QUICK: ExpirySize = { ...FULL, seconds: 5 };
const SMALL: ExpirySize = { orders: 80, books: 20, inFlight: 8, seconds: 0.1, stepSeconds: 0.1 };
export const EXPIRY = { FULL, QUICK, SMALL };

const MAX_SECONDS = 60;
const LEAST_RATIO = 0.5;

/** Orders that expire in one moment are swept as in a server, while others are placed. */
export async function measureExpiry(
  { orders, books, inFlight, seconds, stepSeconds }: ExpirySize,
  print: Print,
  openServer: typeof openBenchServer,
): Promise<Figure[]> {
  print(`${orders.toLocaleString('en-US')} orders of ${books} books that expire in one moment`);
  const server = await openServer();
  try {
    const database = await server.createDatabase('bench_expiry');
    await createUsers(database);
    await createBooks(database, books);
    await fillBooks(database, orders / books / 2);
    await quieten(database);
    const queue = openQueue(database);
    const load = { books, inFlight, orders: 'pairs' } as const;
    await queue.measure({ ...load, seconds: seconds / 2 }); // warms the code up
    const alone = await queue.measure({ ...load, seconds });
    await withoutTimeLimit(database, async (client) => {
      // All that were there before the load: its prices are others.
      await client.query(
        `update orders set expires_at = now() where status = 'open' and price_cents <> 20000`,
      );
    });
    let isSwept = false;
    const startMs = performance.now();
    const sweep = queue.sweep().then(() => {
      isSwept = true;
      return (performance.now() - startMs) / 1000;
    });
    let placed = 0;
    while (!isSwept) {
      placed += (await queue.measure({ ...load, seconds: stepSeconds })).orders;
    }
    const besideSeconds = (performance.now() - startMs) / 1000;
    const sweptSeconds = await sweep;
    await queue.close();
    await checkSwept(database);
    const rate = placed / besideSeconds;
    const figures: Figure[] = [
      {
        name: `sweep of ${orders.toLocaleString('en-US')} expired orders`,
        measured: `${sweptSeconds.toFixed(1)} s`,
        ...{ beside: '', ratio: null, target: `at most ${MAX_SECONDS} s` },
        isReached: sweptSeconds <= MAX_SECONDS,
      },
      {
        name: 'orders beside the sweep',
        measured: perSecond(rate),
        beside: `without it: ${perSecond(alone.ordersPerSecond)}`,
        ratio: rate / alone.ordersPerSecond,
        target: `${LEAST_RATIO} of the rate`,
        isReached: rate >= LEAST_RATIO * alone.ordersPerSecond,
      },
    ];
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return figures;
  } finally {
    await server.close();
  }
}

/** @throws if an expired order is still open */
async function checkSwept({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from orders where status = 'open' and expires_at <= now()`,
  );
  if (rows[0]?.count !== 0) {
    throw new Error(`${rows[0]?.count} expired orders are still open.`);
  }
}
