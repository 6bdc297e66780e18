import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readMoneySums } from '../../src/deals/money-sums.js';
import { renameInMoneyLines } from '../../src/deals/rename-money-lines.js';
import { type OnStepped, takeStep } from '../../src/deals/take-step.js';
import { readMoneyQueue } from '../../src/desk/money/money-queues.js';
import { readQueueDeals } from '../../src/desk/queues.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { CreditPayouts, type CreditPayoutsOptions } from '../../src/payments/credit-payouts.js';
import { readPartyRefs, readRecipientRef } from '../../src/payments/party-refs.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { collectPenalties } from '../../src/payments/penalty-collections.js';
import type { Transfer } from '../../src/payments/play/stand-in-objects.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { buildDeal, dealAt, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { buildProducts } from '../market.js';
import { violatedDealChecks } from '../sound-market.js';
import { connectAgain, createTestDatabase } from '../test-database.js';
import { openPaymentBench, type PaymentBench } from './payment-bench.js';
import { openPaymentWork } from './payment-work.js';

/** 15 % of 200 dollars. */
const PENALTY = 30_00;

let database: Database;
let bench: PaymentBench;
let reconciler: PaymentReconciler;
let calls: PaymentCalls;
let credits: CreditPayouts;
let onStepped: OnStepped;
let failures: unknown[];
/** The errors in the log of outcomes. */
let alarms: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
  bench = await openPaymentBench('play', database);
  const { provider } = bench;
  failures = [];
  alarms = [];
  onStepped = async (tx, key, stepped) => {
    await calls.send(tx, key, stepped);
    await credits.sendAfterStep(tx, key, stepped);
  };
  const log = { error: (_facts: unknown, message?: string) => void alarms.push(message ?? '') };
  ({ reconciler, calls } = openPaymentWork({
    pool,
    provider,
    onStepped,
    log,
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
  }));
  credits = openCredits(pool);
});

function openCredits(
  pool: Database['pool'],
  canBePaid: CreditPayoutsOptions['canBePaid'] = async (_key, userId) =>
    (await readRecipientRef({ pool, provider: bench.provider }, userId)) !== null,
): CreditPayouts {
  return new CreditPayouts({
    pool,
    jobs: new Jobs({ pool, random: Math.random, log: pino({ level: 'silent' }) }),
    onStepped,
    holidays: NO_HOLIDAYS,
    provider: 'play',
    canBePaid,
  });
}

afterEach(async () => {
  expect(await violatedDealChecks(database)).toEqual([]);
  expect(failures).toEqual([]);
  await database.close();
  await bench.close();
});

async function take(
  key: DealKey,
  ...events: readonly (readonly ['member' | 'provider' | 'clock', DealEvent])[]
) {
  for (const [kind, event] of events) {
    const deal = await dealOf(key);
    const nowMs = (event.type === 'deadline-passed' ? deal.dueAtMs : null) ?? TRADED_AT_MS;
    await transaction(database.pool, async (tx) => {
      const result = await takeStep(tx, key, fact(kind, event), { nowMs, holidays: NO_HOLIDAYS });
      expect(result).toMatchObject({ kind: 'stepped' });
      if (result?.kind === 'stepped') {
        await onStepped(tx, key, result);
      }
    });
  }
}

const PAY: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };
const HELD: DealEvent = { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents };

/** Penalties of the same moment are collected in the order of their deals. */
const [FIRST, SECOND] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** A deal whose seller did not ship, and pays the penalty. */
async function penalised(id?: string): Promise<DealKey> {
  const key = await buildDeal(database, { id });
  const passed = ['clock', { type: 'deadline-passed' }] as const;
  await take(key, ['clock', PAY], ['provider', HELD], passed, passed);
  expect(await dealOf(key)).toMatchObject({ penalty: 'charged' });
  return key;
}

/** A payout of the same seller, which settles this much of their debt. */
async function settle(nettedCents: number): Promise<DealKey> {
  const key = await buildDeal(database);
  await take(
    key,
    ...([
      ['clock', PAY],
      ['provider', HELD],
      ['member', { type: 'receive' }],
      ['member', { type: 'pass' }],
      ['clock', { type: 'start-payout', nettedCents }],
    ] as const),
  );
  return key;
}

