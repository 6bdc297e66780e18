import { randomUUID } from 'node:crypto';
import { audit } from '@perkex/server/audit/audit.js';
import type { Clock } from '@perkex/server/clock/clock.js';
import { SYSTEM_CLOCK } from '@perkex/server/clock/system-clock.js';
import { ADVISORY_LOCKS } from '@perkex/server/database/advisory-locks.js';
import type { Database } from '@perkex/server/database/connect.js';
import type { MatchingEngine } from '@perkex/server/orders/matching-engine.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildProducts, buildTraders, openEngine } from '../../server/test/market.js';
import { createTestDatabase } from '../../server/test/test-database.js';
import { fillEmptyMarket } from '../src/fill-empty-market.js';
import { seededRandom } from '../src/random.js';
import { DemoTrading } from '../src/trading.js';

const MOVES = 200;

let database: Database;
let engine: MatchingEngine;
let opened: DemoTrading[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  engine = openEngine(database);
  await fillEmptyMarket(database, new Date(), { newId: randomUUID });
  await buildTraders(database, 'ann');
});

afterEach(async () => {
  for (const trading of opened) {
    trading.close();
  }
  opened = [];
  // PostgreSQL ends a closed connection, and with it the lead, a moment later.
  await expect.poll(() => count(OF_LEAD)).toBe(0);
});

afterAll(async () => {
  await engine.close();
  await database.close();
});

const OF_LEAD = `from pg_locks
  where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.demoTrading}
    and database = (select oid from pg_database where datname = current_database())`;

interface TradingOptions {
  readonly clock?: Clock;
  readonly isWatched?: () => boolean;
  readonly of?: Database;
  readonly seed?: number;
}

function openTrading({
  clock = SYSTEM_CLOCK,
  isWatched = () => true,
  of = database,
  seed = 1,
}: TradingOptions = {}): DemoTrading {
  const trading = new DemoTrading({
    pool: of.pool,
    engine,
    clock,
    newId: randomUUID,
    isWatched,
    random: seededRandom(seed),
  });
  opened.push(trading);
  return trading;
}

async function count(query: string, of = database): Promise<number> {
  const { rows } = await of.pool.query<{ count: number }>(`select count(*)::int as count ${query}`);
  return rows[0]?.count ?? 0;
}

const tradeCount = () => count('from trades');
const openOrderCount = () => count(`from orders where status = 'open'`);

describe('the demonstration market', () => {
  it('is idle without visitors', async () => {
    const trading = openTrading({ isWatched: () => false });
    expect([await trading.advance(), await trading.advance()]).toEqual([null, null]);
    expect(await tradeCount()).toBe(0);
  });

  it('trades while there are visitors, does not grow, and holds every invariant', async () => {
    const ask = { kind: 'placement', call: 'ask', userId: 'ann', productId: 1, size: '9' } as const;
    const dear = await engine.submit({ ...ask, orderId: randomUUID(), priceCents: 999_900 });
    expect(dear.kind).toBe('rested');
    const before = {
      open: await openOrderCount(),
      empty: await count('from books where open_asks + open_bids = 0'),
    };
    const trading = openTrading();
    for (let move = 0; move < MOVES; move += 1) {
      await trading.advance();
    }
    expect(await tradeCount()).toBeGreaterThan(MOVES / 5);
    expect(await openOrderCount()).toBeLessThan(before.open + MOVES / 2);
    expect(
      await count(
        `from (select 1 from orders where status = 'open' group by product_id, size, side having count(*) > 9) as crowded`,
      ),
    ).toBe(0);
    expect(await count('from books where open_asks + open_bids = 0')).toBe(before.empty);
    expect(await count(`from orders where user_id = 'ann' and status = 'open'`)).toBe(1);
    expect((await audit(database.pool)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('begins to trade a product on the day of its release', async () => {
    const { rows } = await database.pool.query<{ id: number; day: string }>(
      'select id, trades_from::text as day from products where trades_from is not null order by trades_from limit 1',
    );
    const { id = 0, day = '' } = rows[0] ?? {};
    const ordersOf = () => count(`from orders where product_id = ${id}`);
    const tradeOn = async (wallMs: number, mayStop: () => Promise<boolean>) => {
      const trading = openTrading({ clock: { ...SYSTEM_CLOCK, wallMs: () => wallMs } });
      for (let move = 0; move < MOVES && !(await mayStop()); move += 1) {
        await trading.advance();
      }
      trading.close();
      await expect.poll(() => count(OF_LEAD)).toBe(0);
    };
    await tradeOn(Date.parse(day) - 1, async () => false);
    expect(await ordersOf()).toBe(0);
    await tradeOn(Date.parse(day), async () => (await ordersOf()) > 1);
    expect(await ordersOf()).toBeGreaterThan(1);
  });

  it('is led by one of several processes, and by the next one when that stops', async () => {
    let isFirstWatched = true;
    const first = openTrading({ isWatched: () => isFirstWatched, seed: 2 });
    const second = openTrading({ seed: 3 });
    const moved = async (trading: DemoTrading) => {
      let moves = 0;
      for (let turn = 0; turn < 12; turn += 1) {
        moves += (await trading.advance()) ? 1 : 0;
      }
      return moves > 0;
    };
    expect([await moved(first), await moved(second)]).toEqual([true, false]);
    isFirstWatched = false;
    expect(await moved(first)).toBe(false);
    await expect.poll(() => moved(second)).toBe(true);
  });

  it('continues after the connection that holds the leadership has broken', async () => {
    const trading = openTrading({ seed: 4 });
    await trading.advance();
    await database.pool.query(`select pg_terminate_backend(pid) ${OF_LEAD}`);
    const before = await openOrderCount();
    await expect
      .poll(async () => {
        await trading.advance();
        return openOrderCount();
      })
      .not.toBe(before);
  });
});

it('a shop’s own market is left alone, even where a product has the same name', async () => {
  const own = await createTestDatabase();
  try {
    await buildProducts(own, ['MSCHF Big Red Boot']);
    const trading = openTrading({ of: own });
    expect([await trading.advance(), await trading.advance()]).toEqual([null, null]);
    expect(await count('from orders', own)).toBe(0);
    trading.close();
  } finally {
    await own.close();
  }
});
