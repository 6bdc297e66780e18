import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { Database } from '../../src/database/connect.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { perkex } from '../cli-process.js';
import { consumeAll } from '../consumers.js';
import { buildProducts } from '../market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from '../test-app.js';
import { createTestDatabase } from '../test-database.js';

const NAME = 'Paid Runner';

let database: Database;
/** Two servers of one market. */
let servers: readonly [TestApp, TestApp];

beforeAll(async () => {
  database = await createTestDatabase();
  const first = await buildTestApp({ database, payments: { provider: 'play' } });
  servers = [first, await buildTestApp({ database, payments: { provider: 'play' } })];
  for (const { jobs } of servers) {
    jobs.start();
  }
  await buildProducts(database, [NAME], ['9']);
});

afterAll(async () => {
  const violated = (await audit(database.pool)).filter(({ violations }) => violations > 0);
  for (const server of servers) {
    await server.close();
  }
  await database.close();
  expect(violated).toEqual([]);
});

/** All work in the background, once on each server. */
async function work(): Promise<void> {
  await servers[0].consumeFeed();
  for (const consumer of servers[0].deals.consumers) {
    await consumeAll(database, consumer);
  }
  for (const { deals, payments } of servers) {
    for (const { work } of [...deals.maintenance, ...payments.maintenance]) {
      await work();
    }
  }
}

async function until(key: DealKey, expected: object): Promise<void> {
  await vi.waitFor(async () => {
    await work();
    expect((await readDeal(database.pool, key))?.deal).toMatchObject(expected);
  }, 60_000);
}

/** Lets two new users trade. */
async function trade(): Promise<{ seller: TestUser; buyer: TestUser; key: DealKey }> {
  const [market] = servers;
  const seller = await buildTrader(market);
  const buyer = await buildTrader(market);
  expect((await seller.post('/ask', order(200))).statusCode).toBe(200);
  expect((await buyer.post('/buy', order(200))).statusCode).toBe(200);
  const { rows } = await database.pool.query<DealKey>(
    'select product_id as "productId", id from trades order by id desc limit 1',
  );
  const [key = { productId: 0, id: '' }] = rows;
  await until(key, { state: 'paid', payment: 'held', collectedCents: 216_00 });
  return { seller, buyer, key };
}

const order = (price: number) => ({ id: randomUUID(), name: NAME, price, size: '9', thumbnail: '' });

async function take(user: TestUser, { id }: DealKey, step: object): Promise<OwnDeal> {
  const { version } = (await user.get(`/deals/${id}`)).json<OwnDeal>();
  return (await user.post('/deals/step', { deal: id, id: randomUUID(), version, step })).json<OwnDeal>();
}

it('a trade is paid, shipped, verified, paid out and confirmed, with play money', async () => {
  const { seller, buyer, key } = await trade();
  expect((await buyer.get('/payment-setup')).json()).toMatchObject({ provider: 'play', hasCard: true });
  const parcel = { carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example };
  expect(await take(seller, key, { type: 'ship', ...parcel })).toMatchObject({ state: 'shipped' });
  const name = `${key.productId}/${key.id}`;
  for (const step of ['receive', 'pass']) {
    expect((await perkex(database, 'deal', name, step, '--by', 'ann')).code).toBe(0);
  }
  await until(key, { state: 'verified', payout: 'sent', balances: { 'owed-seller': 0, 'paying-out': 0 } });
  const parcelOut = `dhl:${CARRIER_FACTS.dhl.example}`;
  expect((await perkex(database, 'deal', name, 'send', '--by', 'ann', '--parcel', parcelOut)).code).toBe(0);
  expect(await take(buyer, key, { type: 'report-arrived' })).toMatchObject({ state: 'delivered' });
  await until(key, { state: 'delivered', balances: { held: 0, 'owed-buyer': 0 } });
  expect(await take(buyer, key, { type: 'confirm' })).toMatchObject({
    state: 'complete',
    steps: [],
    money: [{ kind: 'paid', amount: 216 }],
  });
  expect((await seller.get(`/deals/${key.id}`)).json<OwnDeal>().money).toEqual([
    { kind: 'paid-out', amount: 165 },
  ]);
});

it('a buyer who waits gets another pair for their money, and both deals name each other to them alone', async () => {
  const { seller, buyer, key } = await trade();
  await perkex(database, 'deal', `${key.productId}/${key.id}`, 'cancel', '--by', 'ann');
  expect(await take(buyer, key, { type: 'choose-wait' })).toMatchObject({ steps: ['choose-refund'] });
  await vi.waitFor(async () => {
    expect((await seller.post('/sell', order(200))).statusCode).toBe(200);
  }, 60_000);
  await until(key, { choice: 'replaced', balances: { 'owed-buyer': 0, refunding: 0 } });
  const failed = (await buyer.get(`/deals/${key.id}`)).json<OwnDeal>();
  expect(failed.money).toEqual([
    { kind: 'paid', amount: 216 },
    { kind: 'carried-over', amount: 216 },
  ]);
  const bought = `/deals/${failed.replacedBy}`;
  expect((await buyer.get(bought)).json<OwnDeal>()).toMatchObject({
    state: 'paid',
    replaces: key.id,
    money: [{ kind: 'carried', amount: 216 }],
  });
  expect((await seller.get(bought)).json<OwnDeal>()).toMatchObject({ replaces: null, money: [] });
  expect((await seller.get(`/deals/${key.id}`)).json<OwnDeal>()).toMatchObject({ replacedBy: null });
});

it('what was carried over goes back from the payment of the failed deal', async () => {
  const { seller, buyer, key } = await trade();
  await perkex(database, 'deal', `${key.productId}/${key.id}`, 'cancel', '--by', 'ann');
  await seller.post('/ask', order(250));
  await take(buyer, key, { type: 'choose-lowest-ask', price: 250 });
  await until(key, { choice: 'replaced' });
  const { replacedBy } = (await buyer.get(`/deals/${key.id}`)).json<OwnDeal>();
  const bought = { ...key, id: replacedBy ?? '' };
  await until(bought, { state: 'paid', carriedCents: 216_00, collectedCents: 51_50 });
  await perkex(database, 'deal', `${key.productId}/${bought.id}`, 'cancel', '--by', 'ann');
  await take(buyer, bought, { type: 'choose-refund' });
  await until(bought, {
    payment: 'refunded',
    refundedCents: 267_50,
    balances: { 'owed-buyer': 0, refunding: 0 },
  });
});
