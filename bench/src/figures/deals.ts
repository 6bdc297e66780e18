import type pg from 'pg';
import { benchmark, type Run } from '../harness/benchmark.js';
import type { HttpMarket, HttpMarketSize } from '../harness/http-market.js';
import type { Loader, LoadResult, ReadRequest } from '../load/load.js';
import { until } from '../processes/until.js';
import type { Cpu } from '../report/cpu.js';
import { milliseconds, perSecond } from '../report/figure.js';
import { DealDesk } from './deal-desk.js';
import { fillDeals } from './fill-deals.js';

const MIN_DEALS_PER_SECOND = 100;
const MAX_P99_MS = 50;
const READING_CONNECTIONS = 8;
const MAX_READ_DEALS = 200;
const REST_TIMEOUT_MS = 300_000;
const REST_POLL_MS = 500;
/** A server that has not completed a deal after so many rounds of orders does not complete any. */
const MAX_ROUNDS = 10;

const MARKET: HttpMarketSize = {
  products: 10,
  sizesPerProduct: 10,
  ordersPerSide: 0,
  traders: 64,
  hasDeals: true,
};

const FULL = {
  market: MARKET,
  /** Orders per second at one price, of which two make a deal. */
  ordersPerSecond: 240,
  seconds: 60,
  warmUpSeconds: 20,
  /** The number of other deals of the same users, unless `--deals` gives another. */
  deals: 10_000,
  readSeconds: 10,
  readsPerSecond: 100,
};

/**
 * Deals of orders that arrive at a fixed rate: opened and paid by the server, and taken to their end. Then the pages of
 * some of these deals, before and after many other deals of the same users.
 */
export const DEALS = benchmark({
  name: 'deals',
  FULL,
  QUICK: { seconds: 15, warmUpSeconds: 8, readSeconds: 4 },
  SMALL: {
    market: { ...MARKET, products: 2, sizesPerProduct: 2, traders: 2 },
    ordersPerSecond: 40,
    seconds: 2,
    warmUpSeconds: 1,
    deals: 100,
    readSeconds: 0.3,
    readsPerSecond: 40,
  },
  async measure(run, size) {
    run.print(`Deals of ${size.ordersPerSecond} orders per second`);
    const market = await run.openMarket(size.market);
    const { pool } = market.database;
    const loader = await run.openLoader();
    await measureDeals(run, market, loader, size);
    await untilAtRest(pool);
    const before = await measurePages(market, loader, size);
    const others = run.options.deals ?? size.deals;
    await fillDeals(market.database, others, { traders: market.traders, products: market.productIds.length });
    await untilAtRest(pool);
    const after = await measurePages(market, loader, size);
    for (const name of ['deal page', 'My money'] as const) {
      run.add({
        name: `${name}, with ${others.toLocaleString('en-US')} deals`,
        measured: `p50 ${milliseconds(after[name].p50Ms)}, p99 ${milliseconds(after[name].p99Ms)}`,
        limit: `without them: p99 ${milliseconds(before[name].p99Ms)}`,
        ratio: after[name].p99Ms / before[name].p99Ms,
        target: `p99 ${MAX_P99_MS} ms`,
        isReached: after[name].p99Ms <= MAX_P99_MS,
      });
    }
  },
});

async function measureDeals(run: Run, market: HttpMarket, loader: Loader, size: typeof FULL): Promise<void> {
  const { pool } = market.database;
  const desk = new DealDesk(pool);
  try {
    await orderUntilCompleted(market, loader, size, size.warmUpSeconds);
    const [first, meter, startMs] = [await count(pool), await market.fleet.meterCpu(), performance.now()];
    const last = await orderUntilCompleted(market, loader, size, size.seconds);
    const seconds = (performance.now() - startMs) / 1_000;
    const rateOf = (of: keyof Counts) => (last[of] - first[of]) / seconds;
    const rates = { opened: rateOf('opened'), paid: rateOf('paid'), completed: rateOf('complete') };
    const texts = Object.entries(rates).map(([what, rate]) => `${what} ${perSecond(rate)}`);
    run.add(
      {
        name: 'deals opened, paid and completed per second, sustained',
        measured: texts.join(', '),
        target: `${MIN_DEALS_PER_SECOND}/s each`,
        isReached: Math.min(...Object.values(rates)) >= MIN_DEALS_PER_SECOND,
      },
      {
        name: 'CPU of a deal, from its orders to its end',
        measured: cpuOfDeal(await meter.microsecondsEach(last.complete - first.complete)),
      },
    );
    await addBacklog(run, pool);
  } finally {
    await desk.close();
  }
}

