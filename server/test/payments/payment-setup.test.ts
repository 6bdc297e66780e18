import { randomUUID } from 'node:crypto';
import { userExportSchema } from '@perkex/contract/user-export.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteRemains } from '../../src/accounts/erasure-remains.js';
import { forgetFormerSettings } from '../../src/accounts/forget-settings.js';
import type { Database } from '../../src/database/connect.js';
import { type Transaction, transaction } from '../../src/database/transaction.js';
import { readPartyRefs } from '../../src/payments/party-refs.js';
import { readPaymentAccount } from '../../src/payments/payment-accounts.js';
import type { RequestFault } from '../../src/payments/play/faults.js';
import { NO_FAULTS } from '../../src/payments/play/faults.js';
import type { Party } from '../../src/payments/play/stand-in-objects.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { NO_BROWSER_ORIGINS } from '../../src/users/identity.js';
import { buildDeal } from '../deals.js';
import { NO_PICTURES } from '../picture-server.js';
import { buildTestApp, buildTrader, PASSWORD, signUp, type TestApp, type TestUser } from '../test-app.js';
import { createTestDatabase } from '../test-database.js';
import { type AdapterName, DAY_MS, openPaymentBench, type PaymentBench } from './payment-bench.js';

const CARD = '/payment-setup/card';
const FINISH = '/payment-setup/card/finish';
const PAYOUTS = '/payment-setup/payouts';
const REMOVE = '/payment-setup/payouts/remove';

let database: Database | null = null;
let market: TestApp;
let bench: PaymentBench;
let user: TestUser;
let requestFaults: RequestFault[];
/** The users whose failed payments start again. */
let ready: string[];
/** The lines of the market's log. */
let logged: string[];

async function open(adapter: AdapterName, publishableKey: string | null = null): Promise<void> {
  requestFaults = [];
  const faults = { ...NO_FAULTS, nextRequest: () => requestFaults.shift() ?? 'none' };

  ready = [];
  const onReady = async (_tx: Transaction, userId: string) => void ready.push(userId);
  logged = [];
  database = await createTestDatabase();
  bench = await openPaymentBench(adapter, database, { faults: () => faults });
  market = await buildTestApp({
    database,
    paymentSetup: {
      kind: 'cards',
      provider: bench.provider,
      publishableKey,
      browserOrigins: NO_BROWSER_ORIGINS,
      onReady,
    },
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
  });
  user = await buildTrader(market);
}

afterEach(async () => {
  await market.close();
  await bench?.close();
  await database?.close();
  database = null;
});

async function setup(of = user) {
  return (await of.get('/payment-setup')).json();
}

async function outcomeOf(path: string, by = user): Promise<[number, string]> {
  const { statusCode, json } = await by.post(path);
  return [statusCode, json<{ code: string }>().code];
}

/** The changes of which the user was notified. */
async function changes(): Promise<string[]> {
  const { events } = (await user.get('/auth/events')).json<{ events: { kind: string }[] }>();
  return events.map(({ kind }) => kind).filter((kind) => /-(changed|removed)$/.test(kind));
}

async function verifyEmail({ uid }: TestUser): Promise<void> {
  await market.database.pool.query('update identity_users set email_verified = true where id = $1', [uid]);
}

const account = ({ uid }: TestUser) => readPaymentAccount(market.database.pool, uid, bench.provider.name);

