import type { LoadResult } from '../load/load.js';
import { Loader } from '../load/loader.js';
import type { LoadTrader } from '../load/order-requests.js';
import type { HttpMarket, HttpMarketSize } from '../market/http-market.js';
import { describeFigure, type Figure, milliseconds, type Print, perSecond } from '../report/figure.js';

export interface BatchesSize {
  readonly market: HttpMarketSize;
  /** The number of the market's traders who send batches. */
  readonly sellers: number;
  readonly perBatch: number;
  /** The orders of all batches that are offered per second. */
  readonly ordersPerSecond: number;
  readonly seconds: number;
}

const FULL: BatchesSize = {
  market: { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 68 },
  sellers: 4,
  perBatch: 500,
  ordersPerSecond: 1_000,
  seconds: 15,
};
const QUICK: BatchesSize = { ...FULL, seconds: 8 };
const SMALL: BatchesSize = {
  market: { products: 2, sizesPerProduct: 2, ordersPerSide: 0, traders: 4 },
  sellers: 2,
  perBatch: 5,
  ordersPerSecond: 100,
  seconds: 0.3,
};
export const BATCHES = { FULL, QUICK, SMALL };

const MAX_P99_MS = 100;
/** Batches are served if this share of the orders offered was answered in its time. */
const SERVED = 0.98;

/** Batches of orders at a steady rate, beside users who each send one order after the other. */
export async function measureBatches(
  { market: size, sellers: count, perBatch, ordersPerSecond, seconds }: BatchesSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
): Promise<Figure[]> {
  print(`Batches of ${perBatch} orders, beside ${size.traders - count} users with single orders`);
  const market = await openMarket(size);
  const [batching, single] = [new Loader(), new Loader()];
  const sellers = market.traders.slice(0, count);
  const others = market.traders.slice(count);
  const all = market.ordersFor(market.books);
  try {
    const runSingles = (duration: number) =>
      single.run({
        ...{ address: market.address, connections: others.length, seconds: duration },
        requests: { ...all, traders: others },
      });
    const run = async (duration: number) => {
      const [batches, singles] = await Promise.all([
        batching.run({
          ...{ address: market.address, connections: sellers.length, seconds: duration },
          requests: { ...all, traders: sellers, perBatch },
          requestsPerSecond: ordersPerSecond / perBatch,
        }),
        runSingles(duration),
      ]);
      return { batches, singles };
    };
    await run(seconds / 3); // warms the code up
    const alone = await runSingles(seconds / 2);
    const before = await countOrders(market, sellers);
    const { batches, singles } = await run(seconds);
    const accepted = (await countOrders(market, sellers)) - before;
    if (accepted !== batches.requests * perBatch) {
      throw new Error(`Of ${batches.requests * perBatch} orders in batches, ${accepted} were accepted.`);
    }
    const figures = figuresOf({ batches, singles, alone }, perBatch, ordersPerSecond);
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return figures;
  } finally {
    await Promise.all([batching.close(), single.close()]);
    await market.close();
  }
}

/** The status of a batch says nothing about its orders, so they are counted where they are stored. */
function countOrders({ server }: HttpMarket, traders: readonly LoadTrader[]): Promise<number> {
  return server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from orders where user_id = any($1::text[])',
      [traders.map(({ uid }) => uid)],
    );
    return rows[0]?.count ?? 0;
  });
}

function figuresOf(
  { batches, singles, alone }: Record<'batches' | 'singles' | 'alone', LoadResult>,
  perBatch: number,
  ordersPerSecond: number,
): Figure[] {
  const rate = batches.perSecond * perBatch;
  return [
    {
      name: `orders in batches of ${perBatch}`,
      measured: `${perSecond(rate)}, p99 of a batch ${milliseconds(batches.p99Ms)}`,
      beside: `offered ${perSecond(ordersPerSecond)}`,
      ratio: rate / ordersPerSecond,
      target: 'all',
      isReached: rate >= SERVED * ordersPerSecond,
    },
    {
      name: 'single orders beside them',
      measured: ratesOf(singles),
      beside: `alone ${ratesOf(alone)}`,
      ratio: singles.perSecond / alone.perSecond,
      target: `p99 ${MAX_P99_MS} ms`,
      isReached: singles.p99Ms <= MAX_P99_MS,
    },
  ];
}

function ratesOf({ perSecond: rate, p50Ms, p99Ms }: LoadResult): string {
  return `${perSecond(rate)}, p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`;
}
