import type { Deal } from '@perkex/core/deals/deal.js';
import type { DealCommand, DealEventType } from '@perkex/core/deals/deal-event.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  Chance,
  HOLIDAYS,
  randomCommand,
  randomMoment,
  randomTerms,
} from '../../../core/test/deal-random.js';
import { ReferenceDeal } from '../../../core/test/reference-deal.js';
import { auditDeals } from '../../src/audit/deals.js';
import { auditPayments } from '../../src/audit/payments.js';
import { connectDatabase, type Database } from '../../src/database/connect.js';
import { statement } from '../../src/database/statement.js';
import { type Transaction, transaction } from '../../src/database/transaction.js';
import { EVENT, EVENT_ROW, storedEvent } from '../../src/deals/deal-events.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import type { StoredDeal } from '../../src/deals/deal-row.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { payoutEvent } from '../../src/deals/start-payout.js';
import { lockStoredDeal, stepLockedDeal } from '../../src/deals/take-step.js';
import { Jobs } from '../../src/jobs/jobs.js';
import type { CallKey } from '../../src/payments/call-name.js';
import { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { buildDeal } from '../deals.js';
import { createTestDatabase } from '../test-database.js';
import { type AdapterName, DAY_MS } from './payment-bench.js';
import { openBankMoney, openCardMoney, type RandomMoney } from './random-money.js';

/** The random deals with each adapter: PAID_DEALS=1000 npm test -- paid-deals; PAID_SEED=… repeats a seed. */
const DEALS = Number(process.env.PAID_DEALS ?? 5);
const SEED = Number(process.env.PAID_SEED ?? Date.now() % 1_000_000_000);
const TIMEOUT_MS = 120_000 + DEALS * 10_000;
const MAX_ROUNDS = 14;
/** Enough for what follows from each other: a payment, its refund, and one that comes back. */
const LAST_ROUNDS = { least: 3, most: 10 };
const AUDIT_EVERY_DEALS = 500;

/** Events that the provider causes here, or that need the orders and deals of a market. */
const NOT_AT_RANDOM: readonly DealEventType[] = [
  ...(['payment-held', 'payment-needs-buyer', 'payment-declined'] as const),
  ...([
    'refund-done',
    'refund-failed',
    'payout-done',
    'payout-failed',
    'credit-done',
    'credit-failed',
  ] as const),
  ...(['dispute-opened', 'dispute-won', 'dispute-lost', 'pause-clock', 'resume-clock'] as const),
  ...([
    'replacement-traded',
    'choose-lowest-ask',
    'collect-penalty',
    'pay-credit',
    ...(['pay-debt', 'debt-paid', 'debt-declined', 'debt-charged-back'] as const),
    'unbook-payment',
  ] as const),
];

const READ_EVENTS = statement({
  name: 'read-events-of-random-deal',
  text: `select ${EVENT} from deal_events where deal_id = $1 order by version`,
  row: EVENT_ROW,
});

class Killed extends Error {}

/** Two servers of one market. */
let databases: readonly [Database, Database];
let servers: readonly [Server, Server];
let money: RandomMoney;
let chance: Chance;
let isUnsteady: boolean;
let alarms: string[];

interface Server {
  readonly database: Database;
  readonly calls: PaymentCalls;
  readonly reconciler: PaymentReconciler;
}

beforeEach(async () => {
  const database = await createTestDatabase();
  databases = [database, connectDatabase(database.address, () => {})];
  chance = new Chance(SEED);
  alarms = [];
});

afterEach(async () => {
  await money.close();
  for (const { close } of [...databases].reverse()) {
    await close();
  }
});

function dieSometimes(): void {
  if (isUnsteady && chance.isOneIn(10)) {
    throw new Killed();
  }
}

/** A later round repeats interrupted work. */
async function unlessKilled(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Killed || error instanceof ProviderUnavailableError)) {
      throw error;
    }
  }
}

function openServer(database: Database, provider: PaymentProvider): Server {
  const { pool } = database;
  const log = pino({}, { write: (line: string) => void alarms.push(line) });
  const onStepped = async () => dieSometimes();
  const reconciler = new PaymentReconciler({ pool, provider, holidays: HOLIDAYS, log, onStepped });
  const calls = new PaymentCalls({
    ...{ pool, provider, reconciler, log },
    jobs: new Jobs({ pool, random: Math.random, log }),
    partyRefs: (key) => money.partyRefs(key),
    returnUrl: () => 'https://shop.example',
  });
  return { database, calls, reconciler };
}

