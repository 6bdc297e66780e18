import { setTimeout as pause } from 'node:timers/promises';
import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarket } from '../harness/http-market.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import { Loader } from '../load/load.js';
import type { OrderSource } from '../load/order-requests.js';
import { perSecond } from '../report/figure.js';
import { percentile } from '../report/percentile.js';
import type { RunningServer } from '../servers/running-server.js';

const CONNECTIONS = 64;
const HIGHEST_DOLLARS = 900_000;
/** More than the asks of any load in one book. */
const DOLLARS_PER_LOAD = 10_000;
/** Events later than this count as lost. */
const LAST_EVENTS_MS = 5_000;
const POLL_MS = 100;

const FULL = {
  streams: 2_000,
  products: 200,
  traders: 20,
  ordersPerSecond: 300,
  seconds: 10,
  /** The number of measurements of the order rate with and without streams, in turns. */
  turns: 3,
};

/** The delay of orders on open streams, and the cost of streams for orders. */
export const STREAMS = benchmark({
  name: 'streams',
  isOptional: true,
  FULL,
  QUICK: { seconds: 3, turns: 1 },
  SMALL: { streams: 20, products: 5, traders: 2, ordersPerSecond: 20, seconds: 1, turns: 1 },
  async measure(run, size) {
    const { streams, products, traders, ordersPerSecond, seconds, turns } = size;
    run.print(`${streams} streams on ${products} products, ${ordersPerSecond} orders/s`);
    const market = await run.openMarket({
      products,
      sizesPerProduct: 10,
      ordersPerSide: 0,
      traders,
      servers: 2,
    });
    const [own, other] = market.fleet.servers as [RunningServer, RunningServer];
    const ordering = await run.openLoader();
    const nextAsks = fallingAsks(market);
    const orderFor = (forSeconds: number) =>
      ordering.run({
        address: market.address,
        connections: CONNECTIONS,
        seconds: forSeconds,
        requests: nextAsks(),
      });
    await orderFor(seconds / 10); // warms the code up
    const ask = async () => {
      const paced = { connections: CONNECTIONS, seconds, requestsPerSecond: ordersPerSecond };
      return (await ordering.run({ address: market.address, requests: nextAsks(), ...paced })).askedAtMs;
    };
    await measureDelivery(run, 'in the same process', own, market, size, ask);
    await measureDelivery(run, 'through another process', other, market, size, ask);
    const measured = await inTurns(turns, {
      without: () => orderFor(seconds),
      withStreams: () => withStreams(own, market, { streams, isRead: false }, () => orderFor(seconds)),
    });
    const [without, beside] = [medianRate(measured.without), medianRate(measured.withStreams)];
    run.add({
      name: `orders over HTTP beside ${streams} streams, ${CONNECTIONS} in flight`,
      measured: perSecond(beside.perSecond),
      limit: `without streams ${perSecond(without.perSecond)}`,
      ratio: beside.perSecond / without.perSecond,
    });
  },
});

/** Asks that each change what a stream shows; consecutive ones are for different products. */
function fallingAsks(market: HttpMarket): () => OrderSource {
  const books = market.books.toSorted((a, b) => Number(a.size) - Number(b.size));
  let highest = HIGHEST_DOLLARS;
  return () => {
    highest -= DOLLARS_PER_LOAD;
    return { ...market.orders(books), isFalling: true, dollars: [1, highest] };
  };
}

/** Lends open streams of a server, spread over all products. */
async function withStreams<Result>(
  { url }: RunningServer,
  { productIds }: HttpMarket,
  { streams, isRead }: { readonly streams: number; readonly isRead: boolean },
  work: (reading: Loader) => Promise<Result>,
): Promise<Result> {
  const reading = new Loader();
  try {
    await reading.openStreams({ url, productIds, streams, isRead });
    return await work(reading);
  } finally {
    await reading.close();
  }
}

/** @param ask places the asks, and returns the time at which each was due */
async function measureDelivery(
  run: Run,
  where: string,
  server: RunningServer,
  market: HttpMarket,
  { streams, products }: typeof FULL,
  ask: () => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  await withStreams(server, market, { streams, isRead: true }, async (reading) => {
    const asked = Object.entries(await ask());
    const expected = (asked.length * streams) / products;
    const deadlineMs = performance.now() + LAST_EVENTS_MS;
    let delays: number[] = [];
    let opened = 0;
    do {
      await pause(POLL_MS);
      const read = await reading.readStreams();
      opened = read.opened;
      delays = asked.flatMap(([key, askedMs]) => (read.arrivedMs[key] ?? []).map((atMs) => atMs - askedMs));
    } while (delays.length < expected && performance.now() < deadlineMs);
    const at = (share: number) => `${Math.round(percentile(delays, share))} ms`;
    run.add({
      name: `events on ${streams} streams ${where}, from an ask due to its event read`,
      measured:
        `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ` +
        `${opened} streams open, ${await server.memoryMb()} MB`,
      limit: `${delays.length} of ${expected} events`,
      ratio: delays.length / expected,
      target: 'all',
      isReached: delays.length === expected,
    });
  });
}
