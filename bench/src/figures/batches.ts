import { benchmark } from '../harness/benchmark.js';
import type { HttpMarket, HttpMarketSize } from '../harness/http-market.js';
import type { LoadResult } from '../load/load.js';
import type { Pace } from '../load/loop.js';
import type { SignedUp } from '../market/accounts.js';
import { type Figure, milliseconds, perSecond, rateText } from '../report/figure.js';

const MARKET: HttpMarketSize = { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 68 };

const MAX_P99_MS = 100;
/** Batches are served if this share of the orders offered was answered in its time. */
const SERVED = 0.98;

/**
 * Batches of orders at a steady rate, beside browsers that place an order now and then, and beside programs that each
 * send one order after the other.
 */
export const BATCHES = benchmark({
  name: 'batches',
  FULL: {
    market: MARKET,
    /** The number of the market's traders who send batches. */
    sellers: 4,
    perBatch: 500,
    /** The orders of all batches that are offered per second. */
    ordersPerSecond: 1_000,
    /** The orders that each browser places per second, at random moments. */
    ordersPerBrowser: 1,
    seconds: 30,
  },
  QUICK: { seconds: 8 },
  SMALL: {
    market: { ...MARKET, products: 2, sizesPerProduct: 2, traders: 4 },
    sellers: 2,
    perBatch: 5,
    ordersPerSecond: 100,
    ordersPerBrowser: 20,
    seconds: 0.3,
  },
  async measure(run, size) {
    const { perBatch, ordersPerSecond, ordersPerBrowser, seconds } = size;
    const market = await run.openMarket(size.market);
    const [batching, single] = [await run.openLoader(), await run.openLoader()];
    const sellers = market.traders.slice(0, size.sellers);
    const others = market.traders.slice(size.sellers);
    run.print(`Batches of ${perBatch} orders, beside ${others.length} users with single orders`);
    const load = (traders: readonly SignedUp[], pace: Omit<Pace, 'connections'>) => ({
      address: market.address,
      connections: traders.length,
      requests: { ...market.orders(), traders },
      ...pace,
    });
    const browsing = { requestsPerSecond: ordersPerBrowser * others.length, isAtRandomMoments: true };
    const runSingles = (forSeconds: number, pace: Partial<Pace>) =>
      single.run(load(others, { ...pace, seconds: forSeconds }));
    const runTogether = async (forSeconds: number, pace: Partial<Pace>) => {
      const before = await countOrders(market, sellers);
      const batch = load(sellers, {
        seconds: forSeconds,
        requestsPerSecond: ordersPerSecond / perBatch,
      });
      const [batches, singles] = await Promise.all([
        batching.run({ ...batch, requests: { ...batch.requests, perBatch } }),
        runSingles(forSeconds, pace),
      ]);
      const accepted = (await countOrders(market, sellers)) - before;
      if (accepted !== batches.requests * perBatch) {
        throw new Error(`Of ${batches.requests * perBatch} orders in batches, ${accepted} were accepted.`);
      }
      return { batches, singles };
    };
    const batchesFigure = (name: string, { perSecond: batchesPerSecond, p99Ms }: LoadResult): Figure => {
      const rate = batchesPerSecond * perBatch;
      return {
        name,
        measured: `${perSecond(rate)}, p99 of a batch ${milliseconds(p99Ms)}`,
        limit: `offered ${perSecond(ordersPerSecond)}`,
        ratio: rate / ordersPerSecond,
        target: 'all',
        isReached: rate >= SERVED * ordersPerSecond,
      };
    };
    await runTogether(seconds / 3, {}); // warms the code up
    const alone = await runSingles(seconds / 2, browsing);
    const { batches, singles } = await runTogether(seconds, browsing);
    run.add(batchesFigure(`orders in batches of ${perBatch}`, batches), {
      name: `orders of ${others.length} browsers beside them`,
      measured: rateText(singles),
      limit: `alone ${rateText(alone)}`,
      ratio: singles.perSecond / browsing.requestsPerSecond,
      target: `all, p99 ${MAX_P99_MS} ms`,
      isReached: singles.perSecond >= SERVED * browsing.requestsPerSecond && singles.p99Ms <= MAX_P99_MS,
    });
    const saturatedAlone = await runSingles(seconds / 2, {});
    const saturated = await runTogether(seconds, {});
    run.add(batchesFigure(`the same batches, beside ${others.length} programs`, saturated.batches), {
      name: `orders of ${others.length} programs, one after the other`,
      measured: rateText(saturated.singles),
      limit: `alone ${rateText(saturatedAlone)}`,
      ratio: saturated.singles.perSecond / saturatedAlone.perSecond,
    });
  },
});

/** The status of a batch says nothing about its orders, so they are counted where they are stored. */
async function countOrders({ database }: HttpMarket, traders: readonly SignedUp[]): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from orders where user_id = any($1::text[])',
    [traders.map(({ uid }) => uid)],
  );
  return rows[0]?.count ?? 0;
}
