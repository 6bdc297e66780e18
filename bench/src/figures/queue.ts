import { availableParallelism } from 'node:os';
import type { Database } from '@perkex/server/database/connect.js';
import type { CpuOfOrder } from '../cpu-time.js';
import type { openBenchServer } from '../market/bench-database.js';
import { createBooks, createUsers, quieten } from '../market/bench-market.js';
import type { Curve } from '../report/curve.js';
import {
  describeFigure,
  type Figure,
  median,
  milliseconds,
  type Print,
  perSecond,
} from '../report/figure.js';
import type { Measurements } from '../report/performance-page.js';
import { type Floor, measureFloor, type SentBytes } from './floor.js';
import { type BaselineRate, measureFunction } from './function-baseline.js';
import { type Measured, measureQueue } from './queue-load.js';

export interface QueueSize {
  readonly books: number;
  /** The duration of each measurement. */
  readonly seconds: number;
  /** The turns of measuring the queue and the best function. */
  readonly turns: number;
  readonly inFlight: number;
  /** The numbers of connections that call the function; the best result counts. */
  readonly functionConnections: readonly number[];
  /** The numbers of orders in flight at the points of the curve. */
  readonly curve: readonly number[];
}

const FULL: QueueSize = {
  books: 5_000,
  seconds: 4,
  turns: 3,
  inFlight: 64,
  functionConnections: [4, 16, 64],
  curve: [1, 4, 16, 64, 256],
};
const QUICK: QueueSize = { ...FULL, seconds: 2, turns: 2, curve: [] };
const SMALL: QueueSize = {
  books: 40,
  seconds: 0.2,
  turns: 1,
  inFlight: 16,
  functionConnections: [4],
  curve: [1, 8],
};
export const QUEUE = { FULL, QUICK, SMALL };

const WARM_UP_SECONDS = 1;
const LEAST_RATIOS = { spread: 4, hot: 12 } as const;
const LEAST_OF_FLOOR = 0.65;

/** The order queue compared with the usual design: one call of a database function per order, each in a transaction. */
export async function measureQueueFigures(
  size: QueueSize,
  print: Print,
  openServer: typeof openBenchServer,
): Promise<Measurements> {
  const server = await openServer();
  try {
    const database = await server.createDatabase('bench');
    await createUsers(database);
    const figures = [
      ...(await measureBooks(
        database,
        `spread over ${size.books} books`,
        size.books,
        LEAST_RATIOS.spread,
        size,
        print,
      )),
      ...(await measureBooks(database, 'on one hot book', 1, LEAST_RATIOS.hot, size, print)),
    ];
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return { figures, curves: size.curve.length > 0 ? [await measureInFlight(database, size, print)] : [] };
  } finally {
    await server.close();
  }
}

async function measureBooks(
  database: Database,
  where: string,
  books: number,
  leastRatio: number,
  { seconds, turns, inFlight, functionConnections }: QueueSize,
  print: Print,
): Promise<Figure[]> {
  const best = await bestConnections(database, books, seconds, functionConnections, print);
  const queue: Measured[] = [];
  const floor: Floor[] = [];
  const baseline: BaselineRate[] = [];
  const empty = () => emptyBooks(database, books);
  for (let turn = 0; turn < turns; turn += 1) {
    await empty();
    const sent: SentBytes = [];
    const measured = await measureQueue(database, { books, inFlight, seconds }, sent);
    queue.push(measured);
    floor.push(await measureFloor(database, sent, measured.orders, empty));
    await empty();
    baseline.push(await measureFunction(database, { books, inFlight: best, seconds }));
  }
  const rate = median(queue.map(({ ordersPerSecond }) => ordersPerSecond));
  const baselineRate = median(baseline.map(({ ordersPerSecond }) => ordersPerSecond));
  const ratio = rate / baselineRate;
  return [
    {
      name: `queue ${where}, ${inFlight} in flight`,
      measured: `${perSecond(rate)}, p99 ${milliseconds(median(queue.map(({ p99Ms }) => p99Ms)))}`,
      beside: `a function call each by ${baseline[0]?.tool}, ${best} connections: ${perSecond(baselineRate)}`,
      ratio,
      target: `${leastRatio} times`,
      isReached: ratio >= leastRatio,
    },
    floorFigure(where, rate, floor),
    cpuFigure(where, queue),
  ];
}

