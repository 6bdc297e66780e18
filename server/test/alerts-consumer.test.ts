import type { OrderCall } from '@perkex/core/order-book/order.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import type { Database } from '../src/database/connect.js';
import { declaredStatements } from '../src/database/statement.js';
import { type Transaction, transaction } from '../src/database/transaction.js';
import { consumeNext } from '../src/feed/consume.js';
import type { FeedEntry } from '../src/feed/entry.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { AlertsConsumer } from '../src/watching/alerts-consumer.js';
import { remindOfReleases } from '../src/watching/remind-of-releases.js';
import { sendRestedAlerts, takeAlerts } from '../src/watching/send-alerts.js';
import { setWatch } from '../src/watching/set-watch.js';
import { watchingMaintenance } from '../src/watching/watching-maintenance.js';
import { consumeAll, silentFeed } from './consumers.js';
import { dyingPool } from './faulty-pool.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { createTestDatabase } from './test-database.js';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-11-22T12:00:00Z');

let database: Database;
let engine: MatchingEngine;
let productId: number;
let nowMs = START_MS;
let products = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await buildTraders(database, 'ann', 'bob', 'cid');
  engine = openEngine(database);
});

/** A product that has no watches yet. */
beforeEach(async () => {
  products += 1;
  [productId = 0] = await buildProducts(database, [`Watched Runner ${products}`]);
  nowMs = START_MS;
});

afterAll(async () => {
  await engine.close();
  await database.close();
});

/** The consumer of a server that has just been started. */
const newConsumer = () => new AlertsConsumer(new NotificationWriter(silentFeed, null), async () => nowMs);

const consumeNews = (consumer = newConsumer()) => consumeAll(database, consumer);

async function place(call: OrderCall, userId: string, dollars: number, size = '9'): Promise<string> {
  const placed = order(call, userId, dollars, { productId, size });
  await engine.submit(placed);
  return placed.orderId;
}

async function takeBack(userId: string, orderId: string): Promise<void> {
  await engine.submit(await cancellation(database, 'ask', userId, orderId));
}

function watch(userId: string, size: string, dollars: number | null) {
  const key = { userId, productId, size };
  return transaction(database.pool, (tx) => setWatch(tx, key, dollars === null ? null : dollars * 100));
}

interface SentAlert {
  readonly user: string;
  readonly size: string;
  readonly ask: number;
  readonly alert: number;
}

/** The notifications about this test's product, in the order in which they were created. */
async function alerts(): Promise<SentAlert[]> {
  const { rows } = await database.pool.query<SentAlert>(
    `select user_id as user, size, price_cents / 100 as ask, alert_cents / 100 as alert from notices
     where product_id = $1 and kind = 'alert' order by made_at, user_id`,
    [productId],
  );
  return rows;
}

