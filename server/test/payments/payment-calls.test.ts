import { randomUUID } from 'node:crypto';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import type { Database } from '../../src/database/connect.js';
import { type Transaction, transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { fireDueClocks } from '../../src/deals/due-deals.js';
import { takeStep } from '../../src/deals/take-step.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { type CallKey, nameOfCall, parseCallName } from '../../src/payments/call-name.js';
import { checkDuePayments } from '../../src/payments/check-due-payments.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { type Faults, NO_FAULTS, randomFaults } from '../../src/payments/play/faults.js';
import type { Charge, Intent, Transfer } from '../../src/payments/play/stand-in-objects.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { receiveWebhooks } from '../../src/payments/receive-webhooks.js';
import { buildDeal, dealAt, NO_HOLIDAYS, TERMS } from '../deals.js';
import { moved } from '../market.js';
import { createTestDatabase } from '../test-database.js';
import {
  DAY_MS,
  openPaymentBench,
  type PaymentBench,
  prepareParties,
  RANDOM_METHODS,
} from './payment-bench.js';
import { openPaymentWork } from './payment-work.js';

const CENTS = TERMS.buyerTotalCents;
/** The time of all trades: just now for the database, which has a clock of its own. */
const START_MS = Date.now();
const HOUR_MS = 3_600_000;
const MOMENT = { nowMs: START_MS + 60_000, holidays: NO_HOLIDAYS };
const PAY: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };

let database: Database;
let bench: PaymentBench;
let reconciler: PaymentReconciler;
let calls: PaymentCalls;
let jobs: Jobs;
let alarms: string[];
/** The calls of steps, unless jobs make them. */
let made: CallKey[];
let faults: Faults;
let method: TestMethodName | null;
let recipientRef: string | null;
let customerRef: string;
/** Does with the calls of a step what the server does. */
let stepWith: (tx: Transaction, key: DealKey, stepped: Stepped) => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(() => open());

afterEach(async () => {
  await jobs.stop();
  await bench.close();
});

/** Opens a provider, and the work on its calls. */
async function open({ seed = 1, byJobs = false } = {}): Promise<void> {
  faults = NO_FAULTS;
  alarms = [];
  made = [];
  method = 'pm_card_visa';
  bench = await openPaymentBench('play', database, {
    seed,
    startMs: START_MS,
    faults: () => faults,
  });
  ({ customerRef, recipientRef } = await prepareParties(bench));
  const { pool } = database;
  const log = pino({}, { write: (line: string) => alarms.push(line) });
  jobs = new Jobs({ pool, random: Math.random, log });
  const onStepped = async (tx: Transaction, key: DealKey, stepped: Stepped) => {
    if (byJobs) {
      await calls.send(tx, key, stepped);
    } else {
      made.push(...stepped.calls.map(({ kind }) => ({ ...key, version: stepped.deal.version, kind })));
    }
  };
  ({ reconciler, calls } = openPaymentWork({
    pool,
    provider: bench.provider,
    onStepped,
    jobs,
    log,
    partyRefs: async () => ({ customerRef, methodRef: method, recipientRef }),
    returnUrl: ({ id }) => `https://shop.example/dashboard/orders/${id}`,
  }));
  stepWith = onStepped;
}

async function take(key: DealKey, kind: 'buyer' | 'seller' | 'member' | 'clock', event: DealEvent) {
  await transaction(database.pool, async (tx) => {
    const command = { event, actor: { kind, id: kind }, seenVersion: null };
    const result = await takeStep(tx, key, command, MOMENT);
    if (result?.kind !== 'stepped') {
      throw new Error(`${event.type} was refused: ${result?.code}.`);
    }
    await stepWith(tx, key, result);
  });
}

async function paidDeal(tradedAtMs = START_MS): Promise<DealKey> {
  const key = await buildDeal(database, { terms: { ...TERMS, tradedAtMs } });
  await take(key, 'buyer', PAY);
  return key;
}

/** A deal whose payout has begun. */
async function owedDeal(): Promise<DealKey> {
  const key = await paidDeal();
  await makeCalls();
  await take(key, 'seller', { type: 'ship' });
  await take(key, 'member', { type: 'receive' });
  await take(key, 'member', { type: 'pass' });
  await take(key, 'clock', { type: 'start-payout', nettedCents: 0 });
  return key;
}

