import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import type { Database } from '../../src/database/connect.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { startDeals } from '../../src/deals/deal-start.js';
import { DealsConsumer } from '../../src/deals/deals-consumer.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { perkex } from '../cli-process.js';
import { consumeAll } from '../consumers.js';
import { QUIET_STEPS } from '../deals.js';
import { buildProducts } from '../market.js';
import { buildTestApp, buildTrader, type TestApp, type TestUser } from '../test-app.js';
import { createTestDatabase } from '../test-database.js';

const NAME = 'Paid Runner';

let database: Database;
/** Two servers of one market. */
let servers: readonly [TestApp, TestApp];

beforeAll(async () => {
  database = await createTestDatabase();
  await startDeals(database.pool, new DealsConsumer(QUIET_STEPS));
  const first = await buildTestApp({ database, payments: { provider: 'play' } });
  servers = [first, await buildTestApp({ database, payments: { provider: 'play' } })];
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

it('a trade is paid, shipped, verified, paid out and confirmed, with play money', async () => {
  const [market, other] = servers;
  market.jobs.start();
  other.jobs.start();
  const seller = await buildTrader(market);
  const buyer = await buildTrader(market);
  const order = (price: number) => ({ id: randomUUID(), name: NAME, price, size: '9', thumbnail: '' });
  expect((await seller.post('/ask', order(200))).statusCode).toBe(200);
  expect((await buyer.post('/buy', order(200))).statusCode).toBe(200);
  const { rows } = await database.pool.query<DealKey>('select product_id as "productId", id from trades');
  const [key = { productId: 0, id: '' }] = rows;
  await until(key, { state: 'paid', payment: 'held', collectedCents: 216_00 });
  expect((await buyer.get('/payment-setup')).json()).toMatchObject({ provider: 'play', hasCard: true });
  const take = async (user: TestUser, step: object) => {
    const { version } = (await user.get(`/deals/${key.id}`)).json<OwnDeal>();
    const answer = await user.post('/deals/step', { deal: key.id, id: randomUUID(), version, step });
    return answer.json<OwnDeal>();
  };
  const parcel = { carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example };
  expect(await take(seller, { type: 'ship', ...parcel })).toMatchObject({ state: 'shipped' });
  const name = `${key.productId}/${key.id}`;
  for (const step of ['receive', 'pass']) {
    expect((await perkex(database, 'deal', name, step, '--by', 'ann')).code).toBe(0);
  }
  await until(key, { state: 'verified', payout: 'sent', balances: { 'owed-seller': 0, 'paying-out': 0 } });
  await perkex(database, 'deal', name, 'send', '--by', 'ann');
  expect(await take(buyer, { type: 'report-arrived' })).toMatchObject({ state: 'delivered' });
  await until(key, { state: 'delivered', balances: { held: 0, 'owed-buyer': 0 } });
  expect(await take(buyer, { type: 'confirm' })).toMatchObject({
    state: 'complete',
    steps: [],
    money: [{ kind: 'paid', amount: 216 }],
  });
  expect((await seller.get(`/deals/${key.id}`)).json<OwnDeal>().money).toEqual([
    { kind: 'paid-out', amount: 165 },
  ]);
});