/** The rate beside that of the same writes without reads and matching. */
function floorFigure(where: string, rate: number, floor: readonly Floor[]): Figure {
  const floorRate = median(floor.map(({ ordersPerSecond }) => ordersPerSecond));
  const cpu = cpuOf(floor);
  const ratio = rate / floorRate;
  return {
    name: `floor of the queue ${where}`,
    measured: perSecond(rate),
    beside: `the same writes as prepared bytes: ${perSecond(floorRate)}${cpu ? `, ${cpuText(cpu)}` : ''}`,
    ratio,
    target: `${LEAST_OF_FLOOR}`,
    isReached: ratio >= LEAST_OF_FLOOR,
  };
}

/** The CPU cost of an order, and the rate that it allows all cores if they never wait. */
function cpuFigure(where: string, queue: readonly Measured[]): Figure {
  const cpu = cpuOf(queue);
  const cores = availableParallelism();
  const rate = median(queue.map(({ ordersPerSecond }) => ordersPerSecond));
  const bound = cpu && (cores * 1_000_000) / (cpu.own + cpu.database);
  return {
    name: `CPU of an order, queue ${where}`,
    measured: cpu ? cpuText(cpu) : 'unknown',
    beside: bound ? `CPU bound of ${cores} cores: ${perSecond(bound)}` : '',
    ratio: bound && rate / bound,
    target: '',
    isReached: null,
  };
}

/** The medians of the known costs; null if none is known. */
function cpuOf(measured: readonly { readonly cpu: CpuOfOrder | null }[]): CpuOfOrder | null {
  const known = measured.flatMap(({ cpu }) => cpu ?? []);
  return known.length === 0
    ? null
    : { own: median(known.map(({ own }) => own)), database: median(known.map(({ database }) => database)) };
}

function cpuText({ own, database }: CpuOfOrder): string {
  return `${Math.round(own)} µs, PostgreSQL ${Math.round(database)} µs`;
}

/** The number of connections at which the function is fastest. */
async function bestConnections(
  database: Database,
  books: number,
  seconds: number,
  counts: readonly number[],
  print: Print,
): Promise<number> {
  const [first = 1, ...others] = counts;
  if (others.length === 0) {
    return first;
  }
  await emptyBooks(database, books);
  // Each connection plans it only once, so first fill the tables that the plans depend on.
  await measureFunction(database, { books, inFlight: first, seconds: WARM_UP_SECONDS });
  let best = { connections: first, ordersPerSecond: 0 };
  for (const connections of counts) {
    await quieten(database);
    const { ordersPerSecond } = await measureFunction(database, { books, inFlight: connections, seconds });
    print(`  a function call each, ${connections} connections: ${perSecond(ordersPerSecond)}`);
    if (ordersPerSecond > best.ordersPerSecond) {
      best = { connections, ordersPerSecond };
    }
  }
  return best.connections;
}

async function emptyBooks(database: Database, books: number): Promise<void> {
  await createBooks(database, books);
  await quieten(database);
}

async function measureInFlight(
  database: Database,
  { books, seconds, curve }: QueueSize,
  print: Print,
): Promise<Curve> {
  const points: { x: number; y: number }[] = [];
  for (const inFlight of curve) {
    await emptyBooks(database, books);
    const { ordersPerSecond, p50Ms, p99Ms } = await measureQueue(database, { books, inFlight, seconds });
    print(
      `  queue, ${inFlight} in flight: ${perSecond(ordersPerSecond)}, p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`,
    );
    points.push({ x: inFlight, y: ordersPerSecond });
  }
  return {
    name: 'orders-in-flight',
    title: `Orders per second through the queue, ${books} books`,
    xLabel: 'orders in flight',
    yLabel: 'orders/s',
    points,
  };
}
