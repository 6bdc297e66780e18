import type { DealTerms } from '@perkex/core/deals/deal.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { debtCents } from '@perkex/core/deals/own-money.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import { tradeAmounts } from '@perkex/core/fees.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import type { Database } from '../../src/database/connect.js';
import { type Transaction, transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { lockMoneySums } from '../../src/deals/money-sums.js';
import { renameInMoneyLines } from '../../src/deals/rename-money-lines.js';
import { payoutEvent } from '../../src/deals/start-payout.js';
import { lockStoredDeal, type OnStepped, stepLockedDeal, takeStep } from '../../src/deals/take-step.js';
import { nameOfCall, parseCallName } from '../../src/payments/call-name.js';
import { saveAttempts } from '../../src/payments/call-rows.js';
import { startDuePayments } from '../../src/payments/due-payments.js';
import { readPartyRefs } from '../../src/payments/party-refs.js';
import { saveMethod, saveRecipient, saveSetup } from '../../src/payments/payment-accounts.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { PaymentRestarts } from '../../src/payments/payment-restarts.js';
import { type Faults, NO_FAULTS, randomFaults } from '../../src/payments/play/faults.js';
import type { Charge, Intent, Transfer } from '../../src/payments/play/stand-in-objects.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { readUnsentCalls } from '../../src/payments/unsent-calls.js';
import { buildDeal, dealAt, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { violatedDealChecks } from '../sound-market.js';
import { connectAgain, countWaiting, createTestDatabase, isOnCluster } from '../test-database.js';
import { type AdapterName, DAY_MS, openPaymentBench, type PaymentBench } from './payment-bench.js';
import { Killed, openPaymentWork, survive } from './payment-work.js';

/** For a slow machine. */
const WAIT = { timeout: 30_000 };
const MOMENT = { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS };

/** The fees of a price are higher than the price: the seller owes 9.00. */
const IN_DEBT: DealTerms = { ...TERMS, priceCents: 100, ...tradeAmounts(100) };
/** The seller gets less than they owe. */
const CHEAP: DealTerms = { ...TERMS, priceCents: 1_400, ...tradeAmounts(1_400) };

/** One server's work on payments. Its jobs stay in their table, and `runJobs` runs them. */
interface Server {
  readonly database: Database;
  readonly calls: PaymentCalls;
  readonly reconciler: PaymentReconciler;
  readonly restarts: PaymentRestarts;
  readonly onStepped: OnStepped;
}

let database: Database;
let other: Database;
let bench: PaymentBench;
let faults: Faults;
let failures: unknown[];
/** True for a moment at which a server is killed. */
let isKilled: () => boolean;
let servers: readonly [Server, Server];

async function open(adapter: AdapterName): Promise<void> {
  faults = NO_FAULTS;
  failures = [];
  isKilled = () => false;
  database = await createTestDatabase();
  bench = await openPaymentBench(adapter, database, {
    faults: () => faults,
  });
  other = await connectAgain(database);
  servers = [openServer(database), openServer(other)];
}

afterEach(async () => {
  await other.close();
  await database.close();
  await bench.close();
});

function openServer(its: Database): Server {
  const { pool } = its;
  const { provider } = bench;
  const onStepped: OnStepped = async (tx, key, stepped) => {
    await calls.send(tx, key, stepped);
    dieIfKilled();
  };
  const { jobs, reconciler, calls } = openPaymentWork({
    pool,
    provider,
    onStepped,
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
  });
  const restarts = new PaymentRestarts({ pool, jobs, provider, holidays: NO_HOLIDAYS, onStepped });
  return { database: its, calls, reconciler, restarts, onStepped };
}

function dieIfKilled(): void {
  if (isKilled()) {
    throw new Killed();
  }
}

/** Users who have chosen a payment and a payout. */
async function choose(...userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    await database.pool.query(`insert into accounts (user_id, payment, payout) values ($1, 'CC', 'CC')`, [
      userId,
    ]);
  }
}

async function sweep({ database: { pool }, onStepped }: Server = servers[0]): Promise<void> {
  await startDuePayments(pool, MOMENT, {
    onStepped,
    onFailure: (error) => (error instanceof Killed ? undefined : failures.push(error)),
  });
}

/**
 * Runs each waiting job once, all at the same time. Those that fail, or whose server is killed before the end, stay.
 */
async function runJobs({ database: { pool }, calls, restarts }: Server = servers[0]): Promise<void> {
  const { rows } = await pool.query('select id, kind, data from jobs order by created_at, id');
  await Promise.all(
    rows.map(({ id, kind, data }) =>
      survive(async () => {
        if (kind.startsWith('payment-call-')) {
          await calls.make(data);
        } else {
          await restarts.restart(data);
        }
        dieIfKilled();
        await pool.query('delete from jobs where id = $1', [id]);
      }),
    ),
  );
}

async function take(key: DealKey, kind: 'member' | 'provider', event: DealEvent): Promise<void> {
  await transaction(database.pool, async (tx) => {
    const result = await takeStep(tx, key, fact(kind, event), MOMENT);
    expect(result).toMatchObject({ kind: 'stepped' });
    if (result?.kind === 'stepped') {
      await servers[0].calls.send(tx, key, result);
    }
  });
}

async function takeOutside(key: DealKey, event: DealEvent): Promise<void> {
  await transaction(database.pool, (tx) => takeStep(tx, key, fact('member', event), MOMENT));
}

async function passes(key: DealKey): Promise<void> {
  await take(key, 'member', { type: 'receive' });
  await take(key, 'member', { type: 'pass' });
}

/** Takes a new deal to its payout. */
async function paysOut(key: DealKey): Promise<void> {
  await sweep();
  await runJobs();
  await passes(key);
  await sweep();
  await runJobs();
}

async function payOut(tx: Transaction, key: DealKey): Promise<void> {
  const stored = await lockStoredDeal(tx, key);
  if (stored) {
    await stepLockedDeal(tx, stored, fact('clock', await payoutEvent(tx, stored)), MOMENT);
  }
}

/** Gives deals of the seller to a pseudonym, as the erasure of their account does. */
async function rename(tx: Transaction, keys: readonly DealKey[]): Promise<void> {
  const ids = keys.map(({ id }) => id);
  await tx.query(`update trades set seller_id = 'pseudonym' where id = any($1)`, [ids]);
  await renameInMoneyLines(tx, { userId: 'seller', pseudonym: 'pseudonym' }, ids);
}

/** Resolves once a transaction waits for another one. */
function untilWaiting(): Promise<void> {
  return vi.waitFor(async () => {
    expect(await countWaiting(database.healthPool)).toBeGreaterThan(0);
  }, WAIT);
}

/** The debt of the seller, in cents. */
async function debt(): Promise<number> {
  return transaction(database.pool, async (tx) => debtCents(await lockMoneySums(tx, 'seller')));
}

const dealOf = (key: DealKey) => dealAt(database, key);

function intents(): Promise<Intent[]> {
  return bench.objects<Intent>('payment_intent');
}

function transfers(): Promise<Transfer[]> {
  return bench.objects<Transfer>('transfer');
}

async function saveCard(userId: string, method: TestMethodName = 'pm_card_visa'): Promise<void> {
  const { provider } = bench;
  const prepared = await provider.prepareMethod({ userId, customerRef: null });
  await bench.completeSetup(prepared.setupRef, method);
  await transaction(database.pool, async (tx) => {
    await saveSetup(tx, userId, provider.name, prepared);
    await saveMethod(tx, userId, provider.name, { setupRef: prepared.setupRef, methodRef: method });
    await servers[0].restarts.send(tx, userId);
  });
}

/** The data of the job that restarts failed calls. */
async function sentRestart(): Promise<{ userId: string; sentAtMs: number }> {
  const { rows } = await database.pool.query("select data from jobs where kind like 'payment-restart-%'");
  expect(rows).toHaveLength(1);
  return rows[0].data;
}

async function saveAccount(userId: string): Promise<void> {
  const { provider } = bench;
  const email = 'bob@shop.example';
  const { recipientRef } = await provider.prepareRecipient({ userId, email, recipientRef: null });
  await bench.completeAccount(recipientRef);
  await transaction(database.pool, async (tx) => {
    await saveRecipient(tx, userId, provider.name, { recipientRef, isReady: true });
    await servers[0].restarts.send(tx, userId);
  });
}

/** Not by a trigger, which a distributed table cannot have. */
const refuseStepsOf = ({ id }: DealKey) =>
  database.pool.query(`alter table deal_events add constraint spoilt check (deal_id <> '${id}') not valid`);

describe('with play money', () => {
  beforeEach(() => open('play'));

  it('a new deal is paid by the clock, once by two servers', async () => {
    await choose('buyer', 'seller');
    const keys = [await buildDeal(database), await buildDeal(database), await buildDeal(database)];
    await Promise.all([sweep(servers[0]), sweep(servers[1])]);
    await sweep();
    await Promise.all([runJobs(servers[0]), runJobs(servers[1])]);
    await runJobs();
    expect(failures).toEqual([]);
    for (const key of keys) {
      expect(await dealOf(key)).toMatchObject({
        state: 'paid',
        version: 2,
        collectedCents: TERMS.buyerTotalCents,
      });
    }
    expect(await intents()).toHaveLength(3);
  });

  it('a new deal whose clock a member has paused is paid by the clock, too', async () => {
    await choose('buyer', 'seller');
    const key = await buildDeal(database);
    await take(key, 'member', { type: 'pause-clock' });
    await sweep();
    await sweep();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({
      state: 'paid',
      version: 3,
      collectedCents: TERMS.buyerTotalCents,
    });
  });

  it('the seller is paid after the verdict, once by two servers', async () => {
    await choose('buyer', 'seller');
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await passes(key);
    await Promise.all([sweep(servers[0]), sweep(servers[1])]);
    await Promise.all([runJobs(servers[0]), runJobs(servers[1])]);
    await sweep();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ payout: 'sent', paidOutCents: TERMS.sellerTotalCents });
    expect((await transfers()).map(({ amount }) => amount)).toEqual([TERMS.sellerTotalCents]);
  });

  it('a payout waits while the payment is disputed', async () => {
    await choose('buyer', 'seller');
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await take(key, 'provider', { type: 'dispute-opened' });
    await passes(key);
    await sweep();
    expect(await dealOf(key)).toMatchObject({ payout: 'due' });
    await take(key, 'provider', { type: 'dispute-won' });
    await sweep();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ payout: 'sent' });
    expect(failures).toEqual([]);
  });

  it('a debt is netted against the next payouts, which may then need no call', async () => {
    await choose('buyer', 'seller');
    await paysOut(await buildDeal(database, { terms: IN_DEBT }));
    expect(await debt()).toBe(900);
    const small = await buildDeal(database, { terms: CHEAP });
    await paysOut(small);
    expect(await dealOf(small)).toMatchObject({ payout: 'sent', paidOutCents: 0 });
    expect(await debt()).toBe(900 - CHEAP.sellerTotalCents);
    await paysOut(await buildDeal(database));
    await paysOut(await buildDeal(database));
    expect(await debt()).toBe(0);
    const { sellerTotalCents } = TERMS;
    const restCents = 900 - CHEAP.sellerTotalCents;
    // Newest first.
    expect((await transfers()).map(({ amount }) => amount)).toEqual([
      sellerTotalCents,
      sellerTotalCents - restCents,
    ]);
    expect(failures).toEqual([]);
  });

  it('a debt is netted once by two payouts at two servers at the same time', async () => {
    await choose('buyer', 'seller');
    await paysOut(await buildDeal(database, { terms: IN_DEBT }));
    const keys = [await buildDeal(database), await buildDeal(database)] as const;
    await sweep();
    await runJobs();
    await Promise.all(keys.map(passes));
    let second = Promise.resolve();
    await transaction(database.pool, async (tx) => {
      await payOut(tx, keys[0]);
      second = transaction(other.pool, (later) => payOut(later, keys[1]));
      await untilWaiting();
    });
    await second;
    expect(await debt()).toBe(0);
    const payouts = await Promise.all(keys.map(dealOf));
    expect(payouts.map(({ balances }) => balances['paying-out'])).toEqual([
      TERMS.sellerTotalCents - 900,
      TERMS.sellerTotalCents,
    ]);
  });

  it('a debt is netted once by two payouts of one sweep', async () => {
    await choose('buyer', 'seller');
    await paysOut(await buildDeal(database, { terms: IN_DEBT }));
    const keys = [await buildDeal(database), await buildDeal(database)];
    await sweep();
    await runJobs();
    await Promise.all(keys.map(passes));
    await sweep();
    expect(failures).toEqual([]);
    expect(await debt()).toBe(0);
    const payouts = await Promise.all(keys.map(dealOf));
    expect(payouts.map(({ balances }) => balances['paying-out']).sort((one, next) => one - next)).toEqual([
      TERMS.sellerTotalCents - 900,
      TERMS.sellerTotalCents,
    ]);
  });

  it('a debt is netted once, also while the account of its seller is erased in parts', async () => {
    await choose('buyer', 'seller');
    await paysOut(await buildDeal(database, { terms: IN_DEBT }));
    const netting = await buildDeal(database);
    await paysOut(netting);
    const [next, last] = [await buildDeal(database), await buildDeal(database)] as const;
    await sweep();
    await runJobs();
    await Promise.all([next, last].map(passes));
    let payout = Promise.resolve();
    // The first part is renamed while a payout of another one waits.
    await transaction(database.pool, async (tx) => {
      await tx.query(`insert into departures (user_id, pseudonym) values ('seller', 'pseudonym')`);
      await rename(tx, [netting]);
      payout = transaction(other.pool, (later) => payOut(later, next));
      await untilWaiting();
    });
    await payout;
    await transaction(database.pool, (tx) => payOut(tx, last));
    const payouts = await Promise.all([netting, next, last].map(dealOf));
    expect(payouts.map(({ paidOutCents, balances }) => paidOutCents + balances['paying-out'])).toEqual([
      TERMS.sellerTotalCents - 900,
      TERMS.sellerTotalCents,
      TERMS.sellerTotalCents,
    ]);
  });

  it('a debt is netted once by payouts of one sweep to both names of a seller whose account is erased', async () => {
    await choose('buyer', 'seller');
    await paysOut(await buildDeal(database, { terms: IN_DEBT }));
    const [renamed, last] = [await buildDeal(database, { terms: CHEAP }), await buildDeal(database)] as const;
    await sweep();
    await runJobs();
    await passes(renamed);
    await passes(last);
    await database.pool.query(`insert into departures (user_id, pseudonym) values ('seller', 'pseudonym')`);
    await transaction(database.pool, (tx) => rename(tx, [renamed]));
    await sweep();
    expect(failures).toEqual([]);
    const payouts = await Promise.all([renamed, last].map(dealOf));
    const nettedCents = payouts.map(({ terms, balances }) => terms.sellerTotalCents - balances['paying-out']);
    expect(nettedCents.reduce((sum, cents) => sum + cents, 0)).toBe(900);
  });

  it('the calls of a step that was taken outside a server are made, once', async () => {
    await choose('buyer', 'seller');
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await takeOutside(key, { type: 'cancel' });
    await transaction(database.pool, (tx) =>
      takeStep(
        tx,
        key,
        { ...fact('clock', { type: 'choose-refund' }), actor: { kind: 'buyer', id: 'buyer' } },
        MOMENT,
      ),
    );
    await Promise.all(servers.map(({ calls }) => calls.sendUnsentCalls()));
    await servers[0].calls.sendUnsentCalls();
    const { rows } = await database.pool.query('select data from jobs');
    expect(rows.map(({ data }) => data.kind)).toEqual(['refund']);
    await runJobs();
    await servers[0].calls.sendUnsentCalls();
    expect(await dealOf(key)).toMatchObject({ payment: 'refunded', refundedCents: TERMS.buyerTotalCents });
    expect((await database.pool.query('select from jobs')).rowCount).toBe(0);
  });

  it('an unsent call is found behind those that jobs make', async () => {
    await choose('buyer', 'seller');
    const keys = [await buildDeal(database), await buildDeal(database), await buildDeal(database)];
    for (const key of keys) {
      await transaction(database.pool, (tx) => takeStep(tx, key, fact('clock', payBy('card')), MOMENT));
    }
    const all = await readUnsentCalls(database.pool, 'payment-call-play', 10, 1);
    expect(all.map(({ id }) => id).sort()).toEqual(keys.map(({ id }) => id).sort());
    const [first, last] = [all.slice(0, 2), all.slice(2)];
    for (const call of first) {
      await database.pool.query('insert into jobs (kind, key, data) values ($1, $2, $3)', [
        ...['payment-call-play', nameOfCall(call)],
        call,
      ]);
    }
    expect(await readUnsentCalls(database.pool, 'payment-call-play', 10, 1)).toEqual(last);
    expect(await readUnsentCalls(database.pool, 'payment-call-play', 10)).toEqual(last);
  });

  it('no more payments start than a sweep may', async () => {
    await choose('buyer', 'seller');
    const keys = [await buildDeal(database), await buildDeal(database), await buildDeal(database)];
    const effects = { onStepped: servers[0].onStepped, onFailure: (error: unknown) => failures.push(error) };
    const started = async () =>
      (await Promise.all(keys.map(dealOf))).filter(({ version }) => version > 0).length;
    expect(await startDuePayments(database.pool, MOMENT, effects, 2)).toBe(2);
    expect(await started()).toBe(2);
    expect(await startDuePayments(database.pool, MOMENT, effects, 2)).toBe(1);
    expect(await started()).toBe(3);
  });

  // The machines of a cluster always wait for their disks.
  it.skipIf(isOnCluster()).each([true, false])(
    'an attempt is on disk before the call, unless both are lost together',
    async (isOnDisk) => {
      const key = { ...(await buildDeal(database)), version: 1, kind: 'collect' } as const;
      await sweep();
      await transaction(database.backgroundPool, async (tx) => {
        const attempts = [{ key, attempt: 1 }];
        expect(await saveAttempts(tx, bench.provider.name, attempts, { isOnDisk })).toEqual([1]);
        const { rows } = await tx.query('show synchronous_commit');
        expect(rows).toEqual([{ synchronous_commit: isOnDisk ? 'on' : 'off' }]);
      });
    },
  );

  it('a deal that fails delays no other', async () => {
    await choose('buyer', 'seller');
    const failing = await buildDeal(database);
    const key = await buildDeal(database);
    await refuseStepsOf(failing);
    await sweep();
    await runJobs();
    expect(failures).toHaveLength(1);
    expect(await dealOf(failing)).toMatchObject({ state: 'unpaid', version: 0 });
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
  });

  it('a deal that is locked or fails delays no answer about another, and is paid once', async () => {
    await choose('buyer', 'seller');
    const keys = [await buildDeal(database), await buildDeal(database), await buildDeal(database)] as const;
    const [failing, locked, key] = keys;
    await sweep();
    await refuseStepsOf(failing);
    const calls = (all: readonly DealKey[]) =>
      all.map((each) =>
        servers[0].calls.make({ ...each, version: 1, kind: 'collect' }).catch((error: unknown) => error),
      );
    const [failed, ...others] = await transaction(database.pool, async (tx) => {
      await tx.query('select from deals where product_id = $1 and id = $2 for update', [
        locked.productId,
        locked.id,
      ]);
      const made = calls(keys);
      await made[2];
      expect(await dealOf(key)).toMatchObject({ state: 'paid' });
      return made;
    }).then((made) => Promise.all(made));
    expect(failed).toMatchObject({ message: expect.stringContaining('spoilt') });
    expect(others).toEqual([undefined, undefined]);
    await database.pool.query('alter table deal_events drop constraint spoilt');
    await runJobs();
    for (const each of keys) {
      expect(await dealOf(each)).toMatchObject({ state: 'paid' });
    }
    expect(await intents()).toHaveLength(keys.length);
  });
});