describe('with Stripe', () => {
  beforeEach(() => open('stripe', 'pk_test_shop'));

  it('a card is used once the browser has saved it', async () => {
    expect(await setup()).toEqual({
      provider: 'stripe',
      publishableKey: 'pk_test_shop',
      hasCard: false,
      testCard: null,
      payouts: 'none',
      bankAccount: null,
    });
    const prepared = (await user.post(CARD)).json();
    expect(prepared).toEqual({ hasCard: false, clientSecret: expect.stringMatching(/_secret$/) });
    expect(await outcomeOf(FINISH)).toEqual([409, 'card-unfinished']);
    const { setupRef } = await account(user);
    await bench.completeSetup(setupRef ?? '', 'pm_card_visa');
    const finished = await user.post(FINISH);
    expect([finished.statusCode, finished.body]).toEqual([200, 'Your card is saved.']);
    expect(await setup()).toMatchObject({ hasCard: true });
    expect(ready).toEqual([user.uid]);
    expect(await account(user)).toMatchObject({ methodRef: 'pm_card_visa' });
    const { pool } = market.database;
    const saved = async () => {
      const { rows } = await pool.query('select card_saved_at as at from accounts where user_id = $1', [
        user.uid,
      ]);
      return rows[0].at;
    };
    expect(await saved()).toEqual(expect.any(Date));
    await pool.query('update accounts set card_saved_at = null');
    await user.post(FINISH);
    expect(await changes()).toEqual(['card-changed']);
    // It is the card that was saved before.
    expect(await saved()).toBeNull();
  });

  it('a saved card stays until another one is saved', async () => {
    await user.post(CARD);
    await bench.completeSetup((await account(user)).setupRef ?? '', 'pm_card_visa');
    await user.post(FINISH);
    await user.post(CARD);
    expect(await account(user)).toMatchObject({ methodRef: 'pm_card_visa' });
    expect(await outcomeOf(FINISH)).toEqual([409, 'card-unfinished']);
    expect(await bench.objects('customer')).toHaveLength(1);
  });

  it('a card of a set-up that was begun again is not used', async () => {
    await user.post(CARD);
    const { setupRef } = await account(user);
    await bench.completeSetup(setupRef ?? '', 'pm_card_visa');
    const { provider } = bench;
    const readMethod = provider.readMethod.bind(provider);
    vi.spyOn(provider, 'readMethod').mockImplementationOnce(async (ref) => {
      await user.post(CARD);
      return readMethod(ref);
    });
    expect(await outcomeOf(FINISH)).toEqual([409, 'card-unfinished']);
    expect(await account(user)).toMatchObject({ methodRef: null });
  });

  it('set-ups at the same time have one customer and one account', async () => {
    await verifyEmail(user);
    const answers = await Promise.all(
      [CARD, CARD, CARD, PAYOUTS, PAYOUTS, PAYOUTS].map((path) => user.post(path)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect((await bench.objects('customer')).map(({ id }) => id)).toEqual([
      (await account(user)).customerRef,
    ]);
    expect((await bench.objects('v2.core.account')).map(({ id }) => id)).toEqual([
      (await account(user)).recipientRef,
    ]);
  });

  it('payouts are ready once the form is completed', async () => {
    await verifyEmail(user);
    expect((await user.post(PAYOUTS)).json()).toEqual({
      isReady: false,
      url: expect.stringMatching(/^http/),
    });
    expect(await setup()).toMatchObject({ payouts: 'incomplete' });
    expect(ready).toEqual([]);
    await bench.completeAccount((await account(user)).recipientRef ?? '');
    expect((await user.post(PAYOUTS)).json()).toEqual({ isReady: true, url: null });
    expect(await setup()).toMatchObject({ payouts: 'ready' });
    expect(ready).toEqual([user.uid]);
  });

  it('a completed account is found ready without its form, and pays at once', async () => {
    expect((await user.get(PAYOUTS)).json()).toEqual({ isReady: false });
    await verifyEmail(user);
    await user.post(PAYOUTS);
    expect((await user.get(PAYOUTS)).json()).toEqual({ isReady: false });
    requestFaults = ['broken-after', 'broken-after'];
    expect((await user.get(PAYOUTS)).statusCode).toBe(503);
    await bench.completeAccount((await account(user)).recipientRef ?? '');
    expect((await user.get(PAYOUTS)).json()).toEqual({ isReady: true });
    expect(await setup()).toMatchObject({ payouts: 'ready' });
    expect(ready).toEqual([user.uid]);
    // A ready account is not asked about.
    requestFaults = ['error-before'];
    expect((await user.get(PAYOUTS)).json()).toEqual({ isReady: true });
    expect(ready).toEqual([user.uid]);
    expect(await changes()).toEqual(['payout-account-changed']);
  });

  it('an account for payouts is removed, closed at the provider, and the next one is another account', async () => {
    await verifyEmail(user);
    await user.post(PAYOUTS);
    const first = (await account(user)).recipientRef ?? '';
    await bench.completeAccount(first);
    await user.get(PAYOUTS);
    const { pool } = market.database;
    await pool.query('insert into money_sums (user_id, payout_on_its_way_cents) values ($1, 5)', [user.uid]);
    expect(await outcomeOf(REMOVE)).toEqual([409, 'payout-under-way']);
    await pool.query('delete from money_sums');
    await pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [user.uid],
    );
    expect(await outcomeOf(REMOVE)).toEqual([403, 'proof-needed']);
    await pool.query('update identity_sessions set proved_at = now() where user_id = $1', [user.uid]);
    for (const _attempt of [1, 2]) {
      expect((await user.post(REMOVE)).statusCode).toBe(200);
    }
    expect(await changes()).toEqual(['payout-account-removed', 'payout-account-changed']);
    expect(await setup()).toMatchObject({ payouts: 'none' });
    await deleteRemains(pool, { provider: bench.provider, pictures: NO_PICTURES }, (error) => {
      throw error;
    });
    expect((await bench.objects<Party>('v2.core.account')).map(({ closed }) => closed)).toEqual([true]);
    await user.post(PAYOUTS);
    expect((await account(user)).recipientRef).not.toBe(first);
  });

  it('payouts need a verified e-mail, and a session that was verified within ten minutes', async () => {
    expect(await outcomeOf(PAYOUTS)).toEqual([403, 'email-unproved']);
    await verifyEmail(user);
    await market.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [user.uid],
    );
    expect(await outcomeOf(PAYOUTS)).toEqual([403, 'proof-needed']);
    expect(await bench.objects('v2.core.account')).toEqual([]);
  });

  it('nothing is saved while the provider does not answer', async () => {
    await verifyEmail(user);
    for (const path of [CARD, PAYOUTS]) {
      requestFaults = ['broken-after', 'broken-after'];
      const answer = await user.post(path);
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'provider-unavailable' }]);
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(await setup()).toMatchObject({ hasCard: false, payouts: 'none' });
    await user.post(CARD);
    expect(await bench.objects('customer')).toHaveLength(1);
  });

  it('an account whose form is not available is kept', async () => {
    await verifyEmail(user);
    requestFaults = ['none', 'error-before'];
    expect(await outcomeOf(PAYOUTS)).toEqual([503, 'provider-unavailable']);
    expect(await setup()).toMatchObject({ payouts: 'incomplete' });
    // Stripe no longer knows the key with which the account was created.
    await bench.pass(2 * DAY_MS);
    expect((await user.post(PAYOUTS)).json()).toMatchObject({ isReady: false });
    expect(await bench.objects('v2.core.account')).toHaveLength(1);
  });

  it('a refusal by the provider is an error of the market, and both are logged without details', async () => {
    await verifyEmail(user);
    requestFaults = ['error-before'];
    expect(await outcomeOf(CARD)).toEqual([503, 'provider-unavailable']);
    expect(logged.join('')).toContain('gave no usable answer: 500 StripeAPIError');
    await market.database.pool.query(
      `update payment_accounts set recipient_ref = 'acct_gone' where user_id = $1`,
      [user.uid],
    );
    expect(await outcomeOf(PAYOUTS)).toEqual([500, 'internal-error']);
    expect(logged.join('')).toContain('refused a set-up: 404 resource_missing');
    expect(logged.join('')).not.toContain('acct_gone');
  });

  it('an account that is removed while the provider is asked does not come back', async () => {
    await verifyEmail(user);
    await user.post(PAYOUTS);
    const { provider } = bench;
    const prepareRecipient = provider.prepareRecipient.bind(provider);
    vi.spyOn(provider, 'prepareRecipient').mockImplementationOnce(async (request) => {
      const prepared = await prepareRecipient(request);
      expect((await user.post(REMOVE)).statusCode).toBe(200);
      return prepared;
    });
    expect((await user.post(PAYOUTS)).statusCode).toBe(503);
    expect(await account(user)).toMatchObject({ recipientRef: null, isRecipientReady: false });
    expect((await user.post(PAYOUTS)).statusCode).toBe(200);
    expect(await bench.objects('v2.core.account')).toHaveLength(2);
  });

  it('a customer whose creation was not answered is not that of the next owner of the account', async () => {
    const { provider } = bench;
    vi.spyOn(provider, 'prepareMethod').mockImplementationOnce(async (request) => {
      await provider.prepareMethod(request);
      throw new ProviderUnavailableError('No answer.');
    });
    expect(await outcomeOf(CARD)).toEqual([503, 'provider-unavailable']);
    await transaction(market.database.pool, (tx) => forgetFormerSettings(tx, user.uid));
    expect((await user.post(CARD)).statusCode).toBe(200);
    expect(await bench.objects('customer')).toHaveLength(2);
  });

  it('an account whose creation was not answered can be prepared with another e-mail', async () => {
    await verifyEmail(user);
    const { provider } = bench;
    vi.spyOn(provider, 'prepareRecipient').mockImplementationOnce(async (request) => {
      await provider.prepareRecipient(request);
      throw new ProviderUnavailableError('No answer.');
    });
    expect(await outcomeOf(PAYOUTS)).toEqual([503, 'provider-unavailable']);
    const rename = 'update identity_users set email = $2 where id = $1';
    await market.database.pool.query(rename, [user.uid, `${randomUUID()}@shop.example`]);
    expect((await user.post(PAYOUTS)).statusCode).toBe(200);
  });

  it('no connection is held while the provider is asked', async () => {
    const { provider } = bench;
    const prepareMethod = provider.prepareMethod.bind(provider);
    const inUse: number[] = [];
    const { pool } = market.database;
    // The work after the sign-up has ended.
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), 60_000);
    vi.spyOn(provider, 'prepareMethod').mockImplementationOnce(async (request) => {
      inUse.push(pool.totalCount - pool.idleCount);
      return prepareMethod(request);
    });
    await user.post(CARD);
    expect(inUse).toEqual([0]);
  });

  it('another user is not touched, and cannot be named', async () => {
    const other = await signUp(market);
    await user.post(CARD);
    expect(await setup(other)).toMatchObject({ hasCard: false, payouts: 'none' });
    const answer = await other.post(CARD, { uid: user.uid });
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'not-yours' }]);
  });

  it('references are in the export, and the card goes with the account', async () => {
    await user.post(CARD);
    const { customerRef } = await account(user);
    const exported = userExportSchema.parse((await user.get('/export')).json());
    expect(exported.paymentAccounts).toEqual([
      { provider: 'stripe', customer: customerRef, method: null, payouts: null },
    ]);
    await user.post('/auth/account/delete', { password: PASSWORD });
    // The provider is asked to delete the customer next.
    expect(await account(user)).toMatchObject({ customerRef, setupRef: null, methodRef: null });
    const { rows } = await market.database.pool.query('select user_id as id from payment_accounts');
    expect(rows.map(({ id }) => id)).not.toContain(user.uid);
  });

  it('a party of a deal without a card and payouts has no references', async () => {
    const { pool } = market.database;
    const sources = { pool, provider: bench.provider };
    const none = { customerRef: null, methodRef: null, recipientRef: null };
    for (const kind of ['collect', 'pay-out'] as const) {
      expect(await readPartyRefs(sources, { productId: 1, id: randomUUID(), kind })).toEqual(none);
      expect(await readPartyRefs(sources, { ...(await buildDeal(market.database)), kind })).toEqual(none);
    }
  });
});

