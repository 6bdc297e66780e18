import { type BareAnswer, BareServer, recordAnswer } from '../bare/bare.js';
import type { LoadResult } from '../load/load.js';
import { Loader } from '../load/loader.js';
import type { HttpMarket, HttpMarketSize } from '../market/http-market.js';
import {
  describeFigure,
  type Figure,
  median,
  milliseconds,
  type Print,
  perSecond,
} from '../report/figure.js';

export interface ReadsSize {
  readonly markets: readonly HttpMarketSize[];
  readonly connections: number;
  /** The duration of each read of an address, and the number of reads in turns with its bare route. */
  readonly seconds: number;
  readonly turns: number;
  readonly ordersPerSecond: number;
  /** The number of products over which the reads of one product are spread. */
  readonly productsRead: number;
}

const DEMO: HttpMarketSize = { products: 'demo', sizesPerProduct: 0, ordersPerSide: 0, traders: 16 };
const LARGE: HttpMarketSize = { products: 5_000, sizesPerProduct: 10, ordersPerSide: 1, traders: 16 };

const FULL: ReadsSize = {
  markets: [DEMO, LARGE],
  connections: 64,
  seconds: 1.5,
  turns: 3,
  ordersPerSecond: 20,
  productsRead: 98,
};
const QUICK: ReadsSize = { ...FULL, markets: [DEMO], seconds: 1, turns: 1 };
const SMALL: ReadsSize = {
  markets: [{ products: 6, sizesPerProduct: 2, ordersPerSide: 1, traders: 2 }],
  connections: 4,
  seconds: 0.1,
  turns: 1,
  ordersPerSecond: 20,
  productsRead: 3,
};
export const READS = { FULL, QUICK, SMALL };

const LEAST_RATIO = 0.8;
const LONGEST_P99_MS = 25;
const TARGET = `${LEAST_RATIO} of bare, p99 ${LONGEST_P99_MS} ms`;

/** The encodings that browsers accept, and that of a program without decompression. */
const ENCODINGS = { compressed: 'gzip, deflate, br, zstd', plain: 'identity' } as const;

interface Reading {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Reads over HTTP while orders arrive, each compared with a bare route that returns the same bytes. */
export async function measureReads(
  size: ReadsSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const marketSize of size.markets) {
    const market = await openMarket(marketSize);
    try {
      figures.push(...(await measureMarket(market, size, print)));
    } finally {
      await market.close();
    }
  }
  return figures;
}

async function measureMarket(market: HttpMarket, size: ReadsSize, print: Print): Promise<Figure[]> {
  print(
    `Reads of ${market.productIds.length} products, ${size.connections} connections, ` +
      `${size.ordersPerSecond} orders/s at the same time`,
  );
  const readings = readingsOf(market, size.productsRead);
  const bare = await BareServer.start(await recordAll(market, readings));
  const loader = new Loader();
  const ordering = new Loader();
  const figures: Figure[] = [];
  try {
    for (const reading of readings) {
      for (const [encodingName, acceptEncoding] of Object.entries(ENCODINGS)) {
        const name = `${reading.name}, ${encodingName}, ${market.productIds.length} products`;
        // The first response of each is excluded: the measurement is of cached responses while orders arrive.
        await recordAnswers(market, reading.paths, acceptEncoding);
        const measured = await withOrders(market, ordering, size, () =>
          measureReading(market, bare, loader, reading, acceptEncoding, size),
        );
        const figure = figureOf(name, measured);
        print(describeFigure(figure));
        figures.push(figure);
      }
    }
  } finally {
    await Promise.all([loader.close(), ordering.close(), bare.close()]);
  }
  return figures;
}

function readingsOf({ productIds }: HttpMarket, productsRead: number): Reading[] {
  const apart = Math.max(1, Math.floor(productIds.length / productsRead));
  const ids = productIds.filter((_, index) => index % apart === 0).slice(0, productsRead);
  return [
    { name: 'GET /api/', paths: ['/api/'] },
    { name: 'GET /api/trending', paths: ['/api/trending'] },
    { name: 'GET /api/{id}', paths: ids.map((id) => `/api/${id}`) },
    { name: 'Home', paths: ['/'] },
    { name: 'product page', paths: ids.map((id) => `/product/${id}`) },
  ];
}

async function recordAll(market: HttpMarket, readings: readonly Reading[]): Promise<BareAnswer[]> {
  const paths = readings.flatMap((reading) => reading.paths);
  const recorded: BareAnswer[] = [];
  for (const acceptEncoding of Object.values(ENCODINGS)) {
    recorded.push(...(await recordAnswers(market, paths, acceptEncoding)));
  }
  return recorded;
}

async function recordAnswers(
  { address }: HttpMarket,
  paths: readonly string[],
  acceptEncoding: string,
): Promise<BareAnswer[]> {
  const answers: BareAnswer[] = [];
  for (const path of paths) {
    answers.push(await recordAnswer(address, path, acceptEncoding));
  }
  return answers;
}

/** Orders also arrive while the bare routes are measured, so that both share the machine with them. */
async function withOrders<Result>(
  market: HttpMarket,
  ordering: Loader,
  { ordersPerSecond, seconds, turns }: ReadsSize,
  work: () => Promise<Result>,
): Promise<Result> {
  const orders = ordering.run({
    address: market.address,
    connections: market.traders.length,
    seconds: 2 * turns * seconds,
    requests: market.ordersFor(market.books),
    requestsPerSecond: ordersPerSecond,
  });
  const [result] = await Promise.all([work(), orders]);
  return result;
}

interface MeasuredReading {
  readonly own: LoadResult[];
  readonly bare: LoadResult[];
}

async function measureReading(
  market: HttpMarket,
  bareServer: BareServer,
  loader: Loader,
  { paths }: Reading,
  acceptEncoding: string,
  { connections, seconds, turns }: ReadsSize,
): Promise<MeasuredReading> {
  const headers = { 'accept-encoding': acceptEncoding };
  const requests = { kind: 'reads' as const, requests: paths.map((path) => ({ path, headers })) };
  const own: LoadResult[] = [];
  const bare: LoadResult[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    own.push(await loader.run({ address: market.address, connections, seconds, requests }));
    bare.push(await loader.run({ address: bareServer.address, connections, seconds, requests }));
  }
  return { own, bare };
}

function figureOf(name: string, { own, bare }: MeasuredReading): Figure {
  const rate = (results: readonly LoadResult[]) => median(results.map((result) => result.perSecond));
  const p99 = (results: readonly LoadResult[]) => median(results.map(({ p99Ms }) => p99Ms));
  const ratio = rate(own) / rate(bare);
  return {
    name,
    measured: `${perSecond(rate(own))}, p99 ${milliseconds(p99(own))}`,
    beside: `bare ${perSecond(rate(bare))}, p99 ${milliseconds(p99(bare))}`,
    ratio,
    target: TARGET,
    isReached: ratio >= LEAST_RATIO && p99(own) <= LONGEST_P99_MS,
  };
}
