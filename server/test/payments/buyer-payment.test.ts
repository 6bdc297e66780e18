import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import type { TestCard } from '@perkex/contract/test-cards.js';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import { databaseTime } from '../../src/database/database-time.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { fireDueClocks } from '../../src/deals/due-deals.js';
import { NO_HOLIDAYS } from '../deals.js';
import { buildProducts } from '../market.js';
import { placeTrade, workOnDeals } from '../market-deals.js';
import { buildTestApp, buildTrader, PUBLIC_URL, type TestUser, useSoundMarket } from '../test-app.js';

const NAME = 'Unpaid Runner';
const DAY_MS = 86_400_000;

let database: Database;
const market = useSoundMarket({ payments: { provider: 'play' } });
let seller: TestUser;
let buyer: TestUser;
let key: DealKey;

beforeAll(async () => {
  ({ database } = market);
  market.jobs.start();
  await buildProducts(database, [NAME], ['9']);
});

beforeEach(async () => {
  seller = await buildTrader(market);
  buyer = await buildTrader(market);
});

/** A new trade, whose first payment is made with this card. */
async function trade(card: TestCard): Promise<void> {
  await chooseCard(card);
  key = await placeTrade(market, { seller, buyer }, { name: NAME, size: '9' });
}

async function chooseCard(card: TestCard): Promise<void> {
  const answer = await buyer.post('/payment-setup/card', { card });
  expect(answer.json()).toEqual({ hasCard: true, clientSecret: null });
}

const dealOf = async (user: TestUser) => (await user.get(`/deals/${key.id}`)).json<OwnDeal>();

async function until(expected: Partial<OwnDeal>): Promise<OwnDeal> {
  return vi.waitFor(async () => {
    await workOnDeals(market);
    const deal = await dealOf(buyer);
    expect(deal).toMatchObject(expected);
    return deal;
  }, 60_000);
}

async function pay({ version }: OwnDeal, id: string = randomUUID()) {
  return buyer.post('/deals/step', { deal: key.id, id, version, step: { type: 'pay' } });
}

/** The payments that have succeeded at the provider, in cents. */
async function charged(): Promise<number[]> {
  const { rows } = await database.pool.query(
    `select object->'amount_received' as cents from play_objects
     where kind = 'payment_intent' and object->>'status' = 'succeeded'
       and object->'metadata'->>'call' like '%' || $1 || '%'`,
    [key.id],
  );
  return rows.map(({ cents }) => cents);
}

const FAILED = { state: 'unpaid', payment: 'failed' } as const;
const NEEDS_BUYER = { state: 'unpaid', payment: 'needs-buyer' } as const;

describe('a declined payment', () => {
  it('is made with another card once the buyer has chosen it', async () => {
    await trade('declined');
    const deal = await until({ ...FAILED, steps: ['pay', 'undo'], money: [] });
    expect(deal.timeline.map(({ event }) => event)).toEqual(['trade', 'payment-declined']);
    const { payment, steps } = await dealOf(seller);
    expect({ payment, steps }).toEqual({ payment: null, steps: [] });
    await chooseCard('works');
    await until({ state: 'paid', payment: null });
    expect(await charged()).toEqual([216_00]);
  });

  it('is repeated by the buyer once, however often they press', async () => {
    await trade('declined');
    const deal = await until(FAILED);
    await database.pool.query('update payment_accounts set method_ref = $2 where user_id = $1', [
      buyer.uid,
      'pm_card_visa',
    ]);
    const id = randomUUID();
    const answers = await Promise.all([pay(deal, id), pay(deal, id), pay(deal), pay(deal)]);
    const codes = answers.map(({ statusCode }) => statusCode).toSorted();
    expect([
      [200, 200, 409, 409],
      [200, 409, 409, 409],
    ]).toContainEqual(codes);
    expect((await pay(deal)).json()).toMatchObject({ code: 'step-refused', deal: { reason: 'stale' } });
    await until({ state: 'paid' });
    expect(await charged()).toEqual([216_00]);
  });

  it('is charged once if the buyer pays while their new card already does', async () => {
    await trade('declined');
    const deal = await until(FAILED);
    await chooseCard('works');
    await pay(deal);
    await until({ state: 'paid' });
    await workOnDeals(market);
    expect(await charged()).toEqual([216_00]);
  });

  it('is not repeated by the seller', async () => {
    await trade('declined');
    const { version } = await until(FAILED);
    const step = { deal: key.id, id: randomUUID(), version, step: { type: 'pay' } };
    expect((await seller.post('/deals/step', step)).json()).toMatchObject({
      code: 'step-refused',
      deal: { reason: 'not-yours' },
    });
  });
});

