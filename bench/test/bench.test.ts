import { afterAll, beforeAll, expect, it } from 'vitest';
import { BENCHMARKS } from '../src/benchmarks.js';
import { type Openers, Run } from '../src/harness/benchmark.js';
import { HttpMarket } from '../src/harness/http-market.js';

/**
 * The number of figures and curves of each benchmark. The sales to replay and a browser are not available everywhere,
 * the peers take minutes to install, and streams have a test of their own.
 */
const FOUND: Readonly<Record<string, readonly [figures: readonly number[], curves: number]>> = {
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
  servers: [[3], 0],
};

/**
 * For all benchmarks that read and order over HTTP: each alone would start a server of its own. Those that measure in a
 * database alone have theirs beside it.
 */
let market: HttpMarket;

beforeAll(async () => {
  market = await HttpMarket.open({
    products: 6,
    sizesPerProduct: 11, // up to size 9, on which the benchmark of the pages bids
    ordersPerSide: 1,
    traders: 4,
    hasDeals: true,
  });
});

afterAll(() => market.close());

const openers: Openers = {
  openMarket: async () => Object.create(market, { close: { value: async () => {} } }),
  openPostgres: async () => ({ ...market.fleet.postgres, close: async () => {} }),
};

it('every benchmark is measured by a test', () => {
  const names = BENCHMARKS.map(({ name }) => name);
  expect([...Object.keys(FOUND), 'peers', 'streams'].sort()).toEqual(names.sort());
});

it.each(BENCHMARKS.filter(({ name }) => FOUND[name]))(
  'the benchmark of $name runs and measures something each time',
  async (benchmark) => {
    const lines: string[] = [];
    const { figures, curves } = await Run.of(benchmark, 'SMALL', (line) => lines.push(line), {}, openers);
    console.log(lines.join('\n'));
    const [figuresFound, curvesFound] = FOUND[benchmark.name] ?? [[], 0];
    expect(figuresFound).toContain(figures.length);
    expect(curves).toHaveLength(curvesFound);
    for (const { measured, limit, ratio } of figures) {
      expect(`${measured}; ${limit}`).not.toMatch(/NaN|\b0\/s/);
      expect(ratio ?? 1).toBeGreaterThan(0);
    }
  },
);
