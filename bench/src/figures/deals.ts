import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type CpuTime, readCpuTime } from '../cpu-time.js';
import type { LoadResult, ReadRequest } from '../load/load.js';
import { Loader } from '../load/loader.js';
import type { HttpMarket, HttpMarketSize } from '../market/http-market.js';
import { describeFigure, type Figure, milliseconds, type Print, perSecond } from '../report/figure.js';
import { DealDesk } from './deal-desk.js';
import { fillDeals } from './fill-deals.js';

export interface DealsSize {
  readonly market: HttpMarketSize;
  /** Orders per second at one price, of which two make a deal. */
  readonly ordersPerSecond: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** The number of other deals of the same users, unless `--deals` gives another. */
  readonly deals: number;
  readonly readSeconds: number;
  readonly readsPerSecond: number;
}

const FULL: DealsSize = {
  market: { products: 10, sizesPerProduct: 10, ordersPerSide: 0, traders: 64, hasDeals: true },
  ordersPerSecond: 240,
  seconds: 60,
  warmUpSeconds: 20,
  deals: 10_000,
  readSeconds: 10,
  readsPerSecond: 100,
};
const QUICK: DealsSize = { ...FULL, seconds: 15, warmUpSeconds: 8, readSeconds: 4 };
const SMALL: DealsSize = {
  market: { products: 2, sizesPerProduct: 2, ordersPerSide: 0, traders: 2, hasDeals: true },
  ordersPerSecond: 40,
  seconds: 2,
  warmUpSeconds: 1,
  deals: 100,
  readSeconds: 0.3,
  readsPerSecond: 40,
};
export const DEALS = { FULL, QUICK, SMALL };

const LEAST_DEALS_PER_SECOND = 100;
const MAX_P99_MS = 50;
const READING_CONNECTIONS = 8;
const MAX_READ_DEALS = 200;
const REST_POLL_MS = 500;

interface Counts {
  readonly opened: number;
  readonly paid: number;
  readonly complete: number;
}

/**
 * Deals of orders that arrive at a fixed rate: opened and paid by the server, and taken to their end. Then the pages of
 * some of these deals, before and after many other deals of the same users.
 */
export async function measureDeals(
  size: DealsSize,
  print: Print,
  openMarket: typeof HttpMarket.open,
  others: number = size.deals,
): Promise<Figure[]> {
  print(`Deals of ${size.ordersPerSecond} orders per second`);
  const market = await openMarket(size.market);
  const loader = new Loader();
  try {
    const figures = await measureRate(market, loader, size);
    await untilAtRest(market);
    const before = await measurePages(market, loader, size);
    await market.server.withDatabase((database) =>
      fillDeals(database, others, { traders: market.traders, products: market.productIds.length }),
    );
    await untilAtRest(market);
    const after = await measurePages(market, loader, size);
    figures.push(
      pageFigure('deal page', others, before.deal, after.deal),
      pageFigure('My money', others, before.money, after.money),
    );
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return figures;
  } finally {
    await loader.close();
    await market.close();
  }
}

function measureRate(market: HttpMarket, loader: Loader, size: DealsSize): Promise<Figure[]> {
  return market.server.withDatabase(async ({ pool }) => {
    const desk = new DealDesk(pool);
    const order = (seconds: number) =>
      loader.run({
        address: market.address,
        connections: market.traders.length,
        seconds,
        requests: { ...market.ordersFor(market.books), dollars: [200, 200] },
        requestsPerSecond: size.ordersPerSecond,
      });
    try {
      do {
        await order(size.warmUpSeconds);
      } while ((await count(pool)).complete === 0);
      const [first, cpuBefore, startMs] = [
        await count(pool),
        await readCpuTime(market.server.pid),
        performance.now(),
      ];
      let last = first;
      do {
        await order(size.seconds);
        last = await count(pool);
      } while (last.complete === first.complete);
      const seconds = (performance.now() - startMs) / 1_000;
      const cpuAfter = await readCpuTime(market.server.pid);
      return [...rateFigures(first, last, seconds, cpuBefore, cpuAfter), await measureBacklog(pool)];
    } finally {
      await desk.close();
    }
  });
}

async function count(pool: pg.Pool): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `select count(*)::int as opened, count(*) filter (where state <> 'unpaid')::int as paid,
       count(*) filter (where state = 'complete')::int as complete
     from deals`,
  );
  return rows[0] ?? { opened: 0, paid: 0, complete: 0 };
}