const dealOf = (key: DealKey) => dealAt(database, key);

async function callOf({ id }: DealKey) {
  const { rows } = await database.pool.query(
    'select * from provider_calls where deal_id = $1 order by version desc',
    [id],
  );
  return rows[0];
}

/** Makes each call once, and forgets those that need no repetition. */
async function makeCalls(): Promise<void> {
  for (const key of made.splice(0)) {
    try {
      await calls.make(key);
    } catch (error) {
      expect(error).toBeInstanceOf(ProviderUnavailableError);
      made.push(key);
    }
  }
}

/** Delivers the webhooks, and checks what they name, until an answer comes. */
async function hearMessages(): Promise<void> {
  await bench.standIn.deliverEvents();
  for (const { body, header } of bench.received.splice(0)) {
    const reading = bench.provider.readWebhook(body, header, bench.nowMs());
    if (reading.kind === 'event' && reading.ref !== null) {
      await reconciler
        .reconcileRef(reading.ref)
        .catch((error) => expect(error).toBeInstanceOf(ProviderUnavailableError));
    }
  }
}

async function checkAll({ id }: DealKey): Promise<void> {
  await database.pool.query(
    'update provider_calls set check_at = now() where check_at is not null and deal_id = $1',
    [id],
  );
  await calls.checkDueCalls();
}