describe('an alert', () => {
  it('is sent when an ask of its size, or of any size, appears at or below its price', async () => {
    await watch('ann', '9', 200);
    await watch('bob', '', 210);
    await watch('cid', '10', 300);
    await watch('dan', '9', null);
    await place('ask', 'cid', 211);
    await consumeNews();
    expect(await alerts()).toEqual([]);
    await place('ask', 'cid', 200);
    await consumeNews();
    await consumeNews();
    expect(await alerts()).toEqual([
      { user: 'ann', size: '9', ask: 200, alert: 200 },
      { user: 'bob', size: '9', ask: 200, alert: 210 },
    ]);
  });

  it('is not sent for an own ask, nor for one that is gone before the consumer reads it', async () => {
    await watch('ann', '', 200);
    await place('ask', 'ann', 150);
    await consumeNews();
    const gone = await place('ask', 'bob', 190);
    await takeBack('bob', gone);
    await consumeNews();
    expect(await alerts()).toEqual([]);
    await place('ask', 'bob', 180);
    await consumeNews();
    expect(await alerts()).toEqual([{ user: 'ann', size: '9', ask: 180, alert: 200 }]);
  });

  it('is found in transactions that a frozen process holds for three seconds at most', async () => {
    const limits = await Promise.all(
      [takeAlerts, (tx: Transaction) => setWatch(tx, { userId: 'ann', productId, size: '9' }, 20_000)].map(
        (take) =>
          transaction(database.pool, async (tx) => {
            await take(tx);
            return (await tx.query('show idle_in_transaction_session_timeout')).rows[0];
          }),
      ),
    );
    const brief = { idle_in_transaction_session_timeout: '3s' };
    expect(limits).toEqual([brief, brief]);
  });

  it('rests by the clock of the database, whatever that of the server says', async () => {
    const consumeByDefault = () => consumeNews(new AlertsConsumer(new NotificationWriter(silentFeed, null)));
    await watch('ann', '9', 200);
    const first = await place('ask', 'bob', 190);
    await consumeByDefault();
    await takeBack('bob', first);
    await consumeByDefault();
    vi.setSystemTime(Date.now() + 2 * 60 * MINUTE_MS);
    try {
      await place('ask', 'bob', 180);
      await consumeByDefault();
    } finally {
      vi.useRealTimers();
    }
    expect(await alerts()).toHaveLength(1);
  });

  it('is not sent again until every ask has been above its price', async () => {
    await watch('ann', '9', 200);
    const first = await place('ask', 'bob', 190);
    await consumeNews();
    nowMs += 61 * MINUTE_MS;
    await place('ask', 'bob', 180);
    await consumeNews();
    expect(await alerts(), 'better ones are no news').toHaveLength(1);
    await place('buy', 'cid', 180);
    await takeBack('bob', first);
    await consumeNews();
    await place('ask', 'bob', 200);
    await consumeNews();
    expect(await alerts()).toHaveLength(2);
  });

  it('is armed again by an own ask at its price alone', async () => {
    await watch('ann', '9', 200);
    await watch('ann', '', 200);
    const first = await place('ask', 'bob', 190);
    await consumeNews();
    await place('ask', 'ann', 195);
    const other = await place('ask', 'cid', 199);
    await takeBack('bob', first);
    await consumeNews();
    nowMs += 61 * MINUTE_MS;
    const better = await place('ask', 'bob', 150);
    await consumeNews();
    expect(await alerts(), 'that of cid was there all the time').toHaveLength(1);
    await takeBack('bob', better);
    await takeBack('cid', other);
    await consumeNews();
    await place('ask', 'bob', 150);
    await consumeNews();
    expect(await alerts()).toHaveLength(2);
  });

  it('that flaps is sent once an hour, and then for the ask that is still open', async () => {
    await watch('ann', '9', 200);
    for (let round = 0; round < 3; round += 1) {
      const ask = await place('ask', 'bob', 190);
      await consumeNews();
      await takeBack('bob', ask);
      await consumeNews();
      nowMs += MINUTE_MS;
    }
    await place('ask', 'bob', 195);
    await consumeNews();
    expect(await alerts()).toHaveLength(1);
    const rest = () =>
      transaction(database.pool, async (tx) => {
        await takeAlerts(tx);
        await sendRestedAlerts(tx, new NotificationWriter(silentFeed, null), nowMs);
      });
    nowMs = START_MS + 59 * MINUTE_MS;
    await rest();
    expect(await alerts()).toHaveLength(1);
    nowMs = START_MS + 60 * MINUTE_MS;
    await rest();
    await rest();
    expect((await alerts()).map(({ ask }) => ask)).toEqual([190, 195]);
  });

  it('that was met in its pause is sent by a server that starts, however long ago that was', async () => {
    await watch('ann', '9', 200);
    const first = await place('ask', 'bob', 190);
    await consumeNews();
    await takeBack('bob', first);
    await consumeNews();
    await place('ask', 'bob', 195);
    await consumeNews();
    expect(await alerts()).toHaveLength(1);
    await database.pool.query(`update watches set alerted_at = now() - interval '3 days'`);
    const [rested] = watchingMaintenance(
      database.pool,
      () => new NotificationWriter(silentFeed, null),
      SYSTEM_CLOCK,
    );
    await rested?.work();
    expect((await alerts()).map(({ ask }) => ask)).toEqual([190, 195]);
    // From then on, it looks at each alert when its pause ends.
    await database.pool.query(`update watches set is_armed = true, alerted_at = now() - interval '3 days'`);
    await rested?.work();
    expect(await alerts()).toHaveLength(2);
  });

  it('at another price is another alert, which does not wait', async () => {
    await watch('ann', '9', 200);
    await place('ask', 'bob', 190);
    await consumeNews();
    expect(await watch('ann', '9', 180)).toEqual({ alert: 180, isMet: false });
    await place('ask', 'bob', 175);
    await consumeNews();
    expect((await alerts()).map(({ ask }) => ask)).toEqual([190, 175]);
  });

  it('that is met when it is set is not sent, and the next ask sends it', async () => {
    const there = await place('ask', 'bob', 190);
    expect(await watch('ann', '9', 200)).toEqual({ alert: 200, isMet: true });
    await place('ask', 'bob', 210);
    await consumeNews();
    expect(await alerts()).toEqual([]);
    await takeBack('bob', there);
    await consumeNews();
    await place('ask', 'cid', 199);
    await consumeNews();
    expect((await alerts()).map(({ ask }) => ask)).toEqual([199]);
  });

  it('is sent once to a user who watches the size and all sizes', async () => {
    await watch('ann', '', 250);
    await watch('ann', '9', 200);
    await place('ask', 'bob', 199);
    await consumeNews();
    expect(await alerts()).toEqual([{ user: 'ann', size: '9', ask: 199, alert: 200 }]);
  });

  it('is not sent to a user whose account is being erased', async () => {
    await watch('gone', '9', 200);
    await database.pool.query(`insert into departures values ('gone', 'pseudonym')`);
    await place('ask', 'bob', 199);
    await consumeNews();
    expect(await alerts()).toEqual([]);
    await database.pool.query('delete from departures');
  });

  it('that is being set as the ask arrives is sent once it is set', async () => {
    const consumer = newConsumer();
    await consumeNews(consumer);
    const answer = await transaction(database.pool, async (tx) => {
      const set = await setWatch(tx, { userId: 'ann', productId, size: '9' }, 200_00);
      await place('ask', 'bob', 199);
      await consumeNext(database.pool, consumer);
      return set;
    });
    expect(answer).toEqual({ alert: 200, isMet: false });
    await consumeNews(consumer);
    expect(await alerts()).toHaveLength(1);
  });

  it('follow only from entries with changed asks', async () => {
    const batches: FeedEntry[] = [];
    const own = openEngine(database, { onBatch: (batch) => batches.push(batch) });
    for (const [call, user, dollars] of [
      ['bid', 'ann', 100],
      ['ask', 'bob', 310],
      ['buy', 'cid', 310],
    ] as const) {
      await own.submit(order(call, user, dollars, { productId }));
    }
    await own.close();
    expect(batches.map((entry) => newConsumer().wants(entry))).toEqual([false, true, true]);
  });
});

