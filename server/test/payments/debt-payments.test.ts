import { randomUUID } from 'node:crypto';
import type { TestCard } from '@perkex/contract/test-cards.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { type DealNews, dealNewsText } from '@perkex/core/deals/deal-news.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readMoneySums } from '../../src/deals/money-sums.js';
import { type OnStepped, takeStep } from '../../src/deals/take-step.js';
import { readMoneyQueue } from '../../src/desk/money/money-queues.js';
import { readQueueDeals } from '../../src/desk/queues.js';
import { checkLines } from '../../src/payments/bank/bank-file.js';
import { readBankPartyRefs } from '../../src/payments/bank/bank-party-refs.js';
import { BankProvider } from '../../src/payments/bank/bank-provider.js';
import { bookLines } from '../../src/payments/bank/book-lines.js';
import { lockBookedLine, readBookedLines, useOfLine } from '../../src/payments/bank/correct-line.js';
import { readInstructions } from '../../src/payments/bank/payment-instructions.js';
import { paymentKeyOf } from '../../src/payments/bank/payment-rows.js';
import { createList, readWaiting } from '../../src/payments/bank/payout-lists.js';
import { readListEntries } from '../../src/payments/bank/remittance-rows.js';
import { CreditPayouts } from '../../src/payments/credit-payouts.js';
import { payDebt, readDebtPayment } from '../../src/payments/debt-payments.js';
import { readPartyRefs, readRecipientRef } from '../../src/payments/party-refs.js';
import { readPaymentAccount, saveSetup } from '../../src/payments/payment-accounts.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { collectPenalties } from '../../src/payments/penalty-collections.js';
import type { Intent, Refund } from '../../src/payments/play/stand-in-objects.js';
import { forgetRefsOfCalls } from '../../src/payments/retired-accounts.js';
import { readDebt } from '../../src/users/user-debts.js';
import { buildDeal, dealAt, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { buildProducts } from '../market.js';
import { violatedDealChecks } from '../sound-market.js';
import { createTestDatabase } from '../test-database.js';
import { openPaymentBench, type PaymentBench } from './payment-bench.js';
import { openPaymentWork, stoppedJobs } from './payment-work.js';

/** 15 % of 200 dollars. */
const PENALTY = 30_00;
const ACCOUNT = { holder: 'Market', account: 'GB33BUKB20201555555555', bankCode: null, bankName: null };

let database: Database;
let bench: PaymentBench;
let calls: PaymentCalls;
let credits: CreditPayouts;
let reconciler: PaymentReconciler;
let onStepped: OnStepped;
/** The news of the steps that calls and checks have taken. */
let news: DealNews[];

/** The users of the test. */
let seller: string;
let buyer: string;
let users = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await buildProducts(database, ['In debt']);
  bench = await openPaymentBench('play', database);
});

/** In the end, the audit finds nothing. */
afterAll(async () => {
  const violated = await violatedDealChecks(database);
  await bench.close();
  await database.close();
  expect(violated).toEqual([]);
});

beforeEach(async () => {
  users += 1;
  news = [];
  [seller, buyer] = [`seller-${users}`, `buyer-${users}`];
  const { provider } = bench;
  const sources = { pool: database.pool, provider };
  await openCalls(provider, (key) => readPartyRefs(sources, key));
  await database.pool.query(
    `insert into accounts (user_id, payment, payout) values ($1, 'CC', 'CC'), ($2, 'CC', 'CC')`,
    [seller, buyer],
  );
});

