import type { Database } from '@perkex/server/database/connect.js';
import { benchmark, type Run } from '../harness/benchmark.js';
import { createBooks, createUsers, fillBooks, quieten, SIZES_PER_PRODUCT } from '../market/bench-market.js';
import { perSecond } from '../report/figure.js';
import { median } from '../report/percentile.js';
import { openQueue } from './queue-load.js';
import { measureSalesGrowth } from './sales-growth.js';

const FULL = {
  seconds: 2,
  turns: 7,
  /**
   * Turns before the measured ones. After a checkpoint, the log gets each page in full once, and large markets have
   * more.
   */
  firstTurns: 2,
  inFlight: 64,
  /** Open orders, over this many books. */
  openOrders: [10_000, 30_000, 100_000, 300_000, 1_000_000],
  books: 5_000,
  products: [100, 300, 1_000, 3_000, 10_000],
  /** The sales of the products compared, and the number of reads of each. */
  sales: [100, 1_000, 10_000, 100_000, 1_000_000],
  reads: 100,
};

const MIN_RATIO = 0.9;

/** Measures how rates and times change as the market grows. */
export const GROWTH = benchmark({
  name: 'growth',
  FULL,
  QUICK: {
    turns: 3,
    openOrders: [10_000, 1_000_000],
    products: [100, 10_000],
    sales: [10_000, 1_000_000],
    reads: 50,
  },
  SMALL: {
    seconds: 0.1,
    turns: 1,
    firstTurns: 0,
    inFlight: 16,
    openOrders: [80, 800],
    books: 40,
    products: [2, 8],
    sales: [100, 1_000],
    reads: 5,
  },
  async measure(run, size) {
    const { books } = size;
    await measureMarkets(run, size, 'open orders', size.openOrders, async (database, count) => {
      await createBooks(database, books);
      await fillBooks(database, count / books / 2);
      return books;
    });
    await measureMarkets(run, size, 'products', size.products, async (database, count) => {
      await createBooks(database, count * SIZES_PER_PRODUCT);
      await fillBooks(database, 1);
      return count * SIZES_PER_PRODUCT;
    });
    await measureSalesGrowth(run, size);
  },
});

/**
 * Measures markets of several sizes in turns, so that other load on the machine slows all of them alike.
 * @param fill fills a database for one point of the curve, and returns the number of books
 */
async function measureMarkets(
  run: Run,
  { inFlight, seconds, turns, firstTurns }: typeof FULL,
  of: string,
  counts: readonly number[],
  fill: (database: Database, count: number) => Promise<number>,
): Promise<void> {
  run.print(`Orders per second against the number of ${of}`);
  const markets = [];
  for (const count of counts) {
    const database = await run.openDatabase(`bench_${of.replace(' ', '_')}_${count}`);
    await createUsers(database);
    const books = await fill(database, count);
    await quieten(database);
    const queue = openQueue(database);
    markets.push({ count, books, queue, rates: [] as number[] });
  }
  for (let turn = -firstTurns; turn < turns; turn += 1) {
    // PostgreSQL's deferred work for one market slows the next one.
    for (const { books, queue, rates } of turn % 2 === 0 ? markets : markets.toReversed()) {
      const measured = await queue.measure({ books, inFlight, seconds, orders: 'pairs' });
      if (turn >= 0) {
        rates.push(measured.perSecond);
      }
    }
  }
  await Promise.all(markets.map(({ queue }) => queue.close()));
  const points = markets.map(({ count, rates }) => ({ x: count, y: median(rates) }));
  for (const { x, y } of points) {
    run.print(`  ${x} ${of}: ${perSecond(y)}`);
  }
  const [small = { x: 0, y: Number.NaN }, large = small] = [points[0], points.at(-1)];
  const ratio = large.y / small.y;
  run.add({
    name: `orders with ${large.x.toLocaleString('en-US')} ${of}`,
    measured: perSecond(large.y),
    limit: `with ${small.x.toLocaleString('en-US')}: ${perSecond(small.y)}`,
    ratio,
    target: `${MIN_RATIO} of the small market`,
    isReached: ratio >= MIN_RATIO,
  });
  run.curves.push({
    name: `orders-by-${of.replace(' ', '-')}`,
    title: `Orders per second, ${inFlight} in flight, by the number of ${of}`,
    xLabel: of,
    yLabel: 'orders/s',
    points,
  });
}