describe('a user who has set up nothing', () => {
  beforeEach(() => open('stripe'));

  it('does not pay until they save a card, and then at once', async () => {
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await sweep();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ state: 'unpaid', payment: 'failed', version: 2 });
    expect(await intents()).toEqual([]);
    await saveCard('buyer');
    await runJobs();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
    expect(await intents()).toHaveLength(1);
  });

  it('is not paid until they have an account, and then at once', async () => {
    const key = await buildDeal(database);
    await saveCard('buyer');
    await sweep();
    await runJobs();
    await passes(key);
    await sweep();
    await runJobs();
    await sweep();
    const owed = { 'owed-seller': TERMS.sellerTotalCents, 'paying-out': 0 };
    expect(await dealOf(key)).toMatchObject({ payout: 'failed', balances: owed });
    await saveAccount('seller');
    await runJobs();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ payout: 'sent', paidOutCents: TERMS.sellerTotalCents });
    expect(await transfers()).toHaveLength(1);
  });

  it('whose new card is declined is charged once for each deal, however often the job is repeated', async () => {
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await saveCard('buyer', 'pm_card_visa_chargeDeclined');
    const restart = await sentRestart();
    for (let round = 0; round < 3; round += 1) {
      await runJobs();
      await servers[0].restarts.restart(restart);
    }
    expect(await dealOf(key)).toMatchObject({ payment: 'failed', version: 4 });
    expect(await intents()).toHaveLength(1);
    await saveCard('buyer');
    await runJobs();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
  });

  it('does not wait for a failed payment that was reversed', async () => {
    const key = await buildDeal(database);
    await sweep();
    await runJobs();
    await database.pool.query(`update provider_calls set outcome = 'replaced'`);
    await saveCard('buyer');
    await runJobs();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
    expect((await database.pool.query('select from jobs')).rowCount).toBe(0);
  });

  it('who saves a card while the payment is about to fail pays all the same', async () => {
    const key = await buildDeal(database);
    await sweep();
    const [{ calls, reconciler, restarts }] = servers;
    const settleWith = reconciler.settleWith.bind(reconciler);
    vi.spyOn(reconciler, 'settleWith').mockImplementationOnce(async (call, outcome) => {
      await saveCard('buyer');
      await expect(restarts.restart(await sentRestart())).rejects.toThrow(ProviderUnavailableError);
      await settleWith(call, outcome);
    });
    await calls.make({ ...key, version: 1, kind: 'collect' });
    expect(await dealOf(key)).toMatchObject({ payment: 'failed' });
    await runJobs();
    await runJobs();
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
  });
});