async function openCalls(
  provider: PaymentProvider,
  partyRefs: ConstructorParameters<typeof PaymentCalls>[0]['partyRefs'],
): Promise<void> {
  const { pool } = database;
  await pool.query(`insert into deal_start values (true, '2026-01-01', $1) on conflict do nothing`, [
    provider.name,
  ]);
  const jobs = stoppedJobs(pool);
  onStepped = async (tx, key, stepped) => {
    news.push(...stepped.notifications.flatMap((each) => ('news' in each ? [each.news] : [])));
    await calls.send(tx, key, stepped);
    await credits.sendAfterStep(tx, key, stepped);
  };
  ({ reconciler, calls } = openPaymentWork({
    pool,
    jobs,
    provider,
    onStepped,
    partyRefs,
    returnUrl: () => 'https://shop.example/dashboard/money',
  }));
  credits = new CreditPayouts({
    pool,
    jobs,
    onStepped,
    holidays: NO_HOLIDAYS,
    provider: provider.name,
    canBePaid: async (_key, userId) =>
      provider.name === 'bank' ||
      (await readRecipientRef({ pool, provider: bench.provider }, userId)) !== null,
  });
}

async function take(
  key: DealKey,
  ...events: readonly (readonly ['member' | 'provider' | 'clock', DealEvent])[]
): Promise<void> {
  for (const [kind, event] of events) {
    const { dueAtMs } = await dealOf(key);
    const nowMs = (event.type === 'deadline-passed' ? dueAtMs : null) ?? TRADED_AT_MS;
    await transaction(database.pool, async (tx) => {
      const result = await takeStep(tx, key, fact(kind, event), { nowMs, holidays: NO_HOLIDAYS });
      expect(result).toMatchObject({ kind: 'stepped' });
    });
  }
}

const PASSED = ['clock', { type: 'deadline-passed' }] as const;
const PAID = [
  ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
  ['provider', { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents }],
] as const;

/** A deal whose seller did not ship, and pays the penalty. */
async function penalised(): Promise<DealKey> {
  const key = await buildDeal(database, { parties: { seller, buyer } });
  await take(key, ...PAID, PASSED, PASSED);
  return key;
}

/** A payout of the same seller, which settles this much of their debt. */
async function settle(nettedCents: number): Promise<void> {
  const key = await buildDeal(database, { parties: { seller, buyer } });
  await take(
    key,
    ...PAID,
    ['member', { type: 'receive' }],
    ['member', { type: 'pass' }],
    ['clock', { type: 'start-payout', nettedCents }],
  );
}

const dealOf = (key: DealKey) => dealAt(database, key);

const pay = (isByCard = true) =>
  transaction(database.pool, (tx) => payDebt(tx, seller, { onStepped, holidays: NO_HOLIDAYS }, { isByCard }));
/** The seller's part of the debts that members see. */
async function debtAtDesk(): Promise<number> {
  const rows = await readMoneyQueue(database.pool, 'debts', undefined, 100);
  return rows.find(({ row }) => row.sellerId === seller)?.cents ?? 0;
}

const state = async () => {
  const { debtCents, state, payingCents } = await readDebtPayment(database.pool, seller);
  expect(await debtAtDesk()).toBe(debtCents);
  return [debtCents, state, payingCents];
};
const sums = (user: string) => readMoneySums(database.pool, user);
const collect = () =>
  collectPenalties(database.pool, NO_HOLIDAYS, {
    onStepped,
    onFailure: (error) => {
      throw error;
    },
  });

/** Makes the calls of debts that no attempt has begun for. */
async function makeCalls(kind = 'collect-debt'): Promise<void> {
  const { rows } = await database.pool.query(
    `select product_id as "productId", deal_id as id, version, kind from provider_calls
     where kind = $1 and outcome is null`,
    [kind],
  );
  for (const key of rows) {
    await calls.make(key);
  }
}

async function saveCard(testCard: TestCard): Promise<void> {
  const { provider } = bench;
  const { customerRef } = await readPaymentAccount(database.pool, seller, 'play');
  const prepared = await provider.prepareMethod({ userId: seller, customerRef, testCard });
  await transaction(database.pool, (tx) => saveSetup(tx, seller, 'play', prepared));
}