describe('a payment', () => {
  it('of a working card moves the deal to paid', async () => {
    const key = await paidDeal();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'paid', payment: 'held', collectedCents: CENTS });
    expect(await callOf(key)).toMatchObject({ outcome: 'done', provider: 'play', attempt: 1 });
  });

  it('is made by a job after the commit, once for two presses', async () => {
    await jobs.stop();
    await bench.close();
    await open({ byJobs: true });
    const key = await paidDeal();
    await expect(take(key, 'buyer', PAY)).rejects.toThrow('was refused');
    await vi.waitFor(async () => expect((await dealOf(key)).state).toBe('paid'), 20_000);
    expect(await intents()).toHaveLength(1);
  });

  it('is made after an outage of more than a month, too', async () => {
    await jobs.stop();
    await bench.close();
    await open({ byJobs: true });
    faults = { ...NO_FAULTS, nextRequest: () => 'broken-after' };
    const key = await paidDeal();
    const name = nameOfCall({ ...key, version: 1, kind: 'collect' });
    /** The attempts of the job that have failed. */
    const failed = async () => {
      const { rows } = await database.pool.query(
        `select attempts from jobs where key = $1 and run_at < now() + interval '25 seconds'`,
        [name],
      );
      return rows[0]?.attempts ?? 0;
    };
    await vi.waitFor(async () => expect(await failed()).toBe(1), 20_000);
    await database.pool.query('update jobs set attempts = 800, run_at = now() where key = $1', [name]);
    faults = NO_FAULTS;
    jobs.start();
    await vi.waitFor(async () => expect((await dealOf(key)).state).toBe('paid'), 20_000);
    expect(await intents()).toHaveLength(1);
  });

  it('that is declined can be repeated with another card', async () => {
    method = 'pm_card_visa_chargeDeclined';
    const key = await paidDeal();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'failed' });
    expect(await callOf(key)).toMatchObject({ outcome: 'declined', decline_code: 'generic_decline' });
    method = 'pm_card_visa';
    await take(key, 'buyer', PAY);
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS });
  });

  it('is tried three times after soft declines', async () => {
    method = 'pm_card_chargeDeclinedProcessingError';
    const key = await paidDeal();
    await makeCalls();
    await makeCalls();
    await hearMessages();
    expect(await dealOf(key)).toMatchObject({ payment: 'collecting' });
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ payment: 'failed' });
    expect(await callOf(key)).toMatchObject({ outcome: 'declined', attempt: 3 });
    expect(made).toEqual([]);
  });

  it('waits for the buyer at their bank, and is found paid without a webhook', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    await hearMessages();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'needs-buyer' });
    const [asking] = await intents();
    await bench.standIn.act((account) => account.intents.answerBank(asking?.id ?? '', true));
    await checkAll(key);
    expect(await dealOf(key)).toMatchObject({ state: 'paid', payment: 'held' });
  });

  it('that the buyer has confirmed is in time, though no webhook came before the deadline', async () => {
    method = 'pm_card_authenticationRequired';
    const confirmed = await paidDeal();
    const ignored = await paidDeal();
    await makeCalls();
    const [, asking] = await intents();
    await bench.standIn.act((account) => account.intents.answerBank(asking?.id ?? '', true));
    // Both were checked just before their deadline.
    await database.pool.query(`update deals set due_at = now() where payment = 'needs-buyer'`);
    await database.pool.query(`update provider_calls set checked_at = now() where outcome = 'needs-buyer'`);
    const fire = async () => {
      const effects = { onStepped: stepWith, onFailure: (error: unknown) => expect(error).toBeNull() };
      const moment = { nowMs: Date.now() + 1_000, holidays: NO_HOLIDAYS };
      await fireDueClocks(database.pool, moment, { ...effects, readMaybePaid: checkDuePayments });
    };
    await fire();
    await calls.checkDueCalls();
    expect(await dealOf(confirmed)).toMatchObject({ state: 'paid', penalty: 'none' });
    await fire();
    expect(await dealOf(ignored)).toMatchObject({ state: 'unpaid' });
    await database.pool.query(`update deals set due_at = now() - interval '1 minute' where id = $1`, [
      ignored.id,
    ]);
    // The provider is still at work: "processing".
    await database.pool.query(`update provider_calls set outcome = 'pending' where deal_id = $1`, [
      ignored.id,
    ]);
    await fire();
    expect(await dealOf(ignored)).toMatchObject({ state: 'unpaid' });
    await database.pool.query(`update provider_calls set outcome = 'needs-buyer' where deal_id = $1`, [
      ignored.id,
    ]);
    await fire();
    expect(await dealOf(ignored)).toMatchObject({ state: 'cancelled', cancellation: 'payment' });
    await calls.checkDueCalls();
    expect((await intents()).map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  });

  it('that waits at the bank is not ended by the late news of an earlier attempt', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    faults = { ...NO_FAULTS, nextRequest: () => 'error-after' };
    await makeCalls();
    faults = NO_FAULTS;
    const [earlier] = await intents();
    await makeCalls();
    const [asking] = await intents();
    expect([asking?.status, earlier?.id === asking?.id]).toEqual(['requires_action', false]);
    expect(await dealOf(key)).toMatchObject({ payment: 'needs-buyer' });
    await reconciler.reconcileRef(earlier?.id ?? '');
    expect(await dealOf(key)).toMatchObject({ payment: 'needs-buyer' });
    expect(await callOf(key)).toMatchObject({ outcome: 'needs-buyer', provider_ref: asking?.id });
  });

  it('that waits at the bank is cancelled there before another one begins', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    method = 'pm_card_visa';
    await take(key, 'buyer', PAY);
    await makeCalls();
    expect((await intents()).map(({ status }) => status)).toEqual(['succeeded', 'canceled']);
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS });
  });

  it('that a webhook reports as done before its own answer stays done, whatever that says', async () => {
    const collect = bench.provider.collect.bind(bench.provider);
    vi.spyOn(bench.provider, 'collect').mockImplementationOnce(async (request) => {
      await collect(request);
      await hearMessages();
      return { kind: 'unknown', needsNewAttempt: true };
    });
    const key = await paidDeal();
    await makeCalls();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'paid', payment: 'held', collectedCents: CENTS });
    expect(await callOf(key)).toMatchObject({ outcome: 'done', attempt: 1 });
    expect(await bench.objects('refund')).toEqual([]);
  });

  it('is not made once its deal is cancelled', async () => {
    const key = await paidDeal();
    await take(key, 'member', { type: 'cancel' });
    await makeCalls();
    expect(await intents()).toEqual([]);
    expect(await callOf(key)).toMatchObject({ outcome: 'declined', decline_code: 'ended' });
    expect((await dealOf(key)).balances.collecting).toBe(0);
  });

  it('of another amount moves nothing, and raises an alarm', async () => {
    const key = await paidDeal();
    faults = { ...NO_FAULTS, nextRequest: once('broken-after') };
    await makeCalls();
    await database.pool.query(
      'update provider_calls set amount_cents = amount_cents - 1 where deal_id = $1',
      [key.id],
    );
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'collecting' });
    expect(await callOf(key)).toMatchObject({ outcome: 'wrong-amount' });
    expect(alarms.join('')).toContain('nothing was moved');
  });
});