/** Makes the calls of a deal that are open, and checks the others, in any order. */
async function serve({ database: { pool }, calls, reconciler }: Server, key: DealKey): Promise<void> {
  const { rows } = await pool.query<CallKey & { outcome: string | null; ref: string | null }>(
    `select product_id as "productId", deal_id as id, version, kind, outcome, provider_ref as ref
     from provider_calls where product_id = $1 and deal_id = $2 order by random()`,
    [key.productId, key.id],
  );
  for (const { outcome, ref, ...call } of rows) {
    await unlessKilled(async () => {
      dieSometimes();
      await (outcome === null || outcome === 'unknown' || ref === null
        ? calls.make(call)
        : reconciler.reconcile(call, ref, 'check'));
      dieSometimes();
    });
  }
}

async function work(server: Server, key: DealKey): Promise<void> {
  await serve(server, key);
  for (const ref of await money.webhooks()) {
    await unlessKilled(() => server.reconciler.reconcileRef(ref));
  }
}

/** Takes a step, unless the deal refuses it. */
async function take(
  { database: { pool } }: Server,
  key: DealKey,
  command: DealCommand,
  nowMs: number,
): Promise<void> {
  await unlessKilled(() =>
    transaction(pool, async (tx) => {
      const stored = await lockStoredDeal(tx, key);
      if (stored) {
        const event = await eventOf(tx, command, stored);
        await stepLockedDeal(tx, stored, { ...command, event }, { nowMs, holidays: HOLIDAYS });
      }
      dieSometimes();
    }),
  );
}

function eventOf(tx: Transaction, { event }: DealCommand, stored: StoredDeal) {
  switch (event.type) {
    case 'pay':
      return payBy(stored.deal.method);
    case 'start-payout':
      return payoutEvent(tx, stored);
    default:
      return event;
  }
}

function nextCommand(deal: Deal): DealCommand {
  for (;;) {
    const command = randomCommand(chance, deal);
    if (!NOT_AT_RANDOM.includes(command.event.type)) {
      return command;
    }
  }
}

async function dealOf(key: DealKey): Promise<Deal> {
  const stored = await readDeal(databases[0].pool, key);
  if (!stored) {
    throw new Error('The deal is missing.');
  }
  return stored.deal;
}

/** Attempts of earlier rounds are no longer under way. */
async function ageAttempts({ id }: DealKey): Promise<void> {
  await databases[0].pool.query(
    `update provider_calls set attempted_at = attempted_at - interval '11 minutes' where deal_id = $1`,
    [id],
  );
}

async function liveThrough(key: DealKey): Promise<void> {
  let nowMs = (await dealOf(key)).terms.tradedAtMs;
  for (let left = 1 + chance.below(MAX_ROUNDS); left > 0; left -= 1) {
    const deal = await dealOf(key);
    nowMs = randomMoment(chance, nowMs, deal);
    const command = nextCommand(deal);
    const taking = chance.isOneIn(4) ? servers : [chance.one(servers)];
    await Promise.all(taking.map((server) => take(server, key, command, nowMs)));
    await unlessKilled(() => money.happen(key, dieSometimes));
    await ageAttempts(key);
    const working = chance.isOneIn(3) ? servers : [chance.one(servers)];
    await Promise.all(working.map((server) => work(server, key)));
    await money.pass(chance.one([60_000, DAY_MS]));
  }
}

/** Everything that was begun comes to its end: a deal without a payment, too. */
async function settle(key: DealKey): Promise<void> {
  for (let round = 1; round <= LAST_ROUNDS.most; round += 1) {
    if (round > LAST_ROUNDS.least && !(await isUnderWay(key))) {
      return;
    }
    await ageAttempts(key);
    await work(servers[0], key);
    await money.settle(key);
    const { state, dueAtMs, pausedMs } = await dealOf(key);
    if (state === 'unpaid' && pausedMs === null && dueAtMs !== null && round >= LAST_ROUNDS.least) {
      const event = { type: 'deadline-passed' } as const;
      await take(
        servers[0],
        key,
        { event, actor: { kind: 'clock', id: 'clock' }, seenVersion: null },
        dueAtMs,
      );
    }
  }
}

