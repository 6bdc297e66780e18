import type { Database } from '@perkex/server/database/connect.js';
import { benchmark } from '../harness/benchmark.js';
import { createBooks, createUsers, fillBooks, quieten, withoutTimeLimit } from '../market/bench-market.js';
import { perSecond } from '../report/figure.js';
import { openQueue } from './queue-load.js';

const MAX_SECONDS = 60;
const MIN_RATIO = 0.5;
/** A sweep that takes longer is not worth waiting for. */
const SWEEP_TIMEOUT_SECONDS = 300;

/** Orders that expire in one moment are swept as in a server, while others are placed. */
export const EXPIRY = benchmark({
  name: 'expiry',
  FULL: {
    orders: 100_000,
    books: 5_000,
    inFlight: 64,
    /** The duration of the orders without a sweep, and the steps in which they are measured beside it. */
    seconds: 10,
    stepSeconds: 1,
  },
  QUICK: { seconds: 5 },
  SMALL: { orders: 80, books: 20, inFlight: 8, seconds: 0.1, stepSeconds: 0.1 },
  async measure(run, { orders, books, inFlight, seconds, stepSeconds }) {
    run.print(`${orders.toLocaleString('en-US')} orders of ${books} books that expire in one moment`);
    const database = await run.openDatabase('bench_expiry');
    await createUsers(database);
    await createBooks(database, books);
    await fillBooks(database, orders / books / 2);
    await quieten(database);
    const queue = await run.open(openQueue(database), (opened) => opened.close());
    const load = { books, inFlight, orders: 'pairs' } as const;
    await queue.measure({ ...load, seconds: seconds / 2 }); // warms the code up
    const alone = await queue.measure({ ...load, seconds });
    await expireAll(database);
    let sweptSeconds: number | null = null;
    const startMs = performance.now();
    const secondsSoFar = () => (performance.now() - startMs) / 1_000;
    const sweep = queue.sweep().finally(() => {
      sweptSeconds = secondsSoFar();
    });
    sweep.catch(() => {}); // it is awaited after the orders beside it
    let placed = 0;
    while (sweptSeconds === null) {
      placed += (await queue.measure({ ...load, seconds: stepSeconds })).requests;
      if (secondsSoFar() > SWEEP_TIMEOUT_SECONDS) {
        throw new Error(`The sweep of ${orders} expired orders took over ${SWEEP_TIMEOUT_SECONDS} s.`);
      }
    }
    const rate = placed / secondsSoFar();
    await sweep;
    await checkSwept(database);
    run.add(
      {
        name: `sweep of ${orders.toLocaleString('en-US')} expired orders`,
        measured: `${Number(sweptSeconds).toFixed(1)} s`,
        target: `at most ${MAX_SECONDS} s`,
        isReached: sweptSeconds <= MAX_SECONDS,
      },
      {
        name: 'orders beside the sweep',
        measured: perSecond(rate),
        limit: `without it: ${perSecond(alone.perSecond)}`,
        ratio: rate / alone.perSecond,
        target: `${MIN_RATIO} of the rate`,
        isReached: rate >= MIN_RATIO * alone.perSecond,
      },
    );
  },
});

/** Expires all orders that were there before the load, whose prices are others. */
function expireAll(database: Database): Promise<void> {
  return withoutTimeLimit(database, async (client) => {
    await client.query(`update orders set expires_at = now() where status = 'open' and price_cents <> 20000`);
  });
}

/** @throws if an expired order is still open */
async function checkSwept({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from orders where status = 'open' and expires_at <= now()`,
  );
  if (rows[0]?.count !== 0) {
    throw new Error(`${rows[0]?.count} expired orders are still open.`);
  }
}
