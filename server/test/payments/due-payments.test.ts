import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import { auditDeals } from '../../src/audit/deals.js';
import { connectDatabase, type Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { type OnStepped, takeStep } from '../../src/deals/take-step.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { parseCallName } from '../../src/payments/call-name.js';
import { startDuePayments } from '../../src/payments/due-payments.js';
import { readPartyRefs } from '../../src/payments/party-refs.js';
import { saveMethod, saveRecipient, saveSetup } from '../../src/payments/payment-accounts.js';
import { PaymentCalls } from '../../src/payments/payment-calls.js';
import { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { PaymentRestarts } from '../../src/payments/payment-restarts.js';
import { type Faults, NO_FAULTS, randomFaults } from '../../src/payments/play/faults.js';
import type { Charge, Intent, Transfer } from '../../src/payments/play/stand-in-objects.js';
import type { TestMethodName } from '../../src/payments/play/test-methods.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { createTestDatabase } from '../test-database.js';
import { type AdapterName, DAY_MS, openPaymentBench, type PaymentBench } from './payment-bench.js';

const MOMENT = { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS };

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
    faults: {
      nextRequest: () => faults.nextRequest(),
      nextEvent: () => faults.nextEvent(),
      isReordered: () => faults.isReordered(),
    },
  });
  other = connectDatabase(database.address, () => {});
  servers = [await openServer(database), await openServer(other)];
}

afterEach(async () => {
  await other.close();
  await database.close();
  await bench.close();
});

async function openServer(its: Database): Promise<Server> {
  const { pool } = its;
  const { provider } = bench;
  const log = pino({ level: 'silent' });
  const jobs = new Jobs({ pool, random: Math.random, log });
  await jobs.stop();
  const onStepped: OnStepped = async (tx, key, stepped) => {
    await calls.send(tx, key, stepped);
    dieIfKilled();
  };
  const holidays = NO_HOLIDAYS;
  const reconciler = new PaymentReconciler({ pool, provider, holidays, log, onStepped });
  const calls: PaymentCalls = new PaymentCalls({
    pool,
    jobs,
    provider,
    reconciler,
    log,
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
    dealUrl: () => 'https://shop.example',
  });
  const restarts = new PaymentRestarts({ pool, jobs, provider, holidays, onStepped });
  return { database: its, calls, reconciler, restarts, onStepped };
}

class Killed extends Error {}

function dieIfKilled(): void {
  if (isKilled()) {
    throw new Killed();
  }
}

function survive(error: unknown): void {
  if (!(error instanceof ProviderUnavailableError || error instanceof Killed)) {
    throw error;
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

/** Runs each waiting job once. Those that fail, or whose server is killed before it can note the end, stay. */
async function runJobs({ database: { pool }, calls, restarts }: Server = servers[0]): Promise<void> {
  const { rows } = await pool.query('select id, kind, data from jobs order by created_at, id');
  for (const { id, kind, data } of rows) {
    try {
      if (kind.startsWith('payment-call-')) {
        await calls.make(data);
      } else {
        await restarts.restart(data);
      }
      dieIfKilled();
      await pool.query('delete from jobs where id = $1', [id]);
    } catch (error) {
      survive(error);
    }
  }
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

async function dealOf(key: DealKey) {
  const stored = await readDeal(database.pool, key);
  if (!stored) {
    throw new Error('There is no such deal.');
  }
  return stored.deal;
}

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

  it('a deal that fails delays no other', async () => {
    await choose('buyer', 'seller');
    const failing = await buildDeal(database);
    const key = await buildDeal(database);
    await database.pool.query(
      `create function refuse_step() returns trigger language plpgsql as $$ begin
         if new.deal_id = '${failing.id}' then raise 'spoilt'; end if; return new; end $$;
       create trigger refuse_step before insert on deal_events for each row execute function refuse_step()`,
    );
    await sweep();
    await runJobs();
    expect(failures).toHaveLength(1);
    expect(await dealOf(failing)).toMatchObject({ state: 'unpaid', version: 0 });
    expect(await dealOf(key)).toMatchObject({ state: 'paid' });
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
      keys.push(await buildDeal(database));
    }
    faults = randomFaults(share, 0.3);
    isKilled = () => chance.isOneIn(8);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(servers.map(sweep));
      await Promise.all(servers.map(workOn));
      bench.pass(60_000);
      await passAll(keys);
    }
    faults = NO_FAULTS;
    isKilled = () => false;
    bench.pass(2 * DAY_MS);
    for (let round = 0; round < 5; round += 1) {
      await sweep();
      await workOn(servers[0]);
      await passAll(keys);
    }
    expect(failures).toEqual([]);
    for (const key of keys) {
      await expectPaidOnce(key);
    }
    const violated = await violations();
    expect(violated).toEqual([]);
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

  async function expectPaidOnce(key: DealKey): Promise<void> {
    const isOfDeal = ({ metadata }: { metadata: Readonly<Record<string, string>> }) =>
      parseCallName(metadata.call ?? '')?.id === key.id;
    const own = (await intents()).filter(isOfDeal).map(({ id }) => id);
    const charged = (await bench.objects<Charge>('charge'))
      .filter(({ payment_intent: intent }) => own.includes(intent))
      .map(({ amount, amount_refunded: refunded }) => amount - refunded);
    expect({
      deal: await dealOf(key),
      chargedCents: charged.reduce((sum, cents) => sum + cents, 0),
      paidOutCents: (await transfers()).filter(isOfDeal).map(({ amount }) => amount),
    }).toMatchObject({
      deal: { state: 'verified', payment: 'held', payout: 'sent' },
      chargedCents: TERMS.buyerTotalCents,
      paidOutCents: [TERMS.sellerTotalCents],
    });
  }

  async function violations() {
    await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
    const client = await database.pool.connect();
    try {
      return (await auditDeals(client)).filter(({ violations }) => violations > 0);
    } finally {
      client.release();
    }
  }
});