/** @throws if no deal completes */
async function orderUntilCompleted(
  market: HttpMarket,
  loader: Loader,
  { ordersPerSecond }: typeof FULL,
  seconds: number,
): Promise<Counts> {
  const { pool } = market.database;
  const first = await count(pool);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await loader.run({
      address: market.address,
      connections: market.traders.length,
      seconds,
      requests: { ...market.orders(), dollars: [200, 200] },
      requestsPerSecond: ordersPerSecond,
    });
    const last = await count(pool);
    if (last.complete > first.complete) {
      return last;
    }
  }
  throw new Error(`No deal was completed in ${MAX_ROUNDS * seconds} s of orders.`);
}

interface Counts {
  readonly opened: number;
  readonly paid: number;
  readonly complete: number;
}

async function count(pool: pg.Pool): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `select count(*)::int as opened, count(*) filter (where state <> 'unpaid')::int as paid,
       count(*) filter (where state = 'complete')::int as complete
     from deals`,
  );
  return rows[0] ?? { opened: 0, paid: 0, complete: 0 };
}

function cpuOfDeal(cpu: Cpu | null): string {
  const text = (microseconds: number) => `${(microseconds / 1_000).toFixed(1)} ms`;
  return cpu ? `${text(cpu.own)}, PostgreSQL ${text(cpu.database)}` : 'unknown';
}

/** The payments and jobs that still wait for the server after the deals. */
async function addBacklog(run: Run, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number; seconds: number }>(
    `select count(*)::int as count, coalesce(max(extract(epoch from now() - since)), 0)::float8 as seconds
     from (
       select run_at as since from jobs where attempts = 0
       union all select at from deals where state = 'unpaid' and version = 0
     ) as waiting`,
  );
  const { count: waiting, seconds } = rows[0] ?? { count: Number.NaN, seconds: Number.NaN };
  run.add({
    name: 'payments and notifications that still wait then',
    measured: `${waiting}, the oldest for ${seconds.toFixed(1)} s`,
  });
}

/** Resolves when no payment and no notification waits for the server. @throws if some still wait after minutes */
async function untilAtRest(pool: pg.Pool): Promise<void> {
  let left = { jobs: 0, unpaid: 0 };
  await until(
    async () => {
      const { rows } = await pool.query<typeof left>(
        `select (select count(*)::int from jobs where run_at <= now() + interval '30 seconds') as jobs,
           (select count(*)::int from deals where state = 'unpaid' and version = 0) as unpaid`,
      );
      left = rows[0] ?? left;
      return left.jobs + left.unpaid === 0;
    },
    {
      timeoutMs: REST_TIMEOUT_MS,
      pollMs: REST_POLL_MS,
      failure: () =>
        `After ${REST_TIMEOUT_MS / 1_000} s without orders, ${left.jobs} jobs and ${left.unpaid} unpaid deals still ` +
        'wait for the server, so the pages of deals cannot be measured at rest.',
    },
  );
}

async function measurePages(
  market: HttpMarket,
  loader: Loader,
  { readSeconds, readsPerSecond }: typeof FULL,
): Promise<Record<'deal page' | 'My money', LoadResult>> {
  const cookies = new Map(market.traders.map(({ uid, cookie }) => [uid, cookie]));
  const withCookie = (path: string, uid: string) => ({ path, headers: { cookie: cookies.get(uid) ?? '' } });
  const read = (requests: readonly ReadRequest[]) =>
    loader.run({
      address: market.address,
      connections: READING_CONNECTIONS,
      seconds: readSeconds,
      requests: { kind: 'reads', requests },
      requestsPerSecond: readsPerSecond,
    });
  const deals = await readDeals(market.database.pool);
  return {
    'deal page': await read(deals.map(({ id, buyer }) => withCookie(`/api/deals/${id}`, buyer))),
    'My money': await read(market.traders.map(({ uid }) => withCookie('/api/money', uid))),
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