describe('a call without an answer', () => {
  const UNKNOWN = { kind: 'unknown', needsNewAttempt: false } as const;

  async function age({ id }: DealKey): Promise<void> {
    await database.pool.query(
      `update provider_calls set ${moved('attempted_at', "- interval '11 minutes'")} where deal_id = $1`,
      [id],
    );
  }

  it('is found though the buyer no longer has a card', async () => {
    const key = await paidDeal();
    faults = { ...NO_FAULTS, nextRequest: once('broken-after') };
    await makeCalls();
    method = null;
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS });
    expect(await intents()).toHaveLength(1);
  });

  it.each([
    ['declines', 'pm_card_visa_chargeDeclined', { state: 'unpaid', payment: 'failed' }],
    ['waits for the buyer', 'pm_card_authenticationRequired', { state: 'unpaid', payment: 'needs-buyer' }],
    ['pays', 'pm_card_visa', { state: 'paid' }],
  ] as const)('pauses the deadline of a payment until the provider %s', async (_answer, card, expected) => {
    const key = await paidDeal();
    method = card;
    vi.spyOn(bench.provider, 'collect').mockResolvedValueOnce(UNKNOWN).mockResolvedValueOnce(UNKNOWN);
    await makeCalls();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', dueAtMs: null, pausedMs: expect.any(Number) });
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ ...expected, dueAtMs: expect.any(Number), pausedMs: null });
  });

  it('about a payment that is on its way pauses its deadline, too', async () => {
    const key = await buildDeal(database, { terms: { ...TERMS, tradedAtMs: Date.now() } });
    await take(key, 'buyer', PAY);
    method = 'pm_usBankAccount_success';
    await makeCalls();
    vi.spyOn(bench.provider, 'retrieve').mockResolvedValueOnce({ call: null, outcome: UNKNOWN });
    await checkAll(key);
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', dueAtMs: null });
    await checkAll(key);
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', dueAtMs: expect.any(Number) });
  });

  it('to the reversal of an earlier payment pauses the deadline of the next one, too', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    method = 'pm_card_visa';
    await take(key, 'buyer', PAY);
    const noAnswer = new ProviderUnavailableError('no answer');
    vi.spyOn(bench.provider, 'reverse').mockRejectedValueOnce(noAnswer);
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'collecting', dueAtMs: null });
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS, pausedMs: null });
  });

  it('pauses no deadline of a payment that was declined in the meantime', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    vi.spyOn(bench.provider, 'retrieve').mockImplementationOnce(async (ref) => {
      await bench.standIn.act((account) => account.intents.answerBank(ref, false));
      await reconciler.reconcileRef(ref);
      return { call: null, outcome: UNKNOWN };
    });
    await checkAll(key);
    expect(await dealOf(key)).toMatchObject({
      state: 'unpaid',
      payment: 'failed',
      dueAtMs: expect.any(Number),
      pausedMs: null,
    });
  });

  it.each([
    ['clock', { dueAtMs: expect.any(Number), pausedMs: null }],
    ['member', { dueAtMs: null, pausedMs: expect.any(Number) }],
  ] as const)(
    'leaves a deadline that a member has paused, and resumes that of the clock: by the %s',
    async (actor, found) => {
      const key = await paidDeal();
      method = 'pm_card_authenticationRequired';
      await makeCalls();
      // An earlier pause of the other, which has ended.
      await take(key, actor === 'clock' ? 'member' : 'clock', { type: 'pause-clock' });
      await take(key, 'member', { type: 'resume-clock' });
      await take(key, actor, { type: 'pause-clock' });
      await checkAll(key);
      expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'needs-buyer', ...found });
    },
  );

  it('is repeated with the account that it was begun with, though the seller has another or none', async () => {
    const { id } = await bench.standIn.act((account) => account.createParty('v2.core.account'));
    await bench.completeAccount(id);
    for (const later of [id, null]) {
      ({ recipientRef } = await prepareParties(bench));
      const first = recipientRef;
      const key = await owedDeal();
      vi.spyOn(bench.provider, 'payOut').mockResolvedValueOnce(UNKNOWN);
      await makeCalls();
      recipientRef = later;
      await makeCalls();
      expect(await dealOf(key)).toMatchObject({ payout: 'sent', paidOutCents: TERMS.sellerTotalCents });
      expect((await transfers())[0]?.destination).toBe(first);
    }
    expect(await transfers()).toHaveLength(2);
  });

  it('and without references is not ended', async () => {
    const key = await owedDeal();
    vi.spyOn(bench.provider, 'payOut').mockResolvedValueOnce(UNKNOWN);
    await makeCalls();
    await database.pool.query('update provider_calls set recipient_ref = null where deal_id = $1', [key.id]);
    recipientRef = null;
    await makeCalls();
    expect(await callOf(key)).toMatchObject({ outcome: 'unknown' });
    expect(await dealOf(key)).toMatchObject({ payout: 'sending' });
  });

  it('that its deal no longer wants ends only when it can no longer be under way', async () => {
    const key = await paidDeal();
    vi.spyOn(bench.provider, 'collect').mockResolvedValueOnce(UNKNOWN);
    await makeCalls();
    await take(key, 'member', { type: 'cancel' });
    await makeCalls();
    expect(await callOf(key)).toMatchObject({ outcome: 'unknown' });
    await age(key);
    await makeCalls();
    expect(await callOf(key)).toMatchObject({ outcome: 'declined', decline_code: 'ended' });
  });

  it('that was paid out although it was declined raises an alarm', async () => {
    const payOut = bench.provider.payOut.bind(bench.provider);
    vi.spyOn(bench.provider, 'payOut').mockImplementationOnce(async (request) => {
      await payOut(request);
      return { kind: 'declined', ref: null, code: 'lost', canRetry: false };
    });
    const key = await owedDeal();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ payout: 'failed' });
    await hearMessages();
    expect(await callOf(key)).toMatchObject({ outcome: 'done' });
    expect(alarms.join('')).toContain('has moved money that the deal does not expect');
  });
});

