import type { Database } from '@perkex/server/database/connect.js';
import type { BenchServer, openBenchServer } from '../market/bench-database.js';
import { createBooks, createUsers, fillBooks, quieten, SIZES_PER_PRODUCT } from '../market/bench-market.js';
import type { Curve } from '../report/curve.js';
import { describeFigure, type Figure, median, type Print, perSecond } from '../report/figure.js';
import type { Measurements } from '../report/performance-page.js';
import { type BenchQueue, openQueue } from './queue-load.js';
import { measureSalesGrowth, type SalesGrowth } from './sales-growth.js';

export interface GrowthSize {
  readonly seconds: number;
  readonly turns: number;
  /**
   * Turns before the measured ones. After a checkpoint, the log gets each page in full once, and large markets have
   * more.
   */
  readonly firstTurns: number;
  readonly inFlight: number;
  /** Open orders, over this many books. */
  readonly openOrders: readonly number[];
  readonly books: number;
  readonly products: readonly number[];
  readonly sales: SalesGrowth;
}

const FULL: GrowthSize = {
  seconds: 2,
  turns: 7,
  firstTurns: 2,
  inFlight: 64,
  openOrders: [10_000, 30_000, 100_000, 300_000, 1_000_000],
  books: 5_000,
  products: [100, 300, 1_000, 3_000, 10_000],
  sales: { sales: [100, 1_000, 10_000, 100_000, 1_000_000], reads: 100 },
};
const QUICK: GrowthSize = {
  ...FULL,
  turns: 3,
  openOrders: [10_000, 1_000_000],
  products: [100, 10_000],
  sales: { sales: [10_000, 1_000_000], reads: 50 },
};
const SMALL: GrowthSize = {
  seconds: 0.1,
  turns: 1,
  firstTurns: 0,
  inFlight: 16,
  openOrders: [80, 800],
  books: 40,
  products: [2, 8],
  sales: { sales: [100, 1_000], reads: 5 },
};
export const GROWTH = { FULL, QUICK, SMALL };

const LEAST_RATIO = 0.9;

/** Measures how rates and times change as the market grows. */
export async function measureGrowth(
  size: GrowthSize,
  print: Print,
  openServer: typeof openBenchServer,
): Promise<Measurements> {
  const server = await openServer();
  try {
    const byOrders = await measureMarkets(
      server,
      'open orders',
      size.openOrders,
      fillWithOrders,
      size,
      print,
    );
    const byProducts = await measureMarkets(server, 'products', size.products, fillWithProducts, size, print);
    const bySales = await measureSalesGrowth(server, size.sales, print);
    return {
      figures: [byOrders.figure, byProducts.figure, ...bySales.figures],
      curves: [byOrders.curve, byProducts.curve, ...bySales.curves],
    };
  } finally {
    await server.close();
  }
}

/** Fills a database for one point of a curve. @returns the number of books */
type Fill = (database: Database, count: number, size: GrowthSize) => Promise<number>;

const fillWithOrders: Fill = async (database, count, { books }) => {
  await createBooks(database, books);
  await fillBooks(database, count / books / 2);
  return books;
};

const fillWithProducts: Fill = async (database, count) => {
  const books = count * SIZES_PER_PRODUCT;
  await createBooks(database, books);
  await fillBooks(database, 1);
  return books;
};

/** Measures markets of several sizes in turns, so that other load on the machine slows all of them alike. */
async function measureMarkets(
  server: BenchServer,
  of: string,
  counts: readonly number[],
  fill: Fill,
  size: GrowthSize,
  print: Print,
): Promise<{ figure: Figure; curve: Curve }> {
  print(`Orders per second against the number of ${of}`);
  const markets: { count: number; books: number; queue: BenchQueue; rates: number[] }[] = [];
  for (const count of counts) {
    const database = await server.createDatabase(`bench_${of.replace(' ', '_')}_${count}`);
    await createUsers(database);
    const books = await fill(database, count, size);
    await quieten(database);
    markets.push({ count, books, queue: openQueue(database), rates: [] });
  }
  const { inFlight, seconds, turns, firstTurns } = size;
  for (let turn = -firstTurns; turn < turns; turn += 1) {
    // PostgreSQL's deferred work for one market slows the next one.
    for (const { books, queue, rates } of turn % 2 === 0 ? markets : markets.toReversed()) {
      const measured = await queue.measure({ books, inFlight, seconds, orders: 'pairs' });
      if (turn >= 0) {
        rates.push(measured.ordersPerSecond);
      }
    }
  }
  await Promise.all(markets.map(({ queue }) => queue.close()));
  const points = markets.map(({ count, rates }) => ({ x: count, y: median(rates) }));
  for (const { x, y } of points) {
    print(`  ${x} ${of}: ${perSecond(y)}`);
  }
  const [small = { x: 0, y: Number.NaN }, large = small] = [points[0], points.at(-1)];
  const ratio = large.y / small.y;
  const figure: Figure = {
    name: `orders with ${large.x.toLocaleString('en-US')} ${of}`,
    measured: perSecond(large.y),
    beside: `with ${small.x.toLocaleString('en-US')}: ${perSecond(small.y)}`,
    ratio,
    target: `${LEAST_RATIO} of the small market`,
    isReached: ratio >= LEAST_RATIO,
  };
  print(describeFigure(figure));
  return {
    figure,
    curve: {
      name: `orders-by-${of.replace(' ', '-')}`,
      title: `Orders per second, ${inFlight} in flight, by the number of ${of}`,
      xLabel: of,
      yLabel: 'orders/s',
      points,
    },
  };
}
