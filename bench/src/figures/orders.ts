import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarketSize } from '../harness/http-market.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import type { LoadResult } from '../load/load.js';
import { type Cpu, CpuMeter, cpuText, medianCpu } from '../report/cpu.js';
import { perSecond, rateText } from '../report/figure.js';
import { BareServer } from './bare.js';

const MARKET: HttpMarketSize = { products: 250, sizesPerProduct: 20, ordersPerSide: 0, traders: 64 };

const MIN_RATIO = 0.45;
const MAX_P99_MS = 50;
const MAX_CPU_MICROSECONDS = 250;

interface Measured extends LoadResult {
  /** Null where the system does not report it. */
  readonly cpu: Cpu | null;
}

/** Orders over HTTP with sessions, compared with a bare route that takes the same bodies and returns a sentence. */
export const ORDERS = benchmark({
  name: 'orders',
  FULL: {
    market: MARKET,
    connections: 64,
    seconds: 4,
    /** The number of measurements of each, in turns. */
    turns: 3,
  },
  QUICK: { seconds: 2, turns: 2 },
  SMALL: {
    market: { ...MARKET, products: 2, sizesPerProduct: 2, traders: 2 },
    connections: 4,
    seconds: 0.2,
    turns: 1,
  },
  async measure(run, { market: marketSize, connections, seconds, turns }) {
    run.print(`Orders over HTTP, ${connections} connections`);
    const market = await run.openMarket(marketSize);
    const bareServer = await run.open(BareServer.start(), (server) => server.close());
    const loader = await run.openLoader();
    const onMarket = { address: market.address, meter: () => market.fleet.meterCpu() };
    const onBare = { address: bareServer.address, meter: () => CpuMeter.start([bareServer.pid], null) };
    const targets = {
      spread: { ...onMarket, requests: market.orders() },
      hot: { ...onMarket, requests: market.orders(market.books.slice(0, 1)) },
      bare: { ...onBare, requests: market.orders() },
    };
    const measure = async (name: keyof typeof targets, forSeconds: number): Promise<Measured> => {
      const { address, meter: startMeter, requests } = targets[name];
      const meter = await startMeter();
      const result = await loader.run({ address, connections, seconds: forSeconds, requests });
      return { ...result, cpu: await meter.microsecondsEach(result.requests) };
    };
    for (const name of ['spread', 'hot', 'bare'] as const) {
      await measure(name, seconds / 4); // warms the code up
    }
    const measured = await inTurns(turns, {
      spread: () => measure('spread', seconds),
      hot: () => measure('hot', seconds),
      bare: () => measure('bare', seconds),
    });
    addFigures(run, `spread over ${market.books.length} books`, measured.spread, measured.bare);
    addFigures(run, 'on one hot book', measured.hot, measured.bare);
  },
});

function addFigures(run: Run, where: string, measured: readonly Measured[], bare: readonly Measured[]): void {
  const [own, limit] = [medianRate(measured), medianRate(bare)];
  const ratio = own.perSecond / limit.perSecond;
  const [cpu, bareCpu] = [medianCpu(measured), medianCpu(bare)];
  run.add(
    {
      name: `orders ${where}`,
      measured: rateText(own),
      limit: `bare ${perSecond(limit.perSecond)}`,
      ratio,
      target: `${MIN_RATIO} of bare, p99 ${MAX_P99_MS} ms`,
      isReached: ratio >= MIN_RATIO && own.p99Ms <= MAX_P99_MS,
    },
    {
      name: `CPU of an order ${where}`,
      measured: cpuText(cpu),
      ...(bareCpu && { limit: `bare ${Math.round(bareCpu.own)} µs` }),
      ratio: cpu && bareCpu?.own ? cpu.own / bareCpu.own : null,
      target: `at most ${MAX_CPU_MICROSECONDS} µs`,
      isReached: cpu && cpu.own <= MAX_CPU_MICROSECONDS,
    },
  );
}