it('a payout beyond the available balance waits until there is enough', async () => {
  bench.standIn.availableCents = 0;
  const key = await owedDeal();
  await makeCalls();
  await makeCalls();
  expect(await dealOf(key)).toMatchObject({ payout: 'sending' });
  bench.standIn.availableCents = TERMS.sellerTotalCents;
  await makeCalls();
  expect(await dealOf(key)).toMatchObject({ payout: 'sent', paidOutCents: TERMS.sellerTotalCents });
  expect(await transfers()).toHaveLength(1);
});

describe('after the restore of a backup', () => {
  /** Stripe no longer knows the keys of the attempts. */
  const OUTAGE_MS = 2 * DAY_MS;

  async function requestOf(key: DealKey) {
    const [call] = made;
    if (!call) {
      throw new Error('There is no call to make.');
    }
    const { amount_cents: amountCents } = await callOf(key);
    return { call, amountCents, attempt: 1, tradedAtMs: bench.nowMs() };
  }

  it('a buyer is not charged again', async () => {
    const key = await paidDeal(START_MS - 2 * HOUR_MS);
    await bench.provider.collect({
      ...(await requestOf(key)),
      customerRef,
      methodRef: 'pm_card_visa',
      returnUrl: 'https://shop.example',
    });
    await bench.pass(OUTAGE_MS);
    await makeCalls();
    expect(await bench.objects('payment_intent')).toHaveLength(1);
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS });
  });

  it('a payout is not made again', async () => {
    const key = await owedDeal();
    await bench.provider.payOut({ ...(await requestOf(key)), recipientRef: recipientRef ?? '' });
    await bench.pass(OUTAGE_MS);
    await makeCalls();
    expect(await transfers()).toHaveLength(1);
    expect(await dealOf(key)).toMatchObject({ payout: 'sent', paidOutCents: TERMS.sellerTotalCents });
  });

  it('a refund is not made again', async () => {
    const key = await paidDeal();
    await makeCalls();
    const { provider_ref: paymentRef } = await callOf(key);
    await take(key, 'member', { type: 'cancel' });
    await take(key, 'buyer', { type: 'choose-refund' });
    const refund = vi.spyOn(bench.provider, 'refund');
    await bench.provider.refund({ ...(await requestOf(key)), paymentRef });
    await bench.pass(OUTAGE_MS);
    await makeCalls();
    expect(refund).toHaveBeenCalledTimes(1);
    expect(await dealOf(key)).toMatchObject({ payment: 'refunded', refundedCents: CENTS });
  });

  it('money of a call that does not exist here raises an alarm', async () => {
    const { id } = await bench.standIn.act((account) =>
      account.createTransfer({
        amount: 1_00,
        currency: 'usd',
        destination: recipientRef ?? '',
        group: null,
        metadata: { call: `1/${randomUUID()}/4/pay-out`, attempt: '1' },
      }),
    );
    await reconciler.reconcileRef(id);
    expect(alarms.join('')).toContain('does not exist here');
  });
});

