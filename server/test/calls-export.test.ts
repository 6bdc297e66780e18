import { type UserExport, userExportSchema } from '@perkex/contract/user-export.js';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { transaction } from '../src/database/transaction.js';
import { startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { consumeAll } from './consumers.js';
import { action, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts, order } from './market.js';
import { buildTestApp, buildTrader, SHIPPING, signUp, type TestUser, useMarket } from './test-app.js';

/** More than one read fetches. */
const TRADES = 620;

const market = useMarket({ openOrderLimits: { perUser: 100, perBook: 100 } });
let seller: TestUser;
let buyer: TestUser;
/** The ids of the seller's asks, in the order in which they were sold. */
const sold: string[] = [];

beforeAll(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market, 'seller@shop.example'), buildTrader(market)]);
  const [productId = 0] = await buildProducts(market.database, ['Much sold']);
  for (let done = 0; done < TRADES; done += 62) {
    const asks = Array.from({ length: 62 }, () => order('ask', seller.uid, 100, { productId }));
    const buys = asks.map(() => order('buy', buyer.uid, 100, { productId }));
    await Promise.all([...asks, ...buys].map((command) => market.engine.submit(command)));
    sold.push(...asks.map(({ orderId }) => orderId));
  }
});

async function exportOf(user: TestUser): Promise<UserExport> {
  const answer = await user.get('/export');
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-disposition']]).toEqual(
    [200, 'no-store', 'attachment; filename="perkex-export.json"'],
  );
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(z.parse(userExportSchema, answer.json())).toEqual(answer.json());
  return answer.json<UserExport>();
}

describe('an export', () => {
  it('has every sale and purchase, newest first, with its fees and total', async () => {
    const { sales, purchases } = await exportOf(seller);
    expect(sales.map(({ id }) => id)).toEqual([...sold].reverse());
    expect(purchases).toEqual([]);
    expect(sales[0]).toMatchObject({ name: 'Much sold', size: '9', price: 100 });
    const bought = await exportOf(buyer);
    expect([bought.sales.length, bought.purchases.length]).toEqual([0, TRADES]);
    for (const [trade, sign] of [
      [sales[0]!, -1],
      [bought.purchases[0]!, 1],
    ] as const) {
      expect(trade.total).toBeCloseTo(trade.price + sign * trade.fees, 2);
    }
  });

  it('has every order once, whatever became of it', async () => {
    const user = await buildTrader(market);
    const open = order('ask', user.uid, 900);
    const cancelled = order('ask', user.uid, 901);
    const refused = order('buy', user.uid, 1);
    for (const command of [open, cancelled, refused]) {
      await market.engine.submit(command);
    }
    await user.post('/deleteAsk', { id: cancelled.orderId });
    const { orders } = await exportOf(user);
    expect(orders.map(({ group }) => group)).toEqual([null, null, null]);
    expect(Object.fromEntries(orders.map(({ id, status, refusal }) => [id, [status, refusal]]))).toEqual({
      [open.orderId]: ['open', null],
      [cancelled.orderId]: ['cancelled', null],
      [refused.orderId]: ['refused', 'price-moved'],
    });
    expect(orders.map(({ closedAt, status }) => (closedAt === null) === (status !== 'cancelled'))).toEqual(
      Array.from({ length: 3 }, () => true),
    );
    const sellers = await exportOf(seller);
    expect(sellers.orders.map(({ id }) => id).sort()).toEqual([...sold].sort());
  });

  it('has the deal of each trade since the start of deals, with its events', async () => {
    const consumer = new DealsConsumer(QUIET_STEPS);
    await startDeals(market.database.pool, consumer);
    const [from, to] = await Promise.all([buildTrader(market), buildTrader(market)]);
    await market.engine.submit(order('ask', from.uid, 100));
    await market.engine.submit(order('buy', to.uid, 100));
    await consumeAll(market.database, consumer);
    const [deal] = (await exportOf(to)).deals;
    expect(deal).toMatchObject({ name: 'Much sold', size: '9', party: 'buyer', state: 'unpaid', events: [] });
    const key = { productId: deal?.productId ?? 0, id: deal?.id ?? '' };
    const undo = action('buyer', { type: 'undo', earlierUndos: 0 }, 0);
    await transaction(market.database.pool, (tx) =>
      takeStep(tx, key, undo, { nowMs: Date.now(), holidays: NO_HOLIDAYS }),
    );
    const events = [{ event: 'undo', by: 'buyer', at: expect.stringMatching(/^20.*Z$/) }];
    expect((await exportOf(from)).deals).toMatchObject([{ party: 'seller', state: 'cancelled', events }]);
    expect((await exportOf(seller)).deals).toEqual([]);
  });

  it('has the settings, and none of the account’s secrets', async () => {
    const data = await exportOf(seller);
    expect(data).toMatchObject({
      uid: seller.uid,
      shipping: SHIPPING,
      payout: { type: 'PAYPAL' },
      payment: { type: 'CC' },
      account: {
        name: '',
        email: 'seller@shop.example',
        isEmailProved: false,
        logins: [{ provider: 'password', name: null }],
        factors: { app: false, phone: null, recoveryCodes: 0 },
      },
    });
    expect(data.account?.sessions).toHaveLength(1);
    expect(data.account?.events.map(({ kind }) => kind)).toEqual(['signed-up']);
    const { rows } = await market.database.pool.query<{ secret: string }>(
      `select password as secret from identity_logins where user_id = $1
       union all select token from identity_sessions where user_id = $1`,
      [seller.uid],
    );
    expect(rows).toHaveLength(2);
    for (const { secret } of rows) {
      expect(JSON.stringify(data)).not.toContain(secret);
    }
  });

  it('has nothing of other users', async () => {
    const text = JSON.stringify(await exportOf(seller));
    expect(text).not.toContain(buyer.uid);
    const newcomer = await signUp(market);
    const { orders, sales, purchases, shipping } = await exportOf(newcomer);
    expect([orders, sales, purchases, shipping.street]).toEqual([[], [], [], '']);
  });

  it('needs a session', async () => {
    expect((await market.app.inject('/api/export')).statusCode).toBe(401);
  });
});

it('an export is available a few times an hour to each user', async () => {
  const limited = await buildTestApp({ rateLimits: true });
  try {
    const user = await signUp(limited);
    for (let asked = 0; asked < 6; asked += 1) {
      expect((await user.get('/export')).statusCode).toBe(200);
    }
    const refused = await user.get('/export');
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      429,
      'too-many-requests',
      'Too many exports. Please try again in 60 minutes.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await (await signUp(limited)).get('/export')).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