describe('the alerts of a popular product', () => {
  it('are only read where an ask comes near their price', async () => {
    const far = 2000;
    await database.pool.query(
      `insert into watches (user_id, product_id, size, alert_cents, is_armed)
       select 'far-' || n, $1, case n % 2 when 0 then '9' else '' end, case n % 4 when 0 then 30000 else 10000 end, n % 4 > 0
       from generate_series(1, ${far}) as n`,
      [productId],
    );
    await database.pool.query('vacuum analyze watches');
    await watch('ann', '9', 210);
    // Above the armed alerts of $100, below the sent ones of $300.
    await place('ask', 'bob', 205);
    await consumeNews();
    expect(await alerts()).toEqual([{ user: 'ann', size: '9', ask: 205, alert: 210 }]);
    const { text = '' } = declaredStatements().find(({ name }) => name === 'find-changed-alerts') ?? {};
    const { rows } = await transaction(database.pool, async (tx) => {
      await tx.query(`prepare planned as ${text}`);
      return tx.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) execute planned('{${productId}}', '{9}', now())`,
      );
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const read = [...plan.matchAll(/on watches\b.*actual rows=(\d+)/g)].map(([, count]) => Number(count));
    expect(read.length, plan).toBeGreaterThan(0);
    expect(Math.max(...read), plan).toBeLessThan(10);
    expect(plan).not.toMatch(/Rows Removed by (Join )?Filter: \d{3}/);
  });
});

describe('a consumer whose connection dies', () => {
  it('at any of its statements has sent nothing, and the next run sends it once', async () => {
    const consumer = newConsumer();
    await consumeNews(consumer);
    await watch('ann', '9', 200);
    let statements = Number.POSITIVE_INFINITY;
    let at = 1;
    for (; at <= statements; at += 1) {
      const ask = await place('ask', 'bob', 199);
      const dying = dyingPool(database.pool, at);
      const before = (await alerts()).length;
      const outcome = await consumeNext(dying.pool, consumer).then(
        () => 'kept',
        () => 'failed',
      );
      if (outcome === 'kept') {
        statements = dying.count();
      } else {
        expect(await alerts(), `at statement ${at}`).toHaveLength(before);
      }
      await consumeNews(consumer);
      expect(await alerts()).toHaveLength(before + 1);
      await takeBack('bob', ask);
      await consumeNews(consumer);
      nowMs += 61 * MINUTE_MS;
    }
    expect(statements, 'each statement was interrupted in turn').toBeGreaterThan(7);
  });
});

describe('a release day', () => {
  const DAY = '2026-12-01';
  const remind = (today = DAY) =>
    remindOfReleases(database.pool, new NotificationWriter(silentFeed, null), today);

  async function comesOut(day: string): Promise<void> {
    await database.pool.query('update products set release_date = $2 where id = $1', [productId, day]);
  }

  async function reminded(): Promise<string[]> {
    const { rows } = await database.pool.query<{ text: string }>(
      `select user_id || ' ' || (made_at at time zone 'UTC')::date as text from notices
       where product_id = $1 and kind = 'release' order by 1`,
      [productId],
    );
    return rows.map(({ text }) => text);
  }

  it('sends one reminder to each earlier watcher, with any number of servers', async () => {
    await comesOut(DAY);
    await watch('ann', '', null);
    await watch('ann', '9', 100);
    await watch('bob', '10', null);
    await watch('cid', '', null);
    await database.pool.query(
      `update watches set made_at = case user_id when 'cid' then '2026-12-01T00:00:00Z' else '2026-11-30T23:59:59Z' end::timestamptz
       where product_id = $1`,
      [productId],
    );
    await remind('2026-11-30');
    expect(await reminded()).toEqual([]);
    await Promise.all([remind(), remind(), remind()]);
    await remind('2026-12-02');
    expect(await reminded()).toEqual([`ann ${DAY}`, `bob ${DAY}`]);
  });

  it('that was put off sends another reminder, and one that is long past sends none', async () => {
    await watch('ann', '', null);
    await database.pool.query(`update watches set made_at = '2026-11-01' where product_id = $1`, [productId]);
    await comesOut(DAY);
    await remind();
    await comesOut('2026-12-05');
    await remind('2026-12-05');
    expect(await reminded()).toEqual([`ann ${DAY}`, 'ann 2026-12-05']);
    await watch('bob', '', null);
    await database.pool.query(`update watches set made_at = '2026-11-01' where product_id = $1`, [productId]);
    await remind('2026-12-12');
    expect(await reminded()).toHaveLength(2);
  });
});
