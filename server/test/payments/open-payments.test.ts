import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock/system-clock.js';
import type { Database } from '../../src/database/connect.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { type MarketPayments, openPayments } from '../../src/payments/opening/open-payments.js';
import { PaymentPace } from '../../src/payments/payment-pace.js';
import type { PaymentSettings } from '../../src/payments/payment-settings.js';
import { signature } from '../../src/payments/play/event-queue.js';
import { createTestDatabase } from '../test-database.js';

const SECRET = 'whsec_shop';
const STRIPE: PaymentSettings = {
  provider: 'stripe',
  stripe: { secretKey: 'sk_test_shop', publishableKey: 'pk_test_shop', webhookSecret: SECRET },
};
const WEBHOOK = '/api/payments/stripe/webhook';
/** Monday, 10:00. */
const NOW_MS = Date.UTC(2026, 10, 2, 10);

let database: Database;
let app: FastifyInstance;
let payments: MarketPayments;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => {
  app = fastify();
});

afterEach(async () => {
  await app.close();
  await payments.close();
});

async function open(settings: PaymentSettings): Promise<void> {
  const { pool, backgroundPool } = database;
  const log = pino({ level: 'silent' });
  const jobs = new Jobs({ pool, random: Math.random, log });
  // Stopped, so that jobs stay to be counted and none asks Stripe.
  await jobs.stop();
  payments = await openPayments(settings, {
    pool,
    backgroundPool,
    jobs,
    publicUrl: 'https://shop.example',
    clock: { ...SYSTEM_CLOCK, wallMs: () => NOW_MS },
    newId: randomUUID,
    holidays: new Set(),
    onStepped: async () => {},
    pace: new PaymentPace(() => 0),
    log,
  });
  await payments.routes(app);
}

function bodyOf(id: string): Buffer {
  return Buffer.from(
    JSON.stringify({ id, object: 'event', data: { object: { id: `pi_${id}`, object: 'payment_intent' } } }),
  );
}

async function post(body: Buffer, { secret = SECRET, atMs = NOW_MS } = {}) {
  return app.inject({
    method: 'POST',
    url: WEBHOOK,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature(body, secret, Math.floor(atMs / 1_000)),
    },
    payload: body,
  });
}

async function effects(): Promise<{ events: number; checks: number }> {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from provider_events) as events,
       (select count(*)::int from jobs where kind like 'payment-check-%') as checks`,
  );
  return rows[0];
}

describe('webhooks of Stripe', () => {
  beforeEach(async () => {
    await database.pool.query('truncate provider_events, jobs');
    await open(STRIPE);
  });

  it('cause one check, however often they arrive', async () => {
    for (let time = 0; time < 3; time += 1) {
      const answer = await post(bodyOf('evt_1'));
      expect(answer.statusCode).toBe(200);
    }
    expect(await effects()).toEqual({ events: 1, checks: 1 });
  });

  it('cause one check when they arrive at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(bodyOf('evt_2'))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(await effects()).toEqual({ events: 1, checks: 1 });
  });

  it.each([
    ['signed by another', bodyOf('evt_3'), { secret: 'whsec_other' }],
    ['older than five minutes', bodyOf('evt_3'), { atMs: NOW_MS - 301_000 }],
    ['that are no JSON', Buffer.from('{"id": "evt_3"'), {}],
    ['without an object', Buffer.from('{"id": "evt_3"}'), {}],
    ['that are empty', Buffer.alloc(0), {}],
  ])('%s are refused, and do nothing', async (_, body, options) => {
    const answer = await post(body, options);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'unsigned' });
    expect(await effects()).toEqual({ events: 0, checks: 0 });
  });

  it('without a signature are refused', async () => {
    const answer = await app.inject({ method: 'POST', url: WEBHOOK, payload: bodyOf('evt_4') });
    expect(answer.statusCode).toBe(400);
    expect(await effects()).toEqual({ events: 0, checks: 0 });
  });

  it('are deleted after 30 days', async () => {
    await post(bodyOf('evt_7'));
    await database.pool.query(
      "insert into provider_events values ('stripe', 'evt_0', now() - interval '31 days')",
    );
    for (const { work } of payments.maintenance) {
      await work();
    }
    const { rows } = await database.pool.query('select event_id as id from provider_events');
    expect(rows).toEqual([{ id: 'evt_7' }]);
  });

  it('of more than 256 KiB are refused before they are read', async () => {
    const answer = await post(Buffer.alloc(256 * 1024 + 1, 'x'));
    expect(answer.statusCode).toBe(413);
  });
});

it('without payments there is no address for webhooks, and no work', async () => {
  await open({ provider: 'off' });
  expect(payments.maintenance).toEqual([]);
  expect((await post(bodyOf('evt_5'))).statusCode).toBe(404);
});

it('play money needs no address for webhooks', async () => {
  await open({ provider: 'play' });
  for (const { work } of payments.maintenance) {
    await work();
  }
  expect((await post(bodyOf('evt_6'))).statusCode).toBe(404);
});
