import type { LoadResult } from '../load/load.js';
import { Loader } from '../load/loader.js';
import type { HttpMarket, HttpMarketSize } from '../market/http-market.js';
import { describeFigure, type Figure, milliseconds, type Print, perSecond } from '../report/figure.js';
import type { Measurements } from '../report/performance-page.js';

/** Requests per second that are offered at the same time. */
interface Load {
  readonly orders: number;
  readonly reads: number;
}

export interface MixedSize {
  readonly market: HttpMarketSize;
  readonly connections: number;
  /** The duration of each load, and of the same load before it that is not measured. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** With the same number of reads and ever more orders; they are the points of the curves. */
  readonly rising: readonly Load[];
  readonly others: readonly Load[];
}

const FULL: MixedSize = {
  market: { products: 'demo', sizesPerProduct: 0, ordersPerSide: 0, traders: 16 },
  connections: 64,
  seconds: 15,
  warmUpSeconds: 5,
  rising: [20, 50, 100, 200].map((orders) => ({ orders, reads: 500 })),
  others: [{ orders: 300, reads: 1_000 }],
};
const QUICK: MixedSize = {
  ...FULL,
  seconds: 8,
  warmUpSeconds: 3,
  rising: [20, 100].map((orders) => ({ orders, reads: 500 })),
};
const SMALL: MixedSize = {
  ...FULL,
  market: { products: 4, sizesPerProduct: 2, ordersPerSide: 1, traders: 2 },
  connections: 4,
  seconds: 0.5,
  warmUpSeconds: 0,
  rising: [10, 20].map((orders) => ({ orders, reads: 20 })),
  others: [],
};
export const MIXED = { FULL, QUICK, SMALL };

const MAX_P99_MS = 50;
/** A load is served if this share of the requests offered was answered in its time. */
const SERVED = 0.98;
const ENCODINGS = 'gzip, deflate, br, zstd';

interface Measured {
  readonly load: Load;
  readonly orders: LoadResult;
  readonly reads: LoadResult;
}

/** Orders and reads of the same products at once. Waits are counted from the time at which a request was due. */
export async function measureMixed(
  size: MixedSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
): Promise<Measurements> {
  const market = await openMarket(size.market);
  const [reading, ordering] = [new Loader(), new Loader()];
  try {
    const measureAll = async (loads: readonly Load[]): Promise<Measured[]> => {
      const all: Measured[] = [];
      for (const load of loads) {
        all.push(await measure(market, load, size, { reading, ordering }));
        for (const figure of figuresOf(all.slice(-1))) {
          print(describeFigure(figure));
        }
      }
      return all;
    };
    const rising = await measureAll(size.rising);
    const others = await measureAll(size.others);
    return { figures: figuresOf([...rising, ...others]), curves: curvesOf(rising) };
  } finally {
    await Promise.all([reading.close(), ordering.close()]);
    await market.close();
  }
}

async function measure(
  market: HttpMarket,
  load: Load,
  { connections, seconds, warmUpSeconds }: MixedSize,
  { reading, ordering }: { readonly reading: Loader; readonly ordering: Loader },
): Promise<Measured> {
  const headers = { 'accept-encoding': ENCODINGS };
  const paths = market.productIds.flatMap((id) => [`/product/${id}`, `/api/${id}`]);
  const run = async (duration: number) => {
    const [reads, orders] = await Promise.all([
      reading.run({
        address: market.address,
        connections,
        seconds: duration,
        requests: { kind: 'reads', requests: paths.map((path) => ({ path, headers })) },
        requestsPerSecond: load.reads,
      }),
      ordering.run({
        address: market.address,
        connections: market.traders.length,
        seconds: duration,
        requests: market.ordersFor(market.books),
        requestsPerSecond: load.orders,
      }),
    ]);
    return { load, reads, orders };
  };
  if (warmUpSeconds > 0) {
    await run(warmUpSeconds);
  }
  return run(seconds);
}

function figuresOf(all: readonly Measured[]): Figure[] {
  return all.flatMap(({ load, orders, reads }) => [
    figureOf(`orders, beside ${load.reads} reads/s`, load.orders, orders),
    figureOf(`reads, beside ${load.orders} orders/s`, load.reads, reads),
  ]);
}

function figureOf(name: string, offered: number, { perSecond: rate, p50Ms, p99Ms }: LoadResult): Figure {
  return {
    name,
    measured: `${perSecond(rate)}, p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`,
    beside: `offered ${perSecond(offered)}`,
    ratio: rate / offered,
    target: `all, p99 ${MAX_P99_MS} ms`,
    isReached: rate >= SERVED * offered && p99Ms <= MAX_P99_MS,
  };
}

function curvesOf(all: readonly Measured[]) {
  const reads = all[0]?.load.reads ?? 0;
  return (['orders', 'reads'] as const).map((kind) => ({
    name: `mixed-${kind}`,
    title: `Wait of ${kind} while both arrive (99th percentile)`,
    xLabel: `orders per second, beside ${reads} reads per second`,
    yLabel: 'ms',
    points: all.map((measured) => ({ x: measured.load.orders, y: measured[kind].p99Ms })),
  }));
}
