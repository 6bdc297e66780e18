import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import { DEFAULT_LIFETIME_DAYS, lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealOrders } from '../src/deals/deal-orders.js';
import { startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { fireDueClocks } from '../src/deals/due-deals.js';
import { takeStep } from '../src/deals/take-step.js';
import { registerVoidSales } from '../src/deals/void-sales.js';
import { BusyError } from '../src/errors/busy-error.js';
import { Jobs } from '../src/jobs/jobs.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import type { PlacementCommand } from '../src/orders/order-command.js';
import { consumeAll, silentFeed } from './consumers.js';
import { action, fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { createTestDatabase } from './test-database.js';

const DAY_MS = 86_400_000;

let database: Database;
let engine: MatchingEngine;
let jobs: Jobs;
let orders: DealOrders;
let consumer: DealsConsumer;
let productId: number;
let key: DealKey;
let nowMs: number;
/** The failures that the book has before it judges an order. */
let failures: number;
/** Two orders for each: a job whose server was killed is repeated. */
let isRepeated: boolean;
/** True for a job whose server was killed after the book had judged the order; then the seller's vacation begins. */
let isAnswerLost: boolean;
/** True during the vacation of the seller. */
let isAway: boolean;
/** The orders whose users were notified that the book has refused them. */
let refusedOrders: object[];

/** The orders of choices have a test of their own. */
const neverHere = () => Promise.reject(new Error('No choice was made.'));

/** A trade whose ask rested and whose bid took it, with its deal. */
beforeEach(async () => {
  failures = 0;
  refusedOrders = [];
  isRepeated = false;
  isAnswerLost = false;
  isAway = false;
  database = await createTestDatabase();
  const { pool } = database;
  consumer = new DealsConsumer(QUIET_STEPS);
  await startDeals(pool, consumer);
  await buildTraders(database, 'seller', 'buyer');
  [productId = 0] = await buildProducts(database, ['Placed Again'], ['9']);
  engine = openEngine(database);
  jobs = new Jobs({ pool, random: Math.random, log: pino({ level: 'silent' }) });
  orders = new DealOrders({
    pool,
    jobs,
    queue: {
      place: async (placement) => {
        if (failures > 0) {
          failures -= 1;
          throw new BusyError('The database is away.');
        }
        const [answer] = await Promise.all(
          (isRepeated ? [placement, placement] : [placement]).map((each) =>
            engine.submit({ kind: 'placement', ...each }),
          ),
        );
        if (isAnswerLost) {
          isAnswerLost = false;
          isAway = true;
          throw new BusyError('The answer is lost.');
        }
        return answer ?? { kind: 'refused' };
      },
      cancelBid: neverHere,
    },
    replacements: { send: neverHere },
    isAway: async () => isAway,
    onRefused: async (_key, refused) => void refusedOrders.push(refused),
  });
  registerVoidSales(jobs, pool, silentFeed);
  await engine.submit(order('ask', 'seller', 200, { productId }));
  await engine.submit(order('buy', 'buyer', 200, { productId }));
  await consumeAll(database, consumer);
  const { rows } = await pool.query(
    'select product_id as "productId", id, (extract(epoch from at) * 1000)::float8 as at from deals',
  );
  key = { productId: rows[0].productId, id: rows[0].id };
  nowMs = rows[0].at + 60_000;
});

afterEach(async () => {
  await jobs.stop();
  await engine.close();
  await database.close();
});

async function openOrders() {
  const { rows } = await database.pool.query(
    `select user_id, side, size, price_cents from orders where status = 'open' and product_id = $1`,
    [productId],
  );
  return rows.map((row) => Object.values(row));
}

/** The trade of these orders becomes the only open deal of the test. */
async function tradesInstead(...submitted: readonly PlacementCommand[]): Promise<void> {
  for (const each of submitted) {
    await engine.submit(each);
  }
  await consumeAll(database, consumer);
  // The other deal of the test must not end, too, unless it has ended.
  await database.pool.query('delete from deals where id = $1 and version = 0', [key.id]);
  const { rows } = await database.pool.query<{ id: string }>(`select id from deals where state = 'unpaid'`);
  expect(rows).toHaveLength(1);
  key = { productId, id: rows[0]?.id ?? '' };
}

async function take(command: DealCommand): Promise<void> {
  await transaction(database.pool, async (tx) => {
    const result = await takeStep(tx, key, command, { nowMs, holidays: NO_HOLIDAYS });
    if (result?.kind !== 'stepped') {
      throw new Error(`The step was refused: ${result?.code}.`);
    }
    await orders.send(tx, key, result);
  });
}

const undo = () => take(action('buyer', { type: 'undo', earlierUndos: 0 }, 0));

/** Runs the waiting jobs until none is left. */
async function runJobs(): Promise<void> {
  jobs.start();
  await expect
    .poll(async () => (await database.pool.query('select from jobs')).rowCount, { timeout: 20_000 })
    .toBe(0);
}

const RELISTED = ['seller', 'ask', '9', 200_00];

describe('the order of the maker', () => {
  it('is placed again at its price when the taker undoes the trade', async () => {
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([RELISTED]);
    expect(refusedOrders).toEqual([]);
  });

  it('is placed again once, however often its job runs', async () => {
    isRepeated = true;
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([RELISTED]);
  });

  it('is placed again after the book was away', async () => {
    failures = 2;
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([RELISTED]);
  });

  it('that was placed again is not reported as refused by a later run of its job', async () => {
    isAnswerLost = true;
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([RELISTED]);
    expect(refusedOrders).toEqual([]);
  });

  it('is not placed if the step is rolled back', async () => {
    await expect(
      transaction(database.pool, async (tx) => {
        const command = action('buyer', { type: 'undo', earlierUndos: 0 }, 0);
        const result = await takeStep(tx, key, command, { nowMs, holidays: NO_HOLIDAYS });
        if (result?.kind === 'stepped') {
          await orders.send(tx, key, result);
        }
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await runJobs();
    expect(await openOrders()).toEqual([]);
  });

  it('of a user who can no longer sell is not placed, and they are notified', async () => {
    await database.pool.query(`delete from accounts where user_id = 'seller'`);
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([]);
    expect(refusedOrders).toEqual([{ version: 1, to: 'seller' }]);
  });
});

/** The buyer does not pay. */
async function endsUnpaid(): Promise<void> {
  await take(action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0));
  await take(fact('provider', { type: 'payment-declined', callVersion: 1 }));
  const fired = await fireDueClocks(
    database.pool,
    { nowMs: nowMs + DAY_MS, holidays: NO_HOLIDAYS },
    {
      onStepped: (tx, its, stepped) => orders.send(tx, its, stepped),
      onFailure: (error) => {
        throw error;
      },
    },
  );
  expect(fired).toBe(1);
}

it('the ask is placed again when the buyer does not pay in time', async () => {
  await endsUnpaid();
  await runJobs();
  expect(await openOrders()).toEqual([RELISTED]);
});

describe('the ask whose seller has chosen that it is not listed again', () => {
  const chosen = { isRelisting: false };

  it.each([
    [
      'an ask that rested',
      () => [
        order('ask', 'seller', 190, { productId, ...chosen }),
        order('buy', 'buyer', 190, { productId }),
      ],
    ],
    [
      'an ask that traded at once',
      () => [
        order('bid', 'buyer', 190, { productId }),
        order('ask', 'seller', 190, { productId, ...chosen }),
      ],
    ],
    [
      'a sale at once',
      () => [
        order('bid', 'buyer', 190, { productId }),
        order('sell', 'seller', 190, { productId, ...chosen }),
      ],
    ],
  ])('is not placed again when the buyer does not pay: %s', async (_what, submitted) => {
    await tradesInstead(...submitted());
    await endsUnpaid();
    await runJobs();
    expect(await openOrders()).toEqual([]);
    expect(refusedOrders).toEqual([]);
  });

  it('is placed again when the taker undoes the trade, and keeps the choice', async () => {
    await tradesInstead(
      order('ask', 'seller', 190, { productId, ...chosen }),
      order('buy', 'buyer', 190, { productId }),
    );
    await undo();
    await runJobs();
    expect(await openOrders()).toEqual([['seller', 'ask', '9', 190_00]]);
    await tradesInstead(order('buy', 'buyer', 190, { productId }));
    await endsUnpaid();
    await runJobs();
    expect(await openOrders()).toEqual([]);
  });
});

describe.each([
  ['the taker undoes the trade', undo],
  ['the buyer does not pay in time', endsUnpaid],
])('when %s', (_end, ends) => {
  const isRefused = async () => {
    await ends();
    await runJobs();
    expect(await openOrders()).toEqual([]);
    expect(refusedOrders).toMatchObject([{ to: 'seller' }]);
  };

  it('the ask that its seller tried to remove is not placed again', async () => {
    await database.pool.query('update trades set is_removal_missed = true');
    await isRefused();
  });

  it('the ask of a seller on vacation is not placed again', async () => {
    isAway = true;
    await isRefused();
  });

  it('the ask keeps its expiry', async () => {
    const expiry = '2099-01-01T00:00:00.000Z';
    await database.pool.query(`update orders set expires_at = $1 where call = 'ask'`, [expiry]);
    await ends();
    await runJobs();
    const { rows } = await database.pool.query(`select expires_at from orders where status = 'open'`);
    const differenceMs = Math.abs(rows[0].expires_at.getTime() - Date.parse(expiry));
    expect(differenceMs).toBeLessThan(60_000);
  });

  it('the ask that has expired in the meantime is not placed again', async () => {
    await database.pool.query(
      `update orders set accepted_at = '2026-01-01', expires_at = '2026-01-02' where call = 'ask'`,
    );
    await isRefused();
  });
});

describe('when the buyer of a resting bid does not pay in time', () => {
  /** The seller's order meets a bid of its price, which becomes the deal of the test. */
  async function sellsAtOnce(call: 'ask' | 'sell', more: Partial<PlacementCommand> = {}): Promise<void> {
    await tradesInstead(
      order('bid', 'buyer', 190, { productId }),
      order(call, 'seller', 190, { productId, ...more }),
    );
  }

  async function daysOfRelisted(): Promise<(number | null)[]> {
    const { rows } = await database.pool.query<{ days: number | null }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from orders
       where status = 'open' and side = 'ask'`,
    );
    return rows.map(({ days }) => days);
  }

  it.each([
    ['an ask keeps its expiry', 'ask', { lifetimeMs: lifetimeMs(7) }, 7],
    ['an ask without one lasts on', 'ask', {}, null],
    ['a sale at once becomes an ask with the usual lifetime', 'sell', {}, DEFAULT_LIFETIME_DAYS],
  ] as const)('%s', async (_what, call, more, days) => {
    await sellsAtOnce(call, more);
    await endsUnpaid();
    await runJobs();
    expect(await daysOfRelisted()).toEqual([days]);
  });

  it('an ask that has expired in the meantime is not placed again', async () => {
    await sellsAtOnce('ask', { lifetimeMs: 1 });
    await endsUnpaid();
    await runJobs();
    expect(await openOrders()).toEqual([]);
    expect(refusedOrders).toMatchObject([{ to: 'seller' }]);
  });
});