function collect(): Promise<void> {
  const onFailure = (error: unknown) => failures.push(error);
  return collectPenalties(database.pool, NO_HOLIDAYS, { onStepped, onFailure });
}

/** Runs the jobs that pay credits, and the calls of these payouts. */
async function payCredits(): Promise<void> {
  await runCreditJobs();
  await makeCreditCalls();
}

async function runCreditJobs(): Promise<void> {
  for (const { data } of (
    await database.pool.query(`delete from jobs where kind = 'credit-payout-play' returning data`)
  ).rows) {
    await credits.payOut(data.userId);
  }
}

async function makeCreditCalls(): Promise<void> {
  const open = await database.pool.query(
    `select product_id as "productId", deal_id as id, version, kind from provider_calls
     where kind = 'pay-credit' and outcome is null`,
  );
  for (const key of open.rows) {
    await calls.make(key);
  }
}

async function choose(userId: string): Promise<void> {
  await database.pool.query(`insert into accounts (user_id, payment, payout) values ($1, 'CC', 'CC')`, [
    userId,
  ]);
}

const dealOf = (key: DealKey) => dealAt(database, key);

async function paidAmounts(): Promise<number[]> {
  return (await bench.objects<Transfer>('transfer')).map(({ amount }) => amount);
}

it('half of a penalty that a payout has settled goes to the account of the other side', async () => {
  await choose('buyer');
  const key = await penalised();
  await collect();
  expect(await readMoneySums(database.pool, 'buyer')).toMatchObject({ credited: 0 });
  await settle(PENALTY);
  await Promise.all([collect(), collect()]);
  expect(await readMoneySums(database.pool, 'buyer')).toMatchObject({ credited: PENALTY / 2 });
  expect(await readMoneySums(database.pool, 'seller')).toMatchObject({
    penalty: PENALTY,
    'penalty-paid': PENALTY,
    settled: PENALTY,
  });
  await payCredits();
  expect(await paidAmounts()).toEqual([PENALTY / 2]);
  expect(await dealOf(key)).toMatchObject({ buyerCreditCents: 0, lastCreditCents: PENALTY / 2 });
  expect(await readMoneySums(database.pool, 'buyer')).toMatchObject({
    credited: 0,
    'credit-paid': PENALTY / 2,
  });
});

it('a penalty that is collected in parts is shared in parts, the oldest penalty first', async () => {
  const [first, second] = [await penalised(FIRST), await penalised(SECOND)];
  await settle(10_01);
  await collect();
  await settle(30_00);
  await collect();
  expect(await dealOf(first)).toMatchObject({ penaltyCollectedCents: 30_00, buyerCreditCents: 15_00 });
  expect(await dealOf(second)).toMatchObject({ penaltyCollectedCents: 10_01, buyerCreditCents: 5_00 });
});

it('a credit that arrives while another one of its deal is on its way is paid out after that', async () => {
  await choose('buyer');
  const key = await penalised();
  await settle(10_00);
  await collect();
  await runCreditJobs();
  await settle(20_00);
  await collect();
  await runCreditJobs();
  await makeCreditCalls();
  await payCredits();
  expect((await paidAmounts()).sort()).toEqual([10_00, 5_00]);
  expect(await dealOf(key)).toMatchObject({ buyerCreditCents: 0, payingCreditCents: 0 });
});

it('an earlier credit that comes back after a later one is reported once', async () => {
  await choose('buyer');
  const key = await penalised();
  for (const nettedCents of [10_00, 20_00]) {
    await settle(nettedCents);
    await collect();
    await payCredits();
  }
  const { rows } = await database.pool.query<{ version: number; ref: string }>(
    `select version, provider_ref as ref from provider_calls where kind = 'pay-credit' order by version limit 1`,
  );
  const [first = { version: 0, ref: '' }] = rows;
  for (let times = 0; times < 2; times += 1) {
    await reconciler.settleWith(
      { ...key, version: first.version, kind: 'pay-credit' },
      { kind: 'declined', ref: first.ref, code: 'returned', canRetry: false },
    );
  }
  expect(alarms).toEqual([
    'a refund or credit has come back after a later one: the deal does not owe it again',
  ]);
  expect(await dealOf(key)).toMatchObject({ buyerCreditCents: 0 });
});