describe('a check', () => {
  it('at a reference of another call moves nothing, and raises an alarm', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    method = 'pm_card_visa';
    const other = await paidDeal();
    await makeCalls();
    const { provider_ref: ref } = await callOf(other);
    const call = { ...key, version: 1, kind: 'collect' } as const;
    await expect(reconciler.reconcile(call, ref, 'check')).rejects.toThrow(ProviderUnavailableError);
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', collectedCents: 0 });
    expect(alarms.join('')).toContain('belongs to another call');
  });

  it('holds neither a connection nor the deal while the provider does not answer', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    const answer = holdNextAnswer();
    const check = checkAll(key);
    await answer.asked;
    const { pool } = database;
    expect({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }).toEqual({
      inUse: 0,
      waiting: 0,
    });
    await take(key, 'member', { type: 'cancel' });
    answer.release();
    await check;
    expect(await dealOf(key)).toMatchObject({ state: 'cancelled' });
    expect((await intents())[0]?.status).toBe('canceled');
  });

  it('reverses a payment of a cancelled deal though its buyer confirms it at that moment', async () => {
    method = 'pm_card_authenticationRequired';
    const key = await paidDeal();
    await makeCalls();
    await take(key, 'member', { type: 'cancel' });
    const reverse = bench.provider.reverse.bind(bench.provider);
    vi.spyOn(bench.provider, 'reverse').mockImplementationOnce(async (ref) => {
      await bench.standIn.act((account) => account.intents.answerBank(ref, true));
      await reverse(ref);
    });
    await checkAll(key);
    await hearMessages();
    await makeCalls();
    await checkAll(key);
    const { balances, collectedCents } = await dealOf(key);
    expect(Object.values(balances).filter((cents) => cents !== 0)).toEqual([]);
    expect(collectedCents).toBe(0);
    expect(await bench.objects<Charge>('charge')).toMatchObject([{ amount: CENTS, amount_refunded: CENTS }]);
    expect(alarms).toEqual([]);
  });

  it('does not apply an answer from before another check, and asks again', async () => {
    method = 'pm_usBankAccount_success';
    const key = await paidDeal();
    await makeCalls();
    expect(await callOf(key)).toMatchObject({ outcome: 'pending' });
    const retrieve = vi.spyOn(bench.provider, 'retrieve');
    const answer = holdNextAnswer();
    const check = checkAll(key);
    await answer.asked;
    await bench.pass(5 * DAY_MS);
    await bench.standIn.settle();
    const { provider_ref: ref } = await callOf(key);
    await reconciler.reconcileRef(ref);
    expect(await callOf(key)).toMatchObject({ outcome: 'done' });
    const asked = retrieve.mock.calls.length;
    answer.release();
    await check;
    expect(retrieve.mock.calls.length).toBe(asked + 1);
    expect(await callOf(key)).toMatchObject({ outcome: 'done' });
    expect(await dealOf(key)).toMatchObject({ state: 'paid', collectedCents: CENTS });
  });
});