it('a seller pays a penalty by card, once, and half of it goes to the buyer', async () => {
  expect(await pay()).toBe(false);
  const key = await penalised();
  expect(await state()).toEqual([PENALTY, 'none', 0]);
  expect(await Promise.all([pay(), pay()])).toEqual([true, true]);
  expect(await state()).toEqual([PENALTY, 'collecting', PENALTY]);
  expect(await sums(seller)).toMatchObject({ 'debt-on-its-way': PENALTY });
  await makeCalls();
  expect(await state()).toEqual([0, 'none', 0]);
  expect(await readDebt(database.pool, seller)).toBeNull();
  await collect();
  expect(await sums(seller)).toMatchObject({
    penalty: PENALTY,
    'debt-paid': PENALTY,
    'penalty-paid': PENALTY,
  });
  expect(await sums(buyer)).toMatchObject({ credited: PENALTY / 2 });
  const intents = await bench.objects<Intent>('payment_intent');
  expect(intents.map(({ amount, status }) => [amount, status])).toEqual([[PENALTY, 'succeeded']]);
  expect((await dealOf(key)).state).toBe('cancelled');
  // The references of the seller leave with their account, and not with that of the buyer.
  const refs = `select customer_ref as ref from provider_calls where kind = 'collect-debt' and deal_id = $1`;
  await forgetRefsOfCalls(database.pool, 'buyer', [key]);
  expect((await database.pool.query(refs, [key.id])).rows).toEqual([{ ref: expect.any(String) }]);
  await forgetRefsOfCalls(database.pool, 'seller', [key]);
  expect((await database.pool.query(refs, [key.id])).rows).toEqual([{ ref: null }]);
  expect(await pay()).toBe(false);
});

it('a declined card leaves the debt, and another one pays it after its bank was asked', async () => {
  await penalised();
  await saveCard('declined');
  await pay();
  await makeCalls();
  expect(await state()).toEqual([PENALTY, 'declined', 0]);
  await saveCard('asks-bank');
  await pay();
  await makeCalls();
  expect(await state()).toEqual([PENALTY, 'needs-buyer', PENALTY]);
  // Another attempt replaces the one that waits, which can no longer succeed.
  const waiting = (await readDebtPayment(database.pool, seller)).call?.ref ?? '';
  await pay();
  await makeCalls();
  expect((await bench.provider.retrieve(waiting)).outcome.kind).toBe('declined');
  const ref = (await readDebtPayment(database.pool, seller)).call?.ref ?? '';
  const { outcome } = await bench.provider.retrieve(ref);
  await bench.visitBank(outcome.kind === 'needs-buyer' ? outcome.url : '', 'accept');
  await reconciler.reconcileRef(ref);
  expect(await state()).toEqual([0, 'none', 0]);
});

it('a debt that is too small for a card waits for a payout', async () => {
  await penalised();
  await settle(PENALTY - 49);
  expect([await pay(), await state()]).toEqual([false, [49, 'none', 0]]);
});

it('what a payout has settled in the meantime is paid out again', async () => {
  await penalised();
  await pay();
  await settle(20_00);
  await makeCalls();
  expect(await sums(seller)).toMatchObject({ settled: 20_00, 'debt-paid': PENALTY });
  await credits.payOut(seller);
  await makeCalls('pay-credit');
  expect(await sums(seller)).toMatchObject({ settled: 20_00, 'debt-paid': 10_00, 'credit-paid': 20_00 });
  expect(await state()).toEqual([0, 'none', 0]);
});

it('a payment that the bank of its user takes back is owed again', async () => {
  await penalised();
  await pay();
  await makeCalls();
  await collect();
  const [intent] = await bench.objects<Intent>('payment_intent');
  const ref = intent?.id ?? '';
  const dispute = await bench.standIn.act(({ intents }) => intents.openDispute(ref));
  await reconciler.reconcileRef(ref);
  expect(await state()).toEqual([0, 'none', 0]);
  await bench.standIn.act(({ intents }) => intents.closeDispute(dispute.id, 'lost'));
  await reconciler.reconcileRef(ref);
  await reconciler.reconcileRef(ref);
  expect(await state()).toEqual([PENALTY, 'none', 0]);
  expect(await sums(seller)).toMatchObject({ 'debt-charged-back': PENALTY, 'penalty-paid': PENALTY });
  await pay();
  await makeCalls();
  expect(await state()).toEqual([0, 'none', 0]);
});

