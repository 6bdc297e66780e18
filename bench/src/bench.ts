import type { Database } from '@perkex/server/database/connect.js';
import type { BenchServer } from './bench-database.js';
import { createBooks, createUsers, fillBooks, quieten } from './bench-market.js';
import { benchFigures, type FiguresGrowth } from './figures-growth.js';
import { measureFunction } from './function-baseline.js';
import { type Measured, measureQueue } from './queue-load.js';

export interface BenchSize {
  readonly books: number;
  /** How long each measurement takes. */
  readonly seconds: number;
  readonly inFlight: readonly number[];
  /** Open orders of the small and of the large market that are compared. */
  readonly openOrders: readonly [number, number];
  readonly figures: FiguresGrowth;
}

export const FULL: BenchSize = {
  books: 5_000,
  seconds: 8,
  inFlight: [1, 8, 64],
  openOrders: [10_000, 1_000_000],
  figures: { sales: [10_000, 1_000_000], reads: 200 },
};

/** How often the small and the large market are measured. */
const GROWTH_TURNS = 5;

/** The same in small, so that a test shows that the benchmark still works. */
export const SMALL: BenchSize = {
  books: 40,
  seconds: 0.3,
  inFlight: [1, 16],
  openOrders: [80, 800],
  figures: { sales: [100, 1_000], reads: 5 },
};

/** Measures the queue of orders, and the reads of figures, and prints what it finds, line by line. */
export async function bench(
  server: BenchServer,
  size: BenchSize,
  print: (line: string) => void,
): Promise<void> {
  const database = await server.createDatabase('bench');
  await createUsers(database);
  for (const { title, books } of [
    { title: `spread over ${size.books} books`, books: size.books },
    { title: 'on one hot book', books: 1 },
  ]) {
    await benchBooks(database, title, books, size, print);
  }
  await benchGrowth(server, size, print);
  await benchFigures(server, size.figures, print);
}

async function benchBooks(
  database: Database,
  title: string,
  books: number,
  { seconds, inFlight }: BenchSize,
  print: (line: string) => void,
): Promise<void> {
  print(`Orders ${title}`);
  const most = Math.max(...inFlight);
  let last: Measured | undefined;
  for (const count of inFlight) {
    await createBooks(database, books);
    await quieten(database);
    last = await measureQueue(database, { books, inFlight: count, seconds });
    print(`  queue, ${String(count).padStart(2)} in flight: ${describe(last)}`);
  }
  await createBooks(database, books);
  await quieten(database);
  const baselineLoad = { books, inFlight: most, seconds: Math.max(1, Math.round(seconds)) };
  // Its plans are made once for each connection: first give them tables to be made for.
  await measureFunction(database, { ...baselineLoad, seconds: 1 });
  await quieten(database);
  const baseline = await measureFunction(database, baselineLoad);
  print(
    `  one function call a transaction, ${most} at once (${baseline.tool}): ${rate(baseline.ordersPerSecond)}`,
  );
  if (last) {
    print(`  the queue reaches ${ratio(last.ordersPerSecond, baseline.ordersPerSecond)} times that rate`);
  }
}

/** Measures a small and a large market in turns, so that whatever else the machine does slows both alike. */
async function benchGrowth(
  server: BenchServer,
  { books, seconds, inFlight, openOrders }: BenchSize,
  print: (line: string) => void,
): Promise<void> {
  print('Cost against the size of the market');
  const most = Math.max(...inFlight);
  const markets = [];
  for (const count of openOrders) {
    const database = await server.createDatabase(`bench_${count}`);
    await createUsers(database);
    await createBooks(database, books);
    await fillBooks(database, count / books / 2);
    await quieten(database);
    markets.push({ count, database, measured: [] as Measured[] });
  }
  for (let turn = 0; turn < GROWTH_TURNS; turn += 1) {
    for (const { database, measured } of markets) {
      measured.push(await measureQueue(database, { books, inFlight: most, seconds }));
    }
  }
  const medians = markets.map(({ measured }) => median(measured));
  for (const [index, { count }] of markets.entries()) {
    print(`  ${count} open orders, ${most} in flight: ${describe(medians[index] as Measured)}`);
  }
  const [small, large] = medians as [Measured, Measured];
  print(
    `  the large market keeps ${ratio(large.ordersPerSecond, small.ordersPerSecond)} of the rate of the small one`,
  );
}

/** The measurement in the middle, by its rate. */
function median(measured: readonly Measured[]): Measured {
  const sorted = [...measured].sort((a, b) => a.ordersPerSecond - b.ordersPerSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

function describe({ ordersPerSecond, p50Ms, p99Ms }: Measured): string {
  return `${rate(ordersPerSecond)}, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}

function rate(ordersPerSecond: number): string {
  return `${String(Math.round(ordersPerSecond)).padStart(6)} orders/s`;
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(2);
}
