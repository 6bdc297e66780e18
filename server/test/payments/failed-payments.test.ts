import { randomUUID } from 'node:crypto';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetFormerSettings } from '../../src/accounts/forget-settings.js';
import { runChecks } from '../../src/audit/check-result.js';
import { FAILED_PAYMENTS_CHECK } from '../../src/audit/failed-payments.js';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { takeStep } from '../../src/deals/take-step.js';
import { buildDeal, fact, NO_HOLIDAYS, TERMS } from '../deals.js';
import { problemOf } from '../desk-market.js';
import { buildProducts } from '../market.js';
import { buildTrader, PASSWORD, type TestUser, useMarket } from '../test-app.js';

const NAME = 'Never Paid Runner';
const DAY_MS = 86_400_000;

let database: Database;
const market = useMarket({ payments: { provider: 'play' } });
let buyer: TestUser;

beforeAll(async () => {
  ({ database } = market);
  await buildProducts(database, [NAME], ['9', '10']);
});

afterAll(async () => {
  const client = await database.pool.connect();
  const [result] = await runChecks(client, [FAILED_PAYMENTS_CHECK]);
  client.release();
  expect(result?.violations).toBe(0);
  expect(result?.checked).toBeGreaterThan(0);
});

beforeEach(async () => {
  buyer = await buildTrader(market);
  // Their payment was chosen before their deals.
  await database.pool.query(
    `update accounts set card_saved_at = now() - interval '200 days' where user_id = $1`,
    [buyer.uid],
  );
});

async function take(key: DealKey, nowMs: number, kind: 'buyer' | 'clock', event: DealEvent): Promise<void> {
  const command =
    kind === 'clock' ? fact(kind, event) : { event, actor: { kind, id: kind }, seenVersion: null };
  const taken = await transaction(database.pool, (tx) =>
    takeStep(tx, key, command, { nowMs, holidays: NO_HOLIDAYS }),
  );
  expect(taken?.kind, event.type).toBe('stepped');
}

/** A purchase of this buyer that was cancelled so many days ago, because they did not pay it. */
async function failPayment(daysAgo: number, by = buyer): Promise<DealKey> {
  const failedAtMs = Date.now() - daysAgo * DAY_MS;
  const terms = { ...TERMS, tradedAtMs: failedAtMs - DAY_MS };
  const key = await buildDeal(database, { terms, parties: { buyer: by.uid, seller: 'seller' } });
  await take(key, failedAtMs, 'clock', { type: 'deadline-passed' });
  return key;
}

const place = (call: 'ask' | 'bid' | 'buy' | 'sell', by = buyer) =>
  by.post(`/${call}`, { id: randomUUID(), name: NAME, price: call === 'ask' ? 900 : 5, size: '9' });
const mayBid = async () => (await place('bid')).statusCode === 200;

it('two failed payments stop buying, and leave open bids and asks', async () => {
  await failPayment(30);
  expect(await mayBid()).toBe(true);
  await failPayment(20);
  for (const call of ['bid', 'buy'] as const) {
    const refused = await place(call);
    expect(problemOf(refused)).toEqual([409, 'card-needed']);
    expect(refused.json<{ detail: string }>().detail).toMatch(
      /^Two of your purchases were not paid in time\. To buy again, choose your payment in your settings again, or wait until \d.* at \d\d:\d\d UTC\.$/,
    );
  }
  const sizes = { id: randomUUID(), name: NAME, price: 5, sizes: ['9', '10'] };
  expect(problemOf(await buyer.post('/bidAnySize', sizes))).toEqual([409, 'card-needed']);
  expect((await place('ask')).statusCode).toBe(200);
  const { rows } = await database.pool.query(
    `select side from orders where user_id = $1 and status = 'open' order by side`,
    [buyer.uid],
  );
  expect(rows.map(({ side }) => side)).toEqual(['ask', 'bid']);
});

it('a failed payment counts for 90 days', async () => {
  await failPayment(91);
  await failPayment(89);
  expect(await mayBid()).toBe(true);
  await failPayment(0);
  expect(await mayBid()).toBe(false);
});

it('a failed payment whose penalty is waived counts no longer', async () => {
  await failPayment(10);
  const key = await failPayment(5);
  const nowMs = Date.now() - 4 * DAY_MS;
  await take(key, nowMs, 'buyer', { type: 'appeal' });
  expect(await mayBid()).toBe(false);
  await take(key, nowMs, 'clock', { type: 'waive-penalty' });
  expect(await mayBid()).toBe(true);
});

it.each([
  ['chosen in the settings', '/payment', { payment: 'CC' }],
  ['saved', '/payment-setup/card', { card: 'works' }],
])('a card that is %s after them lets the buyer buy, until the next', async (_how, path, body) => {
  await failPayment(40);
  await failPayment(30);
  expect(await mayBid()).toBe(false);
  expect((await buyer.post(path, body)).statusCode).toBe(200);
  expect(await mayBid()).toBe(true);
  expect((await buyer.get('/payment-setup')).json()).not.toMatchObject({ testCard: 'declined' });
  await failPayment(-1);
  expect(await mayBid()).toBe(false);
});

it('an account transfer keeps the failed payments and no card, an erasure forgets them', async () => {
  await failPayment(30);
  await failPayment(20);
  await buyer.post('/payment', { payment: 'CC' });
  const read = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*)::int from jsonb_object_keys(failed_payments)) as failed, card_saved_at as saved
       from accounts where user_id = $1`,
      [buyer.uid],
    );
    return rows;
  };
  expect(await read()).toEqual([{ failed: 2, saved: expect.any(Date) }]);
  await transaction(database.pool, (tx) => forgetFormerSettings(tx, buyer.uid));
  expect(await read()).toEqual([{ failed: 2, saved: null }]);
  await buyer.post('/auth/account/delete', { password: PASSWORD });
  expect(await read()).toEqual([]);
});