it('a part of a payment that the bank of its user takes back is owed again', async () => {
  await penalised();
  await pay();
  await makeCalls();
  const ref = (await readDebtPayment(database.pool, seller)).call?.ref ?? '';
  const dispute = await bench.standIn.act(({ intents }) => intents.openDispute(ref, 7_00));
  await bench.standIn.act(({ intents }) => intents.closeDispute(dispute.id, 'lost'));
  await reconciler.reconcileRef(ref);
  await reconciler.reconcileRef(ref);
  expect(await state()).toEqual([7_00, 'none', 0]);
});

it('a payment that was taken back is not reversed after its user has paid again', async () => {
  const key = await penalised();
  await pay();
  await makeCalls();
  const ref = (await readDebtPayment(database.pool, seller)).call?.ref ?? '';
  const dispute = await bench.standIn.act(({ intents }) => intents.openDispute(ref));
  await bench.standIn.act(({ intents }) => intents.closeDispute(dispute.id, 'lost'));
  await reconciler.reconcileRef(ref);
  await pay();
  await makeCalls();
  await database.pool.query('update provider_calls set check_at = now() where deal_id = $1', [key.id]);
  await calls.checkDueCalls();
  const refunds = await bench.objects<Refund>('refund');
  expect(refunds.filter(({ payment_intent: paid }) => paid === ref)).toEqual([]);
  const { rows } = await database.pool.query(
    `select outcome from provider_calls where deal_id = $1 and kind = 'collect-debt'`,
    [key.id],
  );
  expect(rows).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
  expect(await state()).toEqual([0, 'none', 0]);
});

/** The amount of a deal in a queue, which is the same at the desk and on its page of money. */
async function waitsIn(queue: 'failed-refunds' | 'disputes', key: DealKey): Promise<number[]> {
  const rows = await readMoneyQueue(database.pool, queue, undefined, 100);
  const member = { userId: 'ann', name: 'ann', role: 'finance' } as const;
  const atDesk = await readQueueDeals(database.pool, queue, member);
  expect(atDesk.map(({ id }) => id)).toEqual(rows.map(({ row }) => row.id));
  return rows.flatMap(({ row, cents }) => (row.id === key.id ? [cents] : []));
}

it('a payment that is disputed waits for a member, until its bank decides', async () => {
  const key = await buildDeal(database, { parties: { seller, buyer } });
  await take(key, ...PAID);
  expect(await waitsIn('disputes', key)).toEqual([]);
  await take(key, ['provider', { type: 'dispute-opened' }]);
  expect(await waitsIn('disputes', key)).toEqual([TERMS.buyerTotalCents]);
  await take(key, ['provider', { type: 'dispute-won' }]);
  expect(await waitsIn('disputes', key)).toEqual([]);
});

it('a refund that has failed waits for a member, until it is started again', async () => {
  const key = await buildDeal(database, { parties: { seller, buyer } });
  const waiting = () => waitsIn('failed-refunds', key);
  await take(key, ...PAID, ['member', { type: 'cancel' }]);
  expect(await waiting()).toEqual([]);
  await take(key, PASSED);
  expect(await waiting()).toEqual([]);
  await take(key, ['provider', { type: 'refund-failed', callVersion: 4 }]);
  expect(await waiting()).toEqual([TERMS.buyerTotalCents]);
  await take(key, ['member', { type: 'start-refund' }]);
  expect(await waiting()).toEqual([]);
});

/** Money arrives with the reference of the payment of debts. */
async function arrive(cents: number, reference: string) {
  const line = {
    row: 1,
    bankId: randomUUID(),
    handId: null,
    bookedOn: '2026-11-03',
    amount: (cents / 100).toFixed(2),
    currency: 'USD',
    skipped: null,
    texts: [reference],
    payerName: 'A payer',
    payerAccount: 'DE89370400440532013000',
  };
  const [planned] = await transaction(database.pool, (tx) => bookLines(tx, checkLines([line]), 'fin'));
  return planned?.result;
}

