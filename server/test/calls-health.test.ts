import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../src/app.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { connectDatabase } from '../src/database/connect.js';
import { Jobs } from '../src/jobs/jobs.js';
import { AccountNews } from '../src/notifications/account-news.js';
import { MarketNotifications } from '../src/notifications/market-notifications.js';
import { openTrading } from '../src/orders/open-trading.js';
import { PriceRules } from '../src/price-rules/price-rules.js';
import { Vacations } from '../src/vacations/vacations.js';
import { openFeed } from './consumers.js';
import { buildProducts } from './market.js';
import { expectBusy, identityThatSays, PUBLIC_URL, useMarket } from './test-app.js';
import { testPictures } from './test-senders.js';
import '../src/shared-reads.js';

const market = useMarket();

/** On a busy machine, a database may take longer to answer than the check waits. */
async function becomesHealthy(): Promise<void> {
  const health = async () => {
    const answer = await market.app.inject('/api/health');
    return [answer.statusCode, answer.json()];
  };
  await expect.poll(health).toEqual([200, { status: 'ok' }]);
}

it('the server is healthy while its database answers', becomesHealthy);

it('a server that has started is healthy once it has read its products, and calls wait for them', async () => {
  await buildProducts(market.database, ['Air Early']);
  const client = await market.database.pool.connect();
  await client.query('begin');
  await client.query('lock table products in access exclusive mode');
  const reading = market.app.readAhead();
  const browse = market.app.inject('/api/browse');
  expect((await market.app.inject('/api/health')).statusCode).toBe(503);
  await client.query('rollback');
  client.release();
  expect((await browse).json()).toMatchObject({ count: 1 });
  await reading;
  await becomesHealthy();
});

it('the server is healthy again after its connections broke', async () => {
  await market.app.inject('/api/health');
  await market.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(async () => (await market.app.inject('/api/health')).statusCode).toBe(200);
});

it('the answer takes less than 3 seconds, whatever the database does', () => {
  const { connectionTimeoutMillis, query_timeout } = market.database.healthPool.options;
  expect(Number(connectionTimeoutMillis) + Number(query_timeout)).toBeLessThan(3_000);
});

it('the server is healthy while other reads use up its connections', async () => {
  const { pool } = market.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await becomesHealthy();
  for (const client of clients) {
    client.release();
  }
});

describe('while orders cannot be written', () => {
  it('the server is not healthy, though its database answers', async () => {
    const isUnableToWrite = vi.spyOn(market.engine, 'isUnableToWrite', 'get').mockReturnValue(true);
    const answer = await market.app.inject('/api/health');
    isUnableToWrite.mockRestore();
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable' }]);
  });
});

describe('without a database', () => {
  let away: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    // No server listens on port 1.
    const nowhere = connectDatabase({ connectionString: 'postgres://perkex@127.0.0.1:1/none' }, () => {});
    const { pool } = nowhere;
    const [random, publicUrl, log] = [Math.random, PUBLIC_URL, pino({ level: 'silent' })];
    const feed = openFeed(pool, () => {});
    const identity = identityThatSays(async () => ({ uid: 'ann' }));
    const jobs = new Jobs({ pool, random, log });
    const engine = {
      submit: () => Promise.reject(new Error('not reached')),
      isUnableToWrite: false,
      commandsInProgress: 0,
      laneOf: () => '',
    };
    const trading = openTrading({
      pool,
      clock: SYSTEM_CLOCK,
      engine,
      log,
      paymentProvider: null,
      forgetPaused: async () => null,
    });
    const priceRules = new PriceRules({
      pool,
      keys: trading.keys,
      changedOrderId: (id) => id,
      onFailure() {},
      change: () => engine.submit(),
    });
    away = await buildApp({
      clock: SYSTEM_CLOCK,
      random,
      newId: randomUUID,
      database: nowhere,
      feed,
      identity,
      keyNews: new AccountNews('key-made', pool, jobs, async () => {}),
      notifications: new MarketNotifications({ pool, feed, jobs, identity, mails: null, publicUrl, log }),
      engine,
      trading,
      priceRules,
      vacations: new Vacations({
        pool,
        jobs,
        newId: randomUUID,
        rules: priceRules,
        pause: async () => false,
        place: async () => [],
      }),
      publicUrl,
      rateLimits: false,
      trustProxy: false,
      pictures: testPictures(),
      log,
    });
  });

  afterAll(() => away.close());

  it('the server reports that it is not healthy', async () => {
    const answer = await away.inject('/api/health');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable' }]);
  });

  it.each([
    '/api/',
    '/api/1',
    '/api/prices?name=Air',
    '/api/trending',
    '/api/getUserData/ann',
    '/drawings/1.svg',
  ])('GET %s asks to retry in a moment, and reveals no internals', async (url) => {
    const answer = await away.inject(url);
    expectBusy(answer);
  });

  it('an order asks to retry in a moment', async () => {
    const payload = { uid: 'ann', id: crypto.randomUUID(), name: 'Air', price: 100, size: '9' };
    const answer = await away.inject({ method: 'POST', url: '/api/ask', payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'busy' }]);
  });
});