function rateFigures(
  first: Counts,
  last: Counts,
  seconds: number,
  cpuBefore: CpuTime | null,
  cpuAfter: CpuTime | null,
): Figure[] {
  const rateOf = (of: keyof Counts) => (last[of] - first[of]) / seconds;
  const rates = { opened: rateOf('opened'), paid: rateOf('paid'), complete: rateOf('complete') };
  const completed = last.complete - first.complete;
  const each = (of: keyof CpuTime) =>
    cpuBefore && cpuAfter ? ((cpuAfter[of] - cpuBefore[of]) * 1_000) / completed : null;
  const [own, ofDatabase] = [each('ownSeconds'), each('databaseSeconds')];
  return [
    {
      name: 'deals opened, paid and completed per second, sustained',
      measured: `opened ${perSecond(rates.opened)}, paid ${perSecond(rates.paid)}, completed ${perSecond(rates.complete)}`,
      beside: '',
      ratio: null,
      target: `${LEAST_DEALS_PER_SECOND}/s each`,
      isReached: Math.min(...Object.values(rates)) >= LEAST_DEALS_PER_SECOND,
    },
    {
      name: 'CPU of a deal, from its orders to its end',
      measured:
        own === null || ofDatabase === null
          ? 'unknown'
          : `${own.toFixed(1)} ms, PostgreSQL ${ofDatabase.toFixed(1)} ms`,
      beside: '',
      ratio: null,
      target: '',
      isReached: null,
    },
  ];
}

/** Resolves when no payment and no notification waits for the server. */
function untilAtRest(market: HttpMarket): Promise<void> {
  return market.server.withDatabase(async ({ pool }) => {
    for (;;) {
      const { rows } = await pool.query<{ isAtRest: boolean }>(
        `select not exists (select from jobs where run_at <= now() + interval '30 seconds')
           and not exists (select from deals where state = 'unpaid' and version = 0) as "isAtRest"`,
      );
      if (rows[0]?.isAtRest) {
        return;
      }
      await pause(REST_POLL_MS);
    }
  });
}

/** The jobs that still wait for the server after the deals. */
async function measureBacklog(pool: pg.Pool): Promise<Figure> {
  const { rows } = await pool.query<{ jobs: number; seconds: number }>(
    `select count(*)::int as jobs, coalesce(max(extract(epoch from now() - run_at)), 0)::float8 as seconds
     from jobs where attempts = 0`,
  );
  const { jobs, seconds } = rows[0] ?? { jobs: 0, seconds: 0 };
  return {
    name: 'payments and notifications that still wait then',
    measured: `${jobs}, the oldest for ${seconds.toFixed(1)} s`,
    beside: '',
    ratio: null,
    target: '',
    isReached: null,
  };
}

interface Pages {
  readonly deal: LoadResult;
  readonly money: LoadResult;
}

async function measurePages(
  market: HttpMarket,
  loader: Loader,
  { readSeconds, readsPerSecond }: DealsSize,
): Promise<Pages> {
  const cookieOf = new Map(market.traders.map(({ uid, cookie }) => [uid, cookie]));
  const deals = await market.server.withDatabase(({ pool }) => readDeals(pool));
  const read = (requests: readonly ReadRequest[]) =>
    loader.run({
      address: market.address,
      connections: READING_CONNECTIONS,
      seconds: readSeconds,
      requests: { kind: 'reads', requests },
      requestsPerSecond: readsPerSecond,
    });
  const withCookie = (path: string, uid: string) => ({ path, headers: { cookie: cookieOf.get(uid) ?? '' } });
  return {
    deal: await read(deals.map(({ id, buyer }) => withCookie(`/api/deals/${id}`, buyer))),
    money: await read(market.traders.map(({ uid }) => withCookie('/api/money', uid))),
  };
}

async function readDeals(pool: pg.Pool): Promise<{ id: string; buyer: string }[]> {
  const { rows } = await pool.query<{ id: string; buyer: string }>(
    `select trade.id, trade.buyer_id as buyer from trades as trade
     join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
     where deal.state = 'complete' and trade.size <> 'filled' order by trade.id limit $1`,
    [MAX_READ_DEALS],
  );
  return rows;
}

function pageFigure(name: string, others: number, before: LoadResult, after: LoadResult): Figure {
  const failed = Object.entries(after.otherStatuses);
  if (failed.length > 0) {
    throw new Error(`The ${name} was answered with ${failed.map(([status]) => status).join(', ')}.`);
  }
  return {
    name: `${name}, with ${others.toLocaleString('en-US')} deals`,
    measured: `p50 ${milliseconds(after.p50Ms)}, p99 ${milliseconds(after.p99Ms)}`,
    beside: `without them: p99 ${milliseconds(before.p99Ms)}`,
    ratio: after.p99Ms / before.p99Ms,
    target: `p99 ${MAX_P99_MS} ms`,
    isReached: after.p99Ms <= MAX_P99_MS,
  };
}