async function openBank(): Promise<void> {
  const { pool } = database;
  await pool.query('delete from deal_start');
  const provider = new BankProvider({ pool, returnUrl: () => 'https://shop.example/dashboard/money' });
  await openCalls(provider, (key) => readBankPartyRefs(pool, key));
}

it('a seller pays by bank transfer, with a reference of its own, and what is too much goes back', async () => {
  const { pool } = database;
  await openBank();
  const key = await penalised();
  await pay(false);
  await makeCalls();
  expect(await state()).toEqual([PENALTY, 'needs-buyer', PENALTY]);
  expect(await pay(false)).toBe(true);
  const call = {
    ...key,
    version: (await dealOf(key)).callVersions['collect-debt'],
    kind: 'collect-debt',
  } as const;
  const payment = paymentKeyOf(call);
  const instructions = await readInstructions(pool, ACCOUNT, payment);
  expect(instructions).toMatchObject({ amountCents: PENALTY, receivedCents: 0 });
  const reference = instructions?.reference ?? '';
  expect(await arrive(10_00, reference)).toBe('too-little');
  expect(await readInstructions(pool, ACCOUNT, payment)).toMatchObject({
    amountCents: 20_00,
    receivedCents: 10_00,
  });
  expect(await arrive(25_00, reference)).toBe('too-much');
  const checks = await pool.query(`select data from jobs where kind = 'payment-check-bank'`);
  for (const { data } of checks.rows) {
    await reconciler.reconcileRef(data.ref);
  }
  expect(await state()).toEqual([0, 'none', 0]);
  const [first] = await readBookedLines(pool, key);
  expect(first).toMatchObject({ dealId: key.id });
  const use = await transaction(pool, async (tx) => {
    const line = await lockBookedLine(tx, first?.id ?? '');
    return line && useOfLine(tx, line);
  });
  expect(use).toBe('gone');
  const list = await transaction(pool, (tx) => createList(tx, 'fin'));
  expect(await readWaiting(pool)).toEqual([]);
  const [entry] = await readListEntries(pool, list ?? 0);
  expect(entry).toMatchObject({
    kind: 'return',
    amountCents: 5_00,
    dealId: key.id,
    account: 'DE89370400440532013000',
  });
});

it('a part of a payment by bank transfer goes back once payouts have settled the debt', async () => {
  const { pool } = database;
  await openBank();
  const key = await penalised();
  await pay(false);
  await makeCalls();
  const payment = paymentKeyOf({ ...key, kind: 'collect-debt' });
  const reference = (await readInstructions(pool, ACCOUNT, payment))?.reference ?? '';
  const check = async () => {
    await pool.query('update provider_calls set check_at = now() where deal_id = $1', [key.id]);
    await calls.checkDueCalls();
  };
  expect(await arrive(10_00, reference)).toBe('too-little');
  await settle(PENALTY - 1);
  await check();
  expect(await state()).toEqual([1, 'needs-buyer', PENALTY]);
  await settle(1);
  news = [];
  await check();
  await check();
  expect(news.map((each) => dealNewsText(each, 'ask'))).toEqual([
    'Your payment did not go through. My money shows what you still owe.',
  ]);
  expect(await state()).toEqual([0, 'none', 0]);
  expect((await dealOf(key)).collectingDebtCents).toBe(0);
  // Money that comes later goes back, too.
  expect(await arrive(20_00, reference)).toBe('late');
  await check();
  const list = await transaction(pool, (tx) => createList(tx, 'fin'));
  const entries = await readListEntries(pool, list ?? 0);
  expect(entries).toMatchObject([{ kind: 'return', amountCents: 30_00, dealId: key.id }]);
  expect(await sums(seller)).toMatchObject({ settled: PENALTY, 'debt-paid': 0, 'debt-on-its-way': 0 });
  // A later debt has a payment of its own.
  await penalised();
  expect(await pay(false)).toBe(true);
  await makeCalls();
  expect(await state()).toEqual([PENALTY, 'needs-buyer', PENALTY]);
});