it('a credit that waited for one of the other side is paid out after that has failed, which waits itself', async () => {
  await choose('buyer');
  await choose('seller');
  const key = await settle(0);
  await take(
    key,
    ['provider', { type: 'payout-done', callVersion: 5 }],
    ['member', { type: 'send' }],
    ['provider', { type: 'parcel-lost' }],
    ['clock', { type: 'deadline-passed' }],
    ['provider', { type: 'refund-done', callVersion: 9 }],
    ['member', { type: 'bear-loss' }],
    ['provider', { type: 'payout-failed', callVersion: 5 }],
  );
  await transaction(database.pool, (tx) => credits.send(tx, 'seller'));
  await runCreditJobs();
  await take(key, ['provider', { type: 'refund-failed', callVersion: 9 }]);
  await runCreditJobs();
  await database.pool.query(`delete from accounts where user_id = 'seller'`);
  await database.pool.query(`delete from payment_accounts where user_id = 'seller'`);
  await makeCreditCalls();
  await choose('seller');
  await payCredits();
  await payCredits();
  expect(await paidAmounts()).toEqual([TERMS.buyerTotalCents]);
  expect(await dealOf(key)).toMatchObject({
    state: 'closed',
    buyerCreditCents: 0,
    sellerCreditCents: TERMS.sellerTotalCents,
    payingCreditCents: 0,
  });
});

it('a single cent is collected, though nothing of it can be shared', async () => {
  const key = await penalised();
  await settle(1);
  await collect();
  expect(await dealOf(key)).toMatchObject({ penaltyCollectedCents: 1, buyerCreditCents: 0 });
  await settle(1);
  await collect();
  expect(await dealOf(key)).toMatchObject({ penaltyCollectedCents: 2, buyerCreditCents: 1 });
});

it('a user without an account for payouts is paid once they have one', async () => {
  await penalised();
  await settle(PENALTY);
  await collect();
  await payCredits();
  expect(await paidAmounts()).toEqual([]);
  await choose('buyer');
  await transaction(database.pool, (tx) => credits.send(tx, 'buyer'));
  await payCredits();
  expect(await paidAmounts()).toEqual([PENALTY / 2]);
});

it('a credit without an earlier payout is paid by the sweep of any server, once, and one that came back is not', async () => {
  const key = await penalised();
  await settle(PENALTY);
  await collect();
  await payCredits();
  await choose('buyer');
  const other = await connectAgain(database);
  const sweeps = [credits, openCredits(other.pool)];
  const sweep = () => Promise.all(sweeps.map((each) => each.payUntried()));
  await sweep();
  await sweep();
  await payCredits();
  expect(await paidAmounts()).toEqual([PENALTY / 2]);
  const { callVersions } = await dealOf(key);
  await take(key, ['provider', { type: 'credit-failed', callVersion: callVersions['pay-credit'] }]);
  await sweep();
  await payCredits();
  expect(await paidAmounts()).toEqual([PENALTY / 2]);
  expect(await dealOf(key)).toMatchObject({ buyerCreditCents: PENALTY / 2 });
  await other.close();
});

/** A deal whose payout to the seller came back, without a debt to settle. */
async function creditedSeller(): Promise<DealKey> {
  const ended = await settle(0);
  await take(
    ended,
    ['provider', { type: 'payout-done', callVersion: 5 }],
    ['member', { type: 'send' }],
    ['provider', { type: 'parcel-arrived' }],
    ['clock', { type: 'deadline-passed' }],
    ['provider', { type: 'payout-failed', callVersion: 5 }],
  );
  expect(await readMoneySums(database.pool, 'seller')).toMatchObject({ credited: TERMS.sellerTotalCents });
  return ended;
}

