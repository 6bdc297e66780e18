import { BareServer } from '../bare/bare.js';
import { type CpuOfOrder, cpuOfOrder, readCpuTime } from '../cpu-time.js';
import type { LoadResult } from '../load/load.js';
import { Loader } from '../load/loader.js';
import type { OrderSource } from '../load/order-requests.js';
import type { HttpMarket, HttpMarketSize } from '../market/http-market.js';
import {
  describeFigure,
  type Figure,
  median,
  milliseconds,
  type Print,
  perSecond,
} from '../report/figure.js';

export interface OrdersSize {
  readonly market: HttpMarketSize;
  readonly connections: number;
  readonly seconds: number;
  /** The number of measurements of each, in turns. */
  readonly turns: number;
}

const MARKET: HttpMarketSize = { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 64 };

const FULL: OrdersSize = { market: MARKET, connections: 64, seconds: 4, turns: 3 };
const QUICK: OrdersSize = { ...FULL, seconds: 2, turns: 2 };
const SMALL: OrdersSize = {
  market: { products: 2, sizesPerProduct: 2, ordersPerSide: 0, traders: 2 },
  connections: 4,
  seconds: 0.2,
  turns: 1,
};
export const ORDERS = { FULL, QUICK, SMALL };

const LEAST_RATIO = 0.45;
const LONGEST_P99_MS = 50;
const MAX_CPU_MICROSECONDS = 250;

interface Measured extends LoadResult {
  /** Null where the system does not report it. */
  readonly cpu: CpuOfOrder | null;
}

/** Orders over HTTP with sessions, compared with a bare route that takes the same bodies and returns a sentence. */
export async function measureOrders(
  size: OrdersSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
): Promise<Figure[]> {
  print(`Orders over HTTP, ${size.connections} connections`);
  const market = await openMarket(size.market);
  const bare = await BareServer.start();
  const loader = new Loader();
  try {
    const targets = {
      spread: { server: market, pid: market.server.pid, orders: market.ordersFor(market.books) },
      hot: { server: market, pid: market.server.pid, orders: market.ordersFor(market.books.slice(0, 1)) },
      bare: { server: bare, pid: bare.pid, orders: market.ordersFor(market.books) },
    };
    const measure = (target: (typeof targets)[keyof typeof targets], seconds: number) =>
      measureTarget(loader, target.server.address, target.pid, target.orders, size.connections, seconds);
    const measured = { spread: [] as Measured[], hot: [] as Measured[], bare: [] as Measured[] };
    for (const target of Object.values(targets)) {
      await measure(target, size.seconds / 4); // warms the code up
    }
    for (let turn = 0; turn < size.turns; turn += 1) {
      for (const name of ['spread', 'hot', 'bare'] as const) {
        measured[name].push(await measure(targets[name], size.seconds));
      }
    }
    const figures = figuresOf(measured, market.books.length);
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return figures;
  } finally {
    await Promise.all([loader.close(), bare.close(), market.close()]);
  }
}

async function measureTarget(
  loader: Loader,
  address: HttpMarket['address'],
  pid: number | undefined,
  requests: OrderSource,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const before = await readCpuTime(pid);
  const result = await loader.run({ address, connections, seconds, requests });
  return { ...result, cpu: cpuOfOrder(before, await readCpuTime(pid), result.requests) };
}

function figuresOf(
  { spread, hot, bare }: Record<'spread' | 'hot' | 'bare', Measured[]>,
  books: number,
): Figure[] {
  const figures: Figure[] = [];
  for (const [where, measured] of [
    [`spread over ${books} books`, spread],
    ['on one hot book', hot],
  ] as const) {
    figures.push(rateFigure(where, measured, bare), cpuFigure(where, measured, bare));
  }
  return figures;
}

function rateFigure(where: string, measured: readonly Measured[], bare: readonly Measured[]): Figure {
  const ratio = rateOf(measured) / rateOf(bare);
  const p99Ms = median(measured.map((result) => result.p99Ms));
  return {
    name: `orders ${where}`,
    measured: `${perSecond(rateOf(measured))}, p99 ${milliseconds(p99Ms)}`,
    beside: `bare ${perSecond(rateOf(bare))}`,
    ratio,
    target: `${LEAST_RATIO} of bare, p99 ${LONGEST_P99_MS} ms`,
    isReached: ratio >= LEAST_RATIO && p99Ms <= LONGEST_P99_MS,
  };
}

function cpuFigure(where: string, measured: readonly Measured[], bare: readonly Measured[]): Figure {
  const [own, ofDatabase] = [cpuOf(measured, 'own'), cpuOf(measured, 'database')];
  const ofBare = cpuOf(bare, 'own');
  return {
    name: `CPU of an order ${where}`,
    measured:
      own === null ? 'unknown' : `${Math.round(own)} µs, PostgreSQL ${Math.round(ofDatabase ?? 0)} µs`,
    beside: ofBare === null ? '' : `bare ${Math.round(ofBare)} µs`,
    ratio: own === null || !ofBare ? null : own / ofBare,
    target: `at most ${MAX_CPU_MICROSECONDS} µs`,
    isReached: own === null ? null : own <= MAX_CPU_MICROSECONDS,
  };
}

function rateOf(measured: readonly Measured[]): number {
  return median(measured.map((result) => result.perSecond));
}

function cpuOf(measured: readonly Measured[], of: keyof CpuOfOrder): number | null {
  const known = measured.flatMap(({ cpu }) => cpu?.[of] ?? []);
  return known.length === 0 ? null : median(known);
}
