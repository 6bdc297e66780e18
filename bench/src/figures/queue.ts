import { availableParallelism } from 'node:os';
import type { Database } from '@perkex/server/database/connect.js';
import { benchmark, type Run } from '../harness/benchmark.js';
import { inTurns, medianRate } from '../load/in-turns.js';
import { createBooks, createUsers, quieten } from '../market/bench-market.js';
import { cpuText, medianCpu } from '../report/cpu.js';
import { type Figure, perSecond, rateText } from '../report/figure.js';
import { median } from '../report/percentile.js';
import { type Floor, measureFloor, type SentBytes } from './floor.js';
import { measureFunction } from './function-baseline.js';
import { type Measured, measureQueue } from './queue-load.js';

const FULL = {
  books: 5_000,
  /** The duration of each measurement. */
  seconds: 4,
  /** The turns of measuring the queue and the best function. */
  turns: 3,
  inFlight: 64,
  /** The numbers of connections that call the function; the best result counts. */
  functionConnections: [4, 16, 64],
  /** The numbers of orders in flight at the points of the curve. */
  curve: [1, 4, 16, 64, 256],
};

const WARM_UP_SECONDS = 1;
const MIN_RATIOS = { spread: 4, hot: 12 } as const;
const MIN_OF_FLOOR = 0.65;

/** The order queue compared with the usual design: one call of a database function per order, each in a transaction. */
export const QUEUE = benchmark({
  name: 'queue',
  FULL,
  QUICK: { seconds: 2, turns: 2, curve: [] },
  SMALL: { books: 40, seconds: 0.2, turns: 1, inFlight: 16, functionConnections: [4], curve: [1, 8] },
  async measure(run, size) {
    const database = await run.openDatabase('bench');
    await createUsers(database);
    await measureBooks(run, database, `spread over ${size.books} books`, MIN_RATIOS.spread, size);
    await measureBooks(run, database, 'on one hot book', MIN_RATIOS.hot, { ...size, books: 1 });
    if (size.curve.length > 0) {
      await measureInFlight(run, database, size);
    }
  },
});

async function measureBooks(
  run: Run,
  database: Database,
  where: string,
  minRatio: number,
  { books, seconds, turns, inFlight, functionConnections }: typeof FULL,
): Promise<void> {
  const best = await bestConnections(run, database, books, seconds, functionConnections);
  const empty = () => emptyBooks(database, books);
  const { queue, baseline } = await inTurns(turns, {
    queue: async () => {
      await empty();
      const sent: SentBytes = [];
      const measured = await measureQueue(database, { books, inFlight, seconds }, sent);
      return { ...measured, floor: await measureFloor(database, sent, measured.requests, empty) };
    },
    baseline: async () => {
      await empty();
      return measureFunction(database, { books, inFlight: best, seconds });
    },
  });
  const rate = medianRate(queue);
  const functionRate = median(baseline.map((result) => result.perSecond));
  const ratio = rate.perSecond / functionRate;
  run.add(
    {
      name: `queue ${where}, ${inFlight} in flight`,
      measured: rateText(rate),
      limit: `a function call each by ${baseline[0]?.tool}, ${best} connections: ${perSecond(functionRate)}`,
      ratio,
      target: `${minRatio} times`,
      isReached: ratio >= minRatio,
    },
    floorFigure(
      where,
      rate.perSecond,
      queue.map(({ floor }) => floor),
    ),
    cpuFigure(where, rate.perSecond, queue),
  );
}

/** The rate beside that of the same writes without reads and matching. */
function floorFigure(where: string, rate: number, floor: readonly Floor[]): Figure {
  const floorRate = median(floor.map((result) => result.perSecond));
  const cpu = medianCpu(floor);
  const ratio = rate / floorRate;
  return {
    name: `floor of the queue ${where}`,
    measured: perSecond(rate),
    limit: `the same writes as prepared bytes: ${perSecond(floorRate)}${cpu ? `, ${cpuText(cpu)}` : ''}`,
    ratio,
    target: `${MIN_OF_FLOOR}`,
    isReached: ratio >= MIN_OF_FLOOR,
  };
}

/** The CPU cost of an order, and the rate that it allows all cores if they never wait. */
function cpuFigure(where: string, rate: number, queue: readonly Measured[]): Figure {
  const cpu = medianCpu(queue);
  const cores = availableParallelism();
  const bound = cpu && (cores * 1_000_000) / (cpu.own + cpu.database);
  return {
    name: `CPU of an order, queue ${where}`,
    measured: cpuText(cpu),
    ...(bound && { limit: `CPU bound of ${cores} cores: ${perSecond(bound)}`, ratio: rate / bound }),
  };
}

/** The number of connections at which the function is fastest. */
async function bestConnections(
  run: Run,
  database: Database,
  books: number,
  seconds: number,
  counts: readonly number[],
): Promise<number> {
  const [first = 1, ...others] = counts;
  if (others.length === 0) {
    return first;
  }
  await emptyBooks(database, books);
  // Each connection plans it only once, so first fill the tables that the plans depend on.
  await measureFunction(database, { books, inFlight: first, seconds: WARM_UP_SECONDS });
  let best = { connections: first, rate: 0 };
  for (const connections of counts) {
    await quieten(database);
    const { perSecond: rate } = await measureFunction(database, { books, inFlight: connections, seconds });
    run.print(`  a function call each, ${connections} connections: ${perSecond(rate)}`);
    if (rate > best.rate) {
      best = { connections, rate };
    }
  }
  return best.connections;
}

async function emptyBooks(database: Database, books: number): Promise<void> {
  await createBooks(database, books);
  await quieten(database);
}

async function measureInFlight(run: Run, database: Database, size: typeof FULL): Promise<void> {
  const { books, seconds, curve } = size;
  const points: { x: number; y: number }[] = [];
  for (const inFlight of curve) {
    await emptyBooks(database, books);
    const measured = await measureQueue(database, { books, inFlight, seconds });
    run.print(`  queue, ${inFlight} in flight: ${rateText(measured)}`);
    points.push({ x: inFlight, y: measured.perSecond });
  }
  run.curves.push({
    name: 'orders-in-flight',
    title: `Orders per second through the queue, ${books} books`,
    xLabel: 'orders in flight',
    yLabel: 'orders/s',
    points,
  });
}