async function isUnderWay({ id }: DealKey): Promise<boolean> {
  const { rowCount } = await databases[0].pool.query(
    `select from deals where id = $1 and (state = 'unpaid' or exists (
       select from provider_calls where deal_id = $1
         and (outcome is null or outcome in ('unknown', 'pending', 'needs-buyer'))))`,
    [id],
  );
  return rowCount !== 0;
}

/** The recorded steps, by the rules of the second implementation. */
async function expectReference(key: DealKey): Promise<void> {
  const stored = await readDeal(databases[0].pool, key);
  if (!stored) {
    throw new Error('The deal is missing.');
  }
  const { opening, deal } = stored;
  const reference = new ReferenceDeal(opening.terms, opening.method, HOLIDAYS);
  const { rows: moved } = await databases[0].pool.query<{ version: number; leg: string }>(
    `select version, from_account || '→' || to_account || ' ' || amount_cents as leg from transfers where deal_id = $1`,
    [key.id],
  );
  for (const row of await READ_EVENTS.rows(databases[0].pool, [key.id])) {
    const { event, actor, atMs, dueAtMs, version } = storedEvent(row);
    const actorId = actor.id ?? actor.kind;
    const outcome = reference.apply(
      { event, actor: { kind: actor.kind, id: actorId }, seenVersion: null },
      atMs,
    );
    expect({
      ...{ version, event, refusal: null, dueAtMs },
      legs: moved
        .filter((each) => each.version === version)
        .map(({ leg }) => leg)
        .sort(),
    }).toEqual({
      ...{ version: reference.version, event, refusal: outcome.refusal, dueAtMs: reference.dueAtMs },
      legs: outcome.transfers.map(({ from, to, amountCents }) => `${from}→${to} ${amountCents}`).sort(),
    });
  }
  expect([deal.state, deal.version, deal.dueAtMs]).toEqual([
    reference.state,
    reference.version,
    reference.dueAtMs,
  ]);
}

async function expectNothingViolated(): Promise<void> {
  const client = await databases[0].pool.connect();
  try {
    const results = [...(await auditDeals(client)), ...(await auditPayments(client))];
    expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
  } finally {
    client.release();
  }
}

async function runDeal(seed: number): Promise<string> {
  chance = new Chance(seed);
  isUnsteady = true;
  const terms = { ...randomTerms(chance), tradedAtMs: money.nowMs() };
  const parties = { buyer: `buyer-${seed}`, seller: `seller-${seed}` };
  const key = await buildDeal(databases[0], { terms, method: money.method, holidays: HOLIDAYS, parties });
  await money.begin(key, parties, chance);
  await liveThrough(key);
  isUnsteady = false;
  await money.calm(key);
  await settle(key);
  const deal = await dealOf(key);
  const { collecting, refunding, 'paying-out': payingOut } = deal.balances;
  expect([collecting, refunding, payingOut]).toEqual([0, 0, 0]);
  await expectReference(key);
  const { collectedCents, refundedCents, paidOutCents } = deal;
  expect(await money.moved(key)).toEqual({ keptCents: collectedCents - refundedCents, paidOutCents });
  return deal.state;
}

async function simulate(adapter: AdapterName | 'bank'): Promise<void> {
  await databases[0].pool.query(
    `insert into deal_start values (true, '2026-01-01', '${adapter === 'bank' ? 'bank' : adapter}')`,
  );
  money = adapter === 'bank' ? await openBankMoney(databases[0]) : await openCardMoney(adapter, databases[0]);
  servers = [openServer(databases[0], money.provider), openServer(databases[1], money.provider)];
  const ends = new Map<string, number>();
  for (let index = 0; index < DEALS; index += 1) {
    const end = await runDeal(SEED + index).catch((error: Error) => {
      throw new Error(`Deal of seed ${SEED + index} with ${adapter}: ${error.message}`, { cause: error });
    });
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if ((index + 1) % AUDIT_EVERY_DEALS === 0 || index === DEALS - 1) {
      await expectNothingViolated();
    }
  }
  const states = [...ends].map(([state, count]) => `${count} ${state}`).join(', ');
  console.log(`${DEALS} deals with ${adapter} from seed ${SEED}: ${states}`);
}

it.each(['play', 'stripe', 'bank'] as const)(
  'random deals with %s agree with the reference and with the provider, on two servers that are killed',
  simulate,
  TIMEOUT_MS,
);
