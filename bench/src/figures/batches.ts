import type { LoadResult, LoadTask } from '../load/load.js';
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
  /** The orders that each browser places per second, at random moments. */
  readonly ordersPerBrowser: number;
  readonly seconds: number;
}

const FULL: BatchesSize = {
  market: { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 68 },
  sellers: 4,
  perBatch: 500,
  ordersPerSecond: 1_000,
  ordersPerBrowser: 1,
  seconds: 30,
};
const QUICK: BatchesSize = { ...FULL, seconds: 8 };
const SMALL: BatchesSize = {
  market: { products: 2, sizesPerProduct: 2, ordersPerSide: 0, traders: 4 },
  sellers: 2,
  perBatch: 5,
  ordersPerSecond: 100,
  ordersPerBrowser: 20,
  seconds: 0.3,
};
export const BATCHES = { FULL, QUICK, SMALL };

const MAX_P99_MS = 100;
/** Batches are served if this share of the orders offered was answered in its time. */
const SERVED = 0.98;

/** The results of loads at the same time. */
interface Together {
  readonly batches: LoadResult;
  readonly singles: LoadResult;
}

/**
 * Batches of orders at a steady rate, beside browsers that place an order now and then, and beside programs that each send
 * one order after the other.
 */
export async function measureBatches(
  { market: size, sellers: count, perBatch, ordersPerSecond, ordersPerBrowser, seconds }: BatchesSize,
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
    const runSingles = (duration: number, pace: Pick<LoadTask, 'requestsPerSecond' | 'isAtRandomMoments'>) =>
      single.run({
        ...{ address: market.address, connections: others.length, seconds: duration },
        requests: { ...all, traders: others },
        ...pace,
      });
    const run = async (duration: number, pace: Parameters<typeof runSingles>[1]): Promise<Together> => {
      const before = await countOrders(market, sellers);
      const [batches, singles] = await Promise.all([
        batching.run({
          ...{ address: market.address, connections: sellers.length, seconds: duration },
          requests: { ...all, traders: sellers, perBatch },
          requestsPerSecond: ordersPerSecond / perBatch,
        }),
        runSingles(duration, pace),
      ]);
      const accepted = (await countOrders(market, sellers)) - before;
      if (accepted !== batches.requests * perBatch) {
        throw new Error(`Of ${batches.requests * perBatch} orders in batches, ${accepted} were accepted.`);
      }
      return { batches, singles };
    };
    const browsing = { requestsPerSecond: ordersPerBrowser * others.length, isAtRandomMoments: true };
    await run(seconds / 3, {}); // warms the code up
    const alone = await runSingles(seconds / 2, browsing);
    const beside = await run(seconds, browsing);
    const saturatedAlone = await runSingles(seconds / 2, {});
    const saturated = await run(seconds, {});
    const figures = [
      batchesFigure(`orders in batches of ${perBatch}`, beside, perBatch, ordersPerSecond),
      {
        ...ratesFigure(`orders of ${others.length} browsers beside them`, beside.singles, alone),
        ratio: beside.singles.perSecond / browsing.requestsPerSecond,
        target: `all, p99 ${MAX_P99_MS} ms`,
        isReached:
          beside.singles.perSecond >= SERVED * browsing.requestsPerSecond &&
          beside.singles.p99Ms <= MAX_P99_MS,
      },
      batchesFigure(
        `the same batches, beside ${others.length} programs`,
        saturated,
        perBatch,
        ordersPerSecond,
      ),
      ratesFigure(
        `orders of ${others.length} programs, one after the other`,
        saturated.singles,
        saturatedAlone,
      ),
    ];
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

function batchesFigure(
  name: string,
  { batches }: Together,
  perBatch: number,
  ordersPerSecond: number,
): Figure {
  const rate = batches.perSecond * perBatch;
  return {
    name,
    measured: `${perSecond(rate)}, p99 of a batch ${milliseconds(batches.p99Ms)}`,
    beside: `offered ${perSecond(ordersPerSecond)}`,
    ratio: rate / ordersPerSecond,
    target: 'all',
    isReached: rate >= SERVED * ordersPerSecond,
  };
}

function ratesFigure(name: string, result: LoadResult, alone: LoadResult): Figure {
  return {
    name,
    measured: ratesOf(result),
    beside: `alone ${ratesOf(alone)}`,
    ratio: result.perSecond / alone.perSecond,
    target: '',
    isReached: null,
  };
}

function ratesOf({ perSecond: rate, p50Ms, p99Ms }: LoadResult): string {
  return `${perSecond(rate)}, p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`;
}
