import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Openers, PARTS, type PartName } from '../src/figures/parts.js';
import { type BenchServer, openBenchServer } from '../src/market/bench-database.js';
import { HttpMarket } from '../src/market/http-market.js';

/**
 * The number of figures and curves of each part. The sales to replay and a browser are not available everywhere, and
 * the peers take minutes to install.
 */
const FOUND: Record<Exclude<PartName, 'peers'>, readonly [figures: readonly number[], curves: number]> = {
  reads: [[10], 0],
  orders: [[4], 0],
  batches: [[4], 0],
  mixed: [[4], 2],
  queue: [[6], 1],
  replay: [[2, 0], 0],
  import: [[2], 0],
  sessions: [[1], 0],
  deals: [[5], 0],
  webhooks: [[2], 0],
  expiry: [[2], 0],
  growth: [[6], 3],
  pages: [[5, 0], 0],
  finding: [[6], 0],
};

/** For all parts that read and order over HTTP: each alone would start a server of its own. */
let market: HttpMarket;
/** For all parts that measure in a database alone. */
let benchServer: BenchServer;

beforeAll(async () => {
  market = await HttpMarket.open({
    products: 6,
    sizesPerProduct: 2,
    ordersPerSide: 1,
    traders: 4,
    hasDeals: true,
  });
  benchServer = await openBenchServer();
});

afterAll(async () => {
  await benchServer.close();
  await market.close();
});

const openers: Openers = {
  openMarket: async () => Object.create(market, { close: { value: async () => {} } }),
  openBenchServer: async () => ({ ...benchServer, close: async () => {} }),
};

it.each(Object.keys(FOUND) as (keyof typeof FOUND)[])(
  'the benchmark of %s runs and measures something each time',
  async (part) => {
    const lines: string[] = [];
    const { figures, curves } = await PARTS[part]('SMALL', (line) => lines.push(line), openers);
    console.log(lines.join('\n'));
    const [figuresFound, curvesFound] = FOUND[part];
    expect(figuresFound).toContain(figures.length);
    expect(curves).toHaveLength(curvesFound);
    for (const { measured, beside, ratio } of figures) {
      expect(`${measured}; ${beside}`).not.toMatch(/NaN|\b0\/s/);
      expect(ratio ?? 1).toBeGreaterThan(0);
    }
  },
);