describe('with play money', () => {
  beforeEach(() => open('play'));

  it('cards and payouts work at once, without a verified e-mail', async () => {
    expect((await user.post(CARD)).json()).toEqual({ hasCard: true, clientSecret: null });
    expect((await user.post(PAYOUTS)).json()).toEqual({ isReady: true, url: null });
    expect(await changes()).toEqual([]);
    expect(await setup()).toEqual({
      provider: 'play',
      publishableKey: null,
      hasCard: true,
      testCard: 'works',
      payouts: 'ready',
      bankAccount: null,
    });
  });

  it('the parties of a deal get a card and payouts automatically, once', async () => {
    const { pool } = market.database;
    const seller = await buildTrader(market);
    const key = await buildDeal(market.database);
    await pool.query('update trades set buyer_id = $2, seller_id = $3 where id = $1', [
      key.id,
      user.uid,
      seller.uid,
    ]);
    const sources = { pool, provider: bench.provider };
    for (let time = 0; time < 2; time += 1) {
      expect(await readPartyRefs(sources, { ...key, kind: 'collect' })).toEqual({
        customerRef: (await account(user)).customerRef,
        methodRef: 'pm_card_visa',
        recipientRef: null,
      });
      const { recipientRef } = await readPartyRefs(sources, { ...key, kind: 'pay-out' });
      expect(recipientRef).toMatch(/^acct_/);
      expect((await account(seller)).recipientRef).toBe(recipientRef);
    }
    expect(await bench.objects('customer')).toHaveLength(2);
  });

  it('an account that has been erased gets nothing', async () => {
    const { pool } = market.database;
    const key = await buildDeal(market.database);
    await pool.query('update trades set buyer_id = $2 where id = $1', [key.id, user.uid]);
    await pool.query('delete from accounts where user_id = $1', [user.uid]);
    await transaction(pool, (tx) => forgetFormerSettings(tx, user.uid));
    const sources = { pool, provider: bench.provider };
    expect(await readPartyRefs(sources, { ...key, kind: 'collect' })).toMatchObject({
      customerRef: null,
      methodRef: null,
    });
  });
});

it('without payments there is nothing to set up', async () => {
  market = await buildTestApp();
  user = await buildTrader(market);
  expect(await setup()).toEqual({
    provider: null,
    publishableKey: null,
    hasCard: false,
    testCard: null,
    payouts: 'none',
    bankAccount: null,
  });
  for (const path of [CARD, FINISH, PAYOUTS]) {
    expect(await outcomeOf(path)).toEqual([409, 'payments-off']);
  }
});