describe('a payment that the bank asks about', () => {
  async function bankPage(): Promise<string> {
    const { address } = (await buyer.get(`/deals/${key.id}/bank`)).json<{ address: string }>();
    expect(address).toMatch(`${PUBLIC_URL}/play/bank/pi_`);
    return new URL(address).pathname;
  }

  const visit = (path: string) => market.app.inject(path);
  const answer = (path: string, payload: string, server = market) =>
    server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const backAt = () => `${PUBLIC_URL}/dashboard/orders/${key.id}`;

  it('is accepted on the page of the bank, which leads back to the deal', async () => {
    await trade('asks-bank');
    await until({ ...NEEDS_BUYER, steps: ['pay', 'undo'] });
    const path = await bankPage();
    const page = await visit(path);
    expect(page.body).toContain('Pay 216.00 USD');
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';style-src 'sha256-[^']+';form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
      ),
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    });
    // Another server of the market, as after a restart.
    const other = await buildTestApp({ database, payments: { provider: 'play' } });
    onTestFinished(() => other.close());
    const { statusCode, headers } = await answer(path, 'answer=accept', other);
    expect([statusCode, headers.location]).toEqual([303, backAt()]);
    await until({ state: 'paid' });
    expect((await answer(path, 'answer=accept')).body).toContain('no longer needs your confirmation');
    expect(await charged()).toEqual([216_00]);
    expect((await buyer.get(`/deals/${key.id}/bank`)).json()).toMatchObject({ code: 'nothing-to-confirm' });
  });

  it('is refused there, and can be paid with another card', async () => {
    await trade('asks-bank');
    await until(NEEDS_BUYER);
    const { headers } = await answer(await bankPage(), 'answer=refuse');
    expect(headers.location).toBe(backAt());
    await until(FAILED);
    expect(await charged()).toEqual([]);
    await chooseCard('works');
    await until({ state: 'paid' });
    expect(await charged()).toEqual([216_00]);
  });

  it('is replaced by another card, and can then no longer be accepted', async () => {
    await trade('asks-bank');
    await until(NEEDS_BUYER);
    const path = await bankPage();
    await chooseCard('works');
    await until({ state: 'paid' });
    expect((await answer(path, 'answer=accept')).body).toContain('Nothing to confirm');
    expect(await charged()).toEqual([216_00]);
  });

  it('is left without an answer until the deadline, and can then no longer be accepted', async () => {
    await trade('asks-bank');
    await until(NEEDS_BUYER);
    const path = await bankPage();
    expect((await visit(path)).body).toContain(`<a href="${backAt()}">`);
    const nowMs = (await databaseTime(database.pool)) + DAY_MS;
    const failures: unknown[] = [];
    const effects = {
      onStepped: market.payments.onStepped,
      onFailure: (error: unknown) => failures.push(error),
    };
    // A deal that a job has locked is skipped.
    await vi.waitFor(async () => {
      await fireDueClocks(database.pool, { nowMs, holidays: NO_HOLIDAYS }, effects);
      const cancelled = { state: 'cancelled', cancellation: 'payment', payment: null };
      expect(await dealOf(buyer)).toMatchObject(cancelled);
    }, 60_000);
    expect(failures).toEqual([]);
    await database.pool.query('update provider_calls set check_at = now() where deal_id = $1', [key.id]);
    await vi.waitFor(async () => {
      await workOnDeals(market);
      expect((await visit(path)).body).toContain('Nothing to confirm');
    }, 60_000);
    expect((await answer(path, 'answer=accept')).statusCode).toBe(200);
    expect(await charged()).toEqual([]);
  });

  it('has a page for its buyer only', async () => {
    await trade('asks-bank');
    await until(NEEDS_BUYER);
    for (const user of [seller, await buildTrader(market)]) {
      const { statusCode, json } = await user.get(`/deals/${key.id}/bank`);
      expect([statusCode, json()]).toMatchObject([404, { code: 'unknown-deal' }]);
    }
  });

  it('has a page that answers nothing but its two buttons', async () => {
    await trade('asks-bank');
    await until(NEEDS_BUYER);
    const path = await bankPage();
    for (const payload of ['', 'answer=', 'answer=accept&answer=maybe', 'other=accept']) {
      expect((await answer(path, payload)).statusCode).toBe(200);
    }
    expect((await answer(path, `answer=${'x'.repeat(2_000)}`)).statusCode).toBe(413);
    const json = { method: 'POST', url: path, payload: { answer: 'accept' } } as const;
    expect((await market.app.inject(json)).statusCode).toBe(415);
    for (const id of ['pi_unknown', 'x', '%00', '%27', 'a'.repeat(300)]) {
      expect((await visit(`/play/bank/${id}`)).statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await dealOf(buyer)).toMatchObject(NEEDS_BUYER);
    expect(await charged()).toEqual([]);
  });
});

it('the set-up shows the chosen test card', async () => {
  const read = async () => (await buyer.get('/payment-setup')).json<PaymentSetup>();
  expect(await read()).toMatchObject({ hasCard: false, testCard: null });
  for (const card of ['declined', 'asks-bank', 'works'] as const) {
    await chooseCard(card);
    expect(await read()).toMatchObject({ provider: 'play', hasCard: true, testCard: card });
  }
  expect((await buyer.post('/payment-setup/card', { card: 'stolen' })).statusCode).toBe(422);
});
