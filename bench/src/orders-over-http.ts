import { BareServer } from './bare/bare.js';
import { cpuSeconds } from './cpu-time.js';
import { describeFigure, type Figure, median, milliseconds, type Print, perSecond } from './figure.js';
import { HttpMarket, type HttpMarketSize } from './http-market.js';
import type { LoadResult } from './load/load.js';
import { Loader } from './load/loader.js';
import type { OrderSource } from './load/order-requests.js';

export interface OrdersSize {
  readonly market: HttpMarketSize;
  readonly connections: number;
  readonly seconds: number;
  /** How often each is measured, in turns. */
  readonly turns: number;
}

const MARKET: HttpMarketSize = { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 64 };

export const FULL: OrdersSize = { market: MARKET, connections: 64, seconds: 4, turns: 3 };
export const QUICK: OrdersSize = { ...FULL, seconds: 2, turns: 2 };
export const SMALL: OrdersSize = {
  market: { products: 2, sizesPerProduct: 2, ordersPerSide: 0, traders: 2 },
  connections: 4,
  seconds: 0.2,
  turns: 1,
};

const LEAST_RATIO = 0.45;
const LONGEST_P99_MS = 50;
const MOST_CPU_MICROSECONDS = 250;

interface Measured extends LoadResult {
  /** Of the process that answers. */
  readonly cpuMicroseconds: number;
}

/** Orders over HTTP with sessions, beside a bare route that takes the same bodies and returns a sentence. */
export async function measureOrders(size: OrdersSize, print: Print): Promise<Figure[]> {
  print(`Orders over HTTP, ${size.connections} connections`);
  const market = await HttpMarket.open(size.market);
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
      await measure(target, size.seconds / 4); // code that has run before runs faster
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
  const cpuBefore = await cpuSeconds(pid);
  const result = await loader.run({ address, connections, seconds, requests });
  const cpu = (await cpuSeconds(pid)) - cpuBefore;
  return { ...result, cpuMicroseconds: (cpu * 1_000_000) / result.requests };
}

function figuresOf(
  { spread, hot, bare }: Record<'spread' | 'hot' | 'bare', Measured[]>,
  books: number,
): Figure[] {
  const bareRate = rateOf(bare);
  const figures = Object.entries({ [`spread over ${books} books`]: spread, 'on one hot book': hot });
  return figures.flatMap(([where, measured]) => {
    const ratio = rateOf(measured) / bareRate;
    const p99Ms = median(measured.map((result) => result.p99Ms));
    const cpu = cpuOf(measured);
    return [
      {
        name: `orders ${where}`,
        measured: `${perSecond(rateOf(measured))}, p99 ${milliseconds(p99Ms)}`,
        beside: `bare ${perSecond(bareRate)}`,
        ratio,
        target: `${LEAST_RATIO} of bare, p99 ${LONGEST_P99_MS} ms`,
        isReached: ratio >= LEAST_RATIO && p99Ms <= LONGEST_P99_MS,
      },
      {
        name: `CPU of an order ${where}`,
        measured: `${Math.round(cpu)} µs`,
        beside: `bare ${Math.round(cpuOf(bare))} µs`,
        ratio: cpu / cpuOf(bare),
        target: `at most ${MOST_CPU_MICROSECONDS} µs`,
        isReached: cpu <= MOST_CPU_MICROSECONDS,
      },
    ];
  });
}

function rateOf(measured: readonly Measured[]): number {
  return median(measured.map((result) => result.perSecond));
}

function cpuOf(measured: readonly Measured[]): number {
  return median(measured.map(({ cpuMicroseconds }) => cpuMicroseconds));
}