/** The amount of each failed payout that waits for a member. */
async function failedPayouts(): Promise<number[]> {
  const rows = await readMoneyQueue(database.pool, 'failed-payouts', undefined, 100);
  const member = { userId: 'ann', name: 'ann', role: 'finance' } as const;
  const atDesk = await readQueueDeals(database.pool, 'failed-payouts', member);
  expect(atDesk.map(({ id }) => id)).toEqual(rows.map(({ row }) => row.id));
  return rows.map(({ cents }) => cents);
}

it('a payout that came back waits for a member until it is paid as a credit, and again if that comes back', async () => {
  await buildProducts(database, ['Came back']);
  const key = await creditedSeller();
  expect(await failedPayouts()).toEqual([TERMS.sellerTotalCents]);
  await choose('seller');
  await credits.payUntried();
  expect(await failedPayouts()).toEqual([]);
  await payCredits();
  expect(await failedPayouts()).toEqual([]);
  const { callVersions } = await dealOf(key);
  await take(key, ['provider', { type: 'credit-failed', callVersion: callVersions['pay-credit'] }]);
  expect(await failedPayouts()).toEqual([TERMS.sellerTotalCents]);
});

it('the sweep pays the users after one who fails, and reports that one; without the provider it ends', async () => {
  await choose('seller');
  await penalised();
  await settle(PENALTY);
  await collect();
  await creditedSeller();
  const asked: string[] = [];
  const sweepWith = (failure: Error) =>
    openCredits(database.pool, async (_key, userId) => {
      asked.push(userId);
      if (userId === 'buyer') {
        throw failure;
      }
      return true;
    }).payUntried();
  await expect(sweepWith(new ProviderUnavailableError('away'))).rejects.toThrow('away');
  expect(asked).toEqual(['buyer']);
  await expect(sweepWith(new Error('This user fails.'))).rejects.toThrow('This user fails.');
  await payCredits();
  expect(await paidAmounts()).toEqual([TERMS.sellerTotalCents]);
});

it('what a user owes is taken off a credit before it is paid out, and counts as collected', async () => {
  await choose('seller');
  await penalised();
  await creditedSeller();
  await collect();
  expect(await readMoneySums(database.pool, 'buyer')).toMatchObject({ credited: PENALTY / 2 });
  await transaction(database.pool, (tx) => credits.send(tx, 'seller'));
  await payCredits();
  expect(await paidAmounts()).toEqual([TERMS.sellerTotalCents - PENALTY]);
  await collect();
  expect(await readMoneySums(database.pool, 'seller')).toMatchObject({
    credited: PENALTY,
    'penalty-paid': PENALTY,
  });
});

/** Gives deals of the seller to a pseudonym, as the erasure of their account does. */
function rename(ids: readonly string[]): Promise<void> {
  return transaction(database.pool, async (tx) => {
    await tx.query(`update trades set seller_id = 'pseudonym' where id = any($1)`, [ids]);
    await renameInMoneyLines(tx, { userId: 'seller', pseudonym: 'pseudonym' }, ids);
  });
}

it('a debt is taken off a credit that the user has by another name while their account is erased', async () => {
  await choose('seller');
  const { id } = await penalised();
  await creditedSeller();
  await transaction(database.pool, (tx) => credits.send(tx, 'seller'));
  await database.pool.query(`insert into departures (user_id, pseudonym) values ('seller', 'pseudonym')`);
  await rename([id]);
  await payCredits();
  expect(await paidAmounts()).toEqual([TERMS.sellerTotalCents - PENALTY]);
});

it('nothing is collected while the account of the payer is erased, and all of it afterwards', async () => {
  const [first, second] = [await penalised(FIRST), await penalised(SECOND)];
  await settle(PENALTY);
  await collect();
  await database.pool.query(`insert into departures (user_id, pseudonym) values ('seller', 'pseudonym')`);
  await rename([first.id]);
  await collect();
  expect(await dealOf(second)).toMatchObject({ penaltyCollectedCents: 0 });
  const { rows } = await database.pool.query(`select id from trades where seller_id = 'seller'`);
  await rename(rows.map(({ id }) => id));
  await database.pool.query('delete from departures');
  await settle(0);
  await collect();
  expect(await dealOf(second)).toMatchObject({ penaltyCollectedCents: 0 });
});