/** The provider reads a reference, but its answer waits. */
function holdNextAnswer(): { readonly asked: Promise<void>; readonly release: () => void } {
  const { provider } = bench;
  const retrieve = provider.retrieve.bind(provider);
  const asked = deferred();
  const released = deferred();
  vi.spyOn(provider, 'retrieve').mockImplementationOnce(async (ref) => {
    const state = await retrieve(ref);
    asked.resolve();
    await released.promise;
    return state;
  });
  return { asked: asked.promise, release: released.resolve };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('money that comes back without a webhook', () => {
  it('is noticed by a check, days after it was done', async () => {
    method = 'pm_card_refundFail';
    const key = await paidDeal();
    await makeCalls();
    await take(key, 'member', { type: 'cancel' });
    await take(key, 'buyer', { type: 'choose-refund' });
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ payment: 'refunded', refundedCents: CENTS });
    await bench.pass(3 * DAY_MS);
    await bench.standIn.deliverEvents();
    await checkAll(key);
    expect(await dealOf(key)).toMatchObject({ payment: 'held', refundedCents: 0 });
  });

  it('is checked after 1, 2, 4 … 64 days, and then no more', async () => {
    const key = await paidDeal();
    await makeCalls();
    const days: (number | null)[] = [];
    for (let check = 0; check < 8; check += 1) {
      const { rows } = await database.pool.query(
        'select round(extract(epoch from check_at - now()) / 86400)::int as days from provider_calls where deal_id = $1',
        [key.id],
      );
      days.push(rows[0].days);
      await checkAll(key);
    }
    expect(days).toEqual([1, 2, 4, 8, 16, 32, 64, null]);
  });
});

describe('a webhook', () => {
  it('of the same id counts once, and one that is not signed does not count', async () => {
    const key = await paidDeal();
    faults = { ...NO_FAULTS, nextRequest: once('broken-after') };
    await makeCalls();
    await bench.standIn.deliverEvents();
    const [{ body, header } = { body: Buffer.alloc(0), header: '' }] = bench.received;
    const checks: string[] = [];
    const sources = {
      pool: database.pool,
      provider: bench.provider,
      calls: { sendChecks: async (_tx: Transaction, refs: readonly string[]) => void checks.push(...refs) },
    };
    const [signed, forged] = [
      { body, header },
      { body, header: 'forged' },
    ];
    const receive = (...webhooks: (typeof signed)[]) => receiveWebhooks(sources, webhooks, bench.nowMs());
    expect(await receive(forged)).toEqual(['refused']);
    expect(await receive(signed, forged, signed)).toEqual(['event', 'refused', 'event']);
    expect(await receive(signed)).toEqual(['event']);
    expect(checks).toEqual([(await intents())[0]?.id]);
    await reconciler.reconcileRef(checks[0] ?? '');
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
  });

  it('of a dispute reaches the deal, and its end too', async () => {
    method = 'pm_card_createDispute';
    const key = await paidDeal();
    await makeCalls();
    expect(await dealOf(key)).toMatchObject({ payment: 'held', hasBeenDisputed: false });
    await hearMessages();
    expect(await dealOf(key)).toMatchObject({ payment: 'disputed', hasBeenDisputed: true });
    const [dispute] = await bench.objects('dispute');
    await bench.standIn.act(({ intents }) => intents.closeDispute(dispute?.id ?? '', 'won'));
    await hearMessages();
    expect(await dealOf(key)).toMatchObject({ payment: 'won' });
  });
});

it('a chargeback of a part takes that part, and the rest can be refunded', async () => {
  const key = await paidDeal();
  await makeCalls();
  const ref = (await intents())[0]?.id ?? '';
  const dispute = await bench.standIn.act((account) => account.intents.openDispute(ref, 50_00));
  await reconciler.reconcileRef(ref);
  await bench.standIn.act((account) => account.intents.closeDispute(dispute.id, 'lost'));
  await reconciler.reconcileRef(ref);
  expect(await dealOf(key)).toMatchObject({ payment: 'lost', chargedBackCents: 50_00 });
  await take(key, 'member', { type: 'cancel' });
  await take(key, 'buyer', { type: 'choose-refund' });
  await makeCalls();
  expect(await dealOf(key)).toMatchObject({ refundedCents: CENTS - 50_00, balances: { 'owed-buyer': 0 } });
});

