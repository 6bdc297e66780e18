import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarket, HttpMarketSize } from '../harness/http-market.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import { readsOf } from '../load/load.js';
import { rateText } from '../report/figure.js';
import { type BareAnswer, BareServer, recordAnswer } from './bare.js';

const DEMO: HttpMarketSize = { products: 'demo', sizesPerProduct: 0, ordersPerSide: 0, traders: 16 };
const LARGE: HttpMarketSize = { products: 5_000, sizesPerProduct: 10, ordersPerSide: 1, traders: 16 };

const MIN_RATIO = 0.8;
const MAX_P99_MS = 25;

/** The encodings that browsers accept, and that of a program without decompression. */
const ENCODINGS = { compressed: 'gzip, deflate, br, zstd', plain: 'identity' } as const;

const FULL = {
  markets: [DEMO, LARGE],
  connections: 64,
  /** The duration of each read of an address, and the number of reads in turns with its bare route. */
  seconds: 1.5,
  turns: 3,
  ordersPerSecond: 20,
  /** The number of products over which the reads of one product are spread. */
  productsRead: 98,
};

/** Reads over HTTP while orders arrive, each compared with a bare route that returns the same bytes. */
export const READS = benchmark({
  name: 'reads',
  FULL,
  QUICK: { markets: [DEMO], seconds: 1, turns: 1 },
  SMALL: {
    markets: [{ ...LARGE, products: 6, sizesPerProduct: 2, traders: 2 }],
    connections: 4,
    seconds: 0.1,
    turns: 1,
    productsRead: 3,
  },
  async measure(run, size) {
    for (const marketSize of size.markets) {
      await measureMarket(run, await run.openMarket(marketSize), size);
      await run.close();
    }
  },
});

interface Reading {
  readonly name: string;
  readonly paths: readonly string[];
}

async function measureMarket(run: Run, market: HttpMarket, size: typeof FULL): Promise<void> {
  const { connections, seconds, turns, ordersPerSecond, productsRead } = size;
  const { length: products } = market.productIds;
  run.print(
    `Reads of ${products} products, ${connections} connections, ${ordersPerSecond} orders/s at the same time`,
  );
  const readings = readingsOf(market, productsRead);
  const recorded: BareAnswer[] = [];
  for (const acceptEncoding of Object.values(ENCODINGS)) {
    recorded.push(
      ...(await recordAnswers(
        market,
        readings.flatMap(({ paths }) => paths),
        acceptEncoding,
      )),
    );
  }
  const bareServer = await run.open(BareServer.start(recorded), (server) => server.close());
  const [loader, ordering] = [await run.openLoader(), await run.openLoader()];
  for (const { name, paths } of readings) {
    for (const [encodingName, acceptEncoding] of Object.entries(ENCODINGS)) {
      // The first response of each is excluded: the measurement is of cached responses while orders arrive.
      await recordAnswers(market, paths, acceptEncoding);
      // Orders also arrive while the bare routes are measured, so that both share the machine with them.
      const orders = ordering.run({
        address: market.address,
        connections: market.traders.length,
        seconds: 2 * turns * seconds,
        requests: market.orders(),
        requestsPerSecond: ordersPerSecond,
      });
      const requests = readsOf(paths, { 'accept-encoding': acceptEncoding });
      const read = ({ address }: Pick<HttpMarket, 'address'>) =>
        loader.run({ address, connections, seconds, requests });
      const measuring = inTurns(turns, { own: () => read(market), bare: () => read(bareServer) });
      const [measured] = await Promise.all([measuring, orders]);
      const [own, bare] = [medianRate(measured.own), medianRate(measured.bare)];
      const ratio = own.perSecond / bare.perSecond;
      run.add({
        name: `${name}, ${encodingName}, ${products} products`,
        measured: rateText(own),
        limit: `bare ${rateText(bare)}`,
        ratio,
        target: `${MIN_RATIO} of bare, p99 ${MAX_P99_MS} ms`,
        isReached: ratio >= MIN_RATIO && own.p99Ms <= MAX_P99_MS,
      });
    }
  }
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
