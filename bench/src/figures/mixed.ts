import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarketSize } from '../harness/http-market.js';
import { type LoadResult, readsOf } from '../load/load.js';
import { type Figure, perSecond, rateText } from '../report/figure.js';

/** Requests per second that are offered at the same time. */
interface Offered {
  readonly orders: number;
  readonly reads: number;
}

interface LoadSize {
  readonly market: HttpMarketSize;
  readonly connections: number;
  /** The duration of each load, and of the same load before it that is not measured. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

interface Measured {
  readonly offered: Offered;
  readonly orders: LoadResult;
  readonly reads: LoadResult;
}

const MARKET: HttpMarketSize = { products: 'demo', sizesPerProduct: 0, ordersPerSide: 0, traders: 16 };

const MAX_P99_MS = 50;
/** A load is served if this share of the requests offered was answered in its time. */
const SERVED = 0.98;
const ENCODINGS = 'gzip, deflate, br, zstd';

/** Orders and reads of the same products at once. Waits are counted from the time at which a request was due. */
export const MIXED = benchmark({
  name: 'mixed',
  FULL: {
    market: MARKET,
    connections: 64,
    seconds: 15,
    warmUpSeconds: 10,
    /** With the same number of reads and ever more orders; they are the points of the curves. */
    rising: besideReads(500, [20, 50, 100, 200]),
    /** Up to more than two cores can take. */
    others: besideReads(1_000, [300, 400, 500, 700]),
    /** In a market whose trades become deals, which are paid at the same time. */
    withDeals: besideReads(500, [20, 50, 100]),
  },
  QUICK: {
    seconds: 8,
    warmUpSeconds: 3,
    rising: besideReads(500, [20, 100]),
    withDeals: besideReads(500, [20]),
  },
  SMALL: {
    market: { ...MARKET, products: 4, sizesPerProduct: 2, ordersPerSide: 1, traders: 2 },
    connections: 4,
    seconds: 0.5,
    warmUpSeconds: 0,
    rising: besideReads(20, [10, 20]),
    others: [],
    withDeals: [],
  },
  async measure(run, { rising, others, withDeals, ...size }) {
    const measured = await measureLoads(run, [...rising, ...others], size, false);
    if (withDeals.length > 0) {
      await run.close();
      await measureLoads(run, withDeals, size, true);
    }
    for (const kind of ['orders', 'reads'] as const) {
      run.curves.push({
        name: `mixed-${kind}`,
        title: `Wait of ${kind} while both arrive (99th percentile)`,
        xLabel: `orders per second, beside ${rising[0]?.reads} reads per second`,
        yLabel: 'ms',
        points: measured
          .slice(0, rising.length)
          .map((result) => ({ x: result.offered.orders, y: result[kind].p99Ms })),
      });
    }
  },
});

async function measureLoads(
  run: Run,
  loads: readonly Offered[],
  { market: marketSize, connections, seconds, warmUpSeconds }: LoadSize,
  hasDeals: boolean,
): Promise<Measured[]> {
  const market = await run.openMarket({ ...marketSize, hasDeals });
  const [reading, ordering] = [await run.openLoader(), await run.openLoader()];
  const paths = market.productIds.flatMap((id) => [`/product/${id}`, `/api/${id}`]);
  const load = async (offered: Offered, forSeconds: number): Promise<Measured> => {
    const { address } = market;
    const [reads, orders] = await Promise.all([
      reading.run({
        address,
        connections,
        seconds: forSeconds,
        requestsPerSecond: offered.reads,
        requests: readsOf(paths, { 'accept-encoding': ENCODINGS }),
      }),
      ordering.run({
        address,
        connections: market.traders.length,
        seconds: forSeconds,
        requests: market.orders(),
        requestsPerSecond: offered.orders,
      }),
    ]);
    return { offered, reads, orders };
  };
  const measured: Measured[] = [];
  for (const offered of loads) {
    if (warmUpSeconds > 0) {
      await load(offered, warmUpSeconds);
    }
    const result = await load(offered, seconds);
    measured.push(result);
    const orders = hasDeals ? 'orders with deals' : 'orders';
    run.add(
      figureOf(`${orders}, beside ${offered.reads} reads/s`, offered.orders, result.orders),
      figureOf(`reads, beside ${offered.orders} ${orders}/s`, offered.reads, result.reads),
    );
  }
  return measured;
}

function besideReads(reads: number, orders: readonly number[]): Offered[] {
  return orders.map((number) => ({ orders: number, reads }));
}

function figureOf(name: string, offered: number, result: LoadResult): Figure {
  return {
    name,
    measured: rateText(result),
    limit: `offered ${perSecond(offered)}`,
    ratio: result.perSecond / offered,
    target: `all, p99 ${MAX_P99_MS} ms`,
    isReached: result.perSecond >= SERVED * offered && result.p99Ms <= MAX_P99_MS,
  };
}