it('a payment that is charged back although a dispute of it was won raises an alarm', async () => {
  const key = await paidDeal();
  await makeCalls();
  const ref = (await intents())[0]?.id ?? '';
  for (const end of ['won', 'lost'] as const) {
    const dispute = await bench.standIn.act((account) => account.intents.openDispute(ref));
    await bench.standIn.act((account) => account.intents.closeDispute(dispute.id, end));
    expect(alarms).toEqual([]);
    await reconciler.reconcileRef(ref);
  }
  expect(await dealOf(key)).toMatchObject({ payment: 'won', chargedBackCents: 0 });
  expect(alarms.join('')).toContain('a chargeback is lost that the deal does not know of');
});

describe('whatever the provider does', () => {
  const DEALS = Number(process.env.PAYMENT_DEALS ?? 15);
  const FIRST_SEED = Number(process.env.PAYMENT_SEED ?? 1);

  it('no money is lost, taken twice or paid twice', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + DEALS; seed += 1) {
      const chance = new Chance(seed);
      method = chance.one(RANDOM_METHODS);
      faults = randomFaults(() => chance.below(1_000) / 1_000, 0.4);
      const key = await paidDeal();
      await letItEnd(key, chance);
      await moveOn(key, chance);
      await letItEnd(key, chance);
      await expectEqualMoney(key, seed);
    }
  });

  /** Answers of the bank, webhooks, checks and days, until every call has its outcome. */
  async function letItEnd(key: DealKey, chance: Chance): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      await makeCalls();
      await hearMessages();
      const asking = (await intents()).find(({ status }) => status === 'requires_action');
      if (asking && chance.isOneIn(2)) {
        await bench.standIn.act(({ intents }) => intents.answerBank(asking.id, chance.isOneIn(2)));
      }
      await bench.pass(chance.one([60_000, DAY_MS]));
      await checkAll(key);
    }
    faults = NO_FAULTS;
    await bench.pass(10 * DAY_MS);
    for (let round = 0; round < 4; round += 1) {
      await makeCalls();
      await hearMessages();
      await checkAll(key);
    }
    expect(made).toEqual([]);
  }

  /** The rest of a deal: a refund or a payout. */
  async function moveOn(key: DealKey, chance: Chance): Promise<void> {
    faults = randomFaults(() => chance.below(1_000) / 1_000, 0.4);
    const { state } = await dealOf(key);
    if (state === 'paid' && chance.isOneIn(2)) {
      await take(key, 'member', { type: 'cancel' });
      await take(key, 'buyer', { type: 'choose-refund' });
    } else if (state === 'paid') {
      await take(key, 'seller', { type: 'ship' });
      await take(key, 'member', { type: 'receive' });
      await take(key, 'member', { type: 'pass' });
      await take(key, 'clock', { type: 'start-payout', nettedCents: 0 });
    } else if (chance.isOneIn(2)) {
      await take(key, 'member', { type: 'cancel' });
    }
  }

  async function expectEqualMoney(key: DealKey, seed: number): Promise<void> {
    const { collectedCents, refundedCents, paidOutCents, balances } = await dealOf(key);
    const isOfDeal = ({ metadata }: { metadata: Readonly<Record<string, string>> }) =>
      parseCallName(metadata.call ?? '')?.id === key.id;
    const own = (await intents()).filter(isOfDeal);
    const charges = (await bench.objects<Charge>('charge')).filter(({ payment_intent: intent }) =>
      own.some(({ id }) => id === intent),
    );
    const transfers = (await bench.objects<Transfer>('transfer')).filter(
      (one) => isOfDeal(one) && !one.reversed,
    );
    expect({
      seed,
      keptCents: sum(charges.map(({ amount, amount_refunded: refunded }) => amount - refunded)),
      paidOutCents: sum(transfers.map(({ amount }) => amount)),
    }).toEqual({ seed, keptCents: collectedCents - refundedCents, paidOutCents });
    expect([balances.refunding, balances['paying-out']]).toEqual([0, 0]);
  }
});

function intents(): Promise<Intent[]> {
  return bench.objects<Intent>('payment_intent');
}

function transfers(): Promise<Transfer[]> {
  return bench.objects<Transfer>('transfer');
}

function once<Fault>(fault: Fault): () => Fault | 'none' {
  // The package repeats a request once if the connection breaks.
  const faults: (Fault | 'none')[] = [fault, fault];
  return () => faults.shift() ?? 'none';
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