describe('whatever the provider does, and whenever a server is killed', () => {
  const DEALS = Number(process.env.PAYMENT_DEALS ?? 20);
  const SEED = Number(process.env.PAYMENT_SEED ?? 1);
  beforeEach(() => open('play'));

  it('every deal is paid once, and every seller', async () => {
    await choose('buyer', 'seller');
    const chance = new Chance(SEED);
    const share = () => chance.below(1_000) / 1_000;
    const keys: DealKey[] = [];
    for (let deal = 0; deal < DEALS; deal += 1) {
      keys.push(await buildDeal(database, { terms: chance.isOneIn(4) ? IN_DEBT : TERMS }));
    }
    faults = randomFaults(share, 0.3);
    isKilled = () => chance.isOneIn(8);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(servers.map(sweep));
      await Promise.all(servers.map(workOn));
      await bench.pass(60_000);
      await passAll(keys);
    }
    faults = NO_FAULTS;
    isKilled = () => false;
    await bench.pass(2 * DAY_MS);
    for (let round = 0; round < 5; round += 1) {
      await sweep();
      await workOn(servers[0]);
      await passAll(keys);
    }
    // Debts that came after all payouts are left for the next ones.
    for (let left = await debt(); left > 0; left = await debt()) {
      const key = await buildDeal(database);
      keys.push(key);
      await paysOut(key);
      expect(await debt()).toBeLessThan(left);
    }
    expect(failures).toEqual([]);
    let [debtsCents, nettedCents] = [0, 0];
    for (const key of keys) {
      const { terms } = await dealOf(key);
      debtsCents += Math.max(0, -terms.sellerTotalCents);
      nettedCents += await expectPaidOnce(key);
    }
    expect(nettedCents).toBe(debtsCents);
    await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
    expect(await violatedDealChecks(database)).toEqual([]);
  });

  async function workOn(server: Server): Promise<void> {
    await runJobs(server);
    await bench.standIn.deliverEvents();
    for (const { body, header } of bench.received.splice(0)) {
      const reading = bench.provider.readWebhook(body, header, bench.nowMs());
      if (reading.kind === 'event' && reading.ref !== null) {
        await server.reconciler.reconcileRef(reading.ref).catch(survive);
      }
    }
    await server.database.pool.query('update provider_calls set check_at = now() where check_at is not null');
    await server.calls.checkDueCalls();
  }

  /** Pairs that have been paid pass at the desk. */
  async function passAll(keys: readonly DealKey[]): Promise<void> {
    for (const key of keys) {
      if ((await dealOf(key)).state === 'paid') {
        await passes(key);
      }
    }
  }

  /** @returns what was netted of its payout */
  async function expectPaidOnce(key: DealKey): Promise<number> {
    const isOfDeal = ({ metadata }: { metadata: Readonly<Record<string, string>> }) =>
      parseCallName(metadata.call ?? '')?.id === key.id;
    const own = (await intents()).filter(isOfDeal).map(({ id }) => id);
    const charged = (await bench.objects<Charge>('charge'))
      .filter(({ payment_intent: intent }) => own.includes(intent))
      .map(({ amount, amount_refunded: refunded }) => amount - refunded);
    const deal = await dealOf(key);
    const { buyerTotalCents, sellerTotalCents } = deal.terms;
    const isDue = sellerTotalCents > 0;
    const { rows } = await database.pool.query<{ cents: number }>(
      `select amount_cents as cents from transfers where deal_id = $1 and to_account = 'receivable-seller'`,
      [key.id],
    );
    const nettedCents = rows.reduce((sum, { cents }) => sum + cents, 0);
    const dueCents = sellerTotalCents - nettedCents;
    expect({
      deal,
      chargedCents: charged.reduce((sum, cents) => sum + cents, 0),
      paidOutCents: (await transfers()).filter(isOfDeal).map(({ amount }) => amount),
    }).toMatchObject({
      deal: { state: 'verified', payment: 'held', payout: isDue ? 'sent' : 'none' },
      chargedCents: buyerTotalCents,
      paidOutCents: dueCents > 0 ? [dueCents] : [],
    });
    return nettedCents;
  }
});
