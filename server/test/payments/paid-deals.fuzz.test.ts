import type { ByParty } from '@perkex/core/deals/by-party.js';
import { type Deal, isParty, penaltyPayer } from '@perkex/core/deals/deal.js';
import type { DealCommand, DealEventType } from '@perkex/core/deals/deal-event.js';
import { payBy } from '@perkex/core/deals/party-steps.js';
import { groupBy } from '@perkex/core/group-by.js';
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
import type { Database } from '../../src/database/connect.js';
import { int4, statement, text, uuid } from '../../src/database/statement.js';
import { type Transaction, transaction } from '../../src/database/transaction.js';
import { EVENT, EVENT_ROW, storedEvent } from '../../src/deals/deal-events.js';
import { DEAL_KEYS, type DealKey } from '../../src/deals/deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from '../../src/deals/deal-row.js';
import { payoutEvent } from '../../src/deals/start-payout.js';
import { lockStoredDeal, stepLockedDeal } from '../../src/deals/take-step.js';
import type { CallKey } from '../../src/payments/call-name.js';
import { payDebt } from '../../src/payments/debt-payments.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { ProviderUnavailableError } from '../../src/payments/provider-unavailable-error.js';
import { buildDeal } from '../deals.js';
import { moved } from '../market.js';
import { violatedDealChecks } from '../sound-market.js';
import { connectAgain, createTestDatabase } from '../test-database.js';
import { type AdapterName, DAY_MS, START_MS } from './payment-bench.js';
import { Killed, openPaymentWork } from './payment-work.js';
import { openBankMoney, openCardMoney, type RandomMoney } from './random-money.js';

/** The random deals with each adapter: PAID_DEALS=1000 npm test -- paid-deals; PAID_SEED=… repeats a seed. */
const DEALS = Number(process.env.PAID_DEALS ?? 5);
const SEED = Number(process.env.PAID_SEED ?? Date.now() % 1_000_000_000);
const TIMEOUT_MS = 120_000 + DEALS * 10_000;
/** They share statements, files, webhooks and the stand-in's time, which is most of what a deal costs. */
const DEALS_AT_ONCE = 120;
const MAX_ROUNDS = 14;
/** More rounds at the end, for those who owe a penalty. */
const MAX_ROUNDS_IN_DEBT = 5;
/** Enough for what follows from each other: a payment, its refund, and one that comes back. */
const LAST_ROUNDS = { least: 3, most: 12 };
const AUDIT_EVERY_DEALS = 1_500;

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
    ...(['debt-paid', 'debt-declined', 'debt-charged-back'] as const),
    'unbook-payment',
  ] as const),
];

const KEYS = DEAL_KEYS.as('wanted');
const valuesOf = (keys: readonly DealKey[]) => DEAL_KEYS.values(keys);

const READ_DEALS = statement({
  name: 'read-random-deals',
  text: `select ${DEAL} from ${KEYS}
         join deals as deal on deal.product_id = wanted.product_id and deal.id = wanted.id
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id`,
  row: DEAL_ROW,
});

const READ_EVENTS = statement({
  name: 'read-events-of-random-deals',
  text: `select deal_id as "dealId", ${EVENT} from deal_events
         where (product_id, deal_id) in (select product_id, id from ${KEYS}) order by deal_id, version`,
  row: { dealId: uuid, ...EVENT_ROW },
});

const READ_LEGS = statement({
  name: 'read-transfers-of-random-deals',
  text: `select deal_id as id, version, from_account as "from", to_account as "to", amount_cents as cents
         from transfers where (product_id, deal_id) in (select product_id, id from ${KEYS})`,
  row: { id: uuid, version: int4, from: text, to: text, cents: int4 },
});

/** A deal that random things happen to. */
interface Life {
  readonly seed: number;
  readonly key: DealKey;
  readonly parties: ByParty<string>;
  readonly chance: Chance;
  readonly rounds: number;
  nowMs: number;
}

/** Two servers of one market. */
let databases: readonly [Database, Database];
let servers: readonly [Server, Server];
let money: RandomMoney;
/** For what happens to several deals at once. */
let chance: Chance;
let isUnsteady: boolean;
let alarms: string[];

interface Server {
  readonly database: Database;
  readonly calls: PaymentCalls;
  readonly reconciler: PaymentReconciler;
}

beforeEach(async () => {
  // A long run may take turns with other work of the machine.
  const database = await createTestDatabase({ hasTimeLimits: !process.env.PAID_DEALS });
  databases = [database, await connectAgain(database, { hasTimeLimits: !process.env.PAID_DEALS })];
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

const onStepped = async () => dieSometimes();

/** A later round repeats interrupted work. */
async function unlessKilled(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A database that is too slow on a busy machine ends the work of a server as a kill does.
    const isPassing = error instanceof Killed || error instanceof ProviderUnavailableError;
    if (!isPassing && !/timeout|not queryable|EPIPE/i.test(String(error))) {
      throw error;
    }
  }
}

function openServer(database: Database, provider: PaymentProvider): Server {
  const { backgroundPool: pool } = database;
  const log = pino({}, { write: (line: string) => void alarms.push(line) });
  const partyRefs = (key: CallKey) => money.partyRefs(key);
  const work = openPaymentWork({ pool, provider, holidays: HOLIDAYS, log, onStepped, partyRefs });
  return { database, ...work };
}

type CallOfLife = CallKey & { readonly outcome: string | null; readonly ref: string | null };

/** Makes the calls of these deals that are open, and checks some of the others, in any order. */
async function serve(server: Server, keys: readonly DealKey[]): Promise<void> {
  const { rows } = await server.database.pool.query<CallOfLife>(
    `select call.product_id as "productId", call.deal_id as id, call.version, call.kind, call.outcome,
       call.provider_ref as ref
     from ${KEYS} join provider_calls as call on call.product_id = wanted.product_id and call.deal_id = wanted.id
     order by random()`,
    valuesOf(keys),
  );
  const calls = groupBy(rows, ({ id }) => id).values();
  await Promise.all(Array.from(calls, (ofDeal) => serveDeal(server, ofDeal)));
}

async function serveDeal({ calls, reconciler }: Server, ofDeal: readonly CallOfLife[]): Promise<void> {
  for (const { outcome, ref, ...call } of ofDeal) {
    const isOpen = outcome === null || outcome === 'unknown' || ref === null;
    const isUnderWay = outcome === 'pending' || outcome === 'needs-buyer';
    if (!isOpen && !isUnderWay && isUnsteady && !chance.isOneIn(3)) {
      continue;
    }
    await unlessKilled(async () => {
      dieSometimes();
      await (isOpen ? calls.make(call) : reconciler.reconcile(call, ref, 'check'));
      dieSometimes();
    });
  }
}

async function work(server: Server, keys: readonly DealKey[]): Promise<void> {
  await serve(server, keys);
  for (const ref of await money.webhooks()) {
    await unlessKilled(() => server.reconciler.reconcileRef(ref));
  }
}

/** Takes a step, unless the deal refuses it. */
async function take(
  { database: { pool } }: Server,
  { key, parties }: Life,
  command: DealCommand,
  nowMs: number,
): Promise<void> {
  const { event, actor } = command;
  if (event.type === 'pay-debt') {
    const payer = isParty(actor.kind) ? parties[actor.kind] : '';
    const isByCard = money.method === 'card';
    await unlessKilled(() =>
      transaction(pool, (tx) => payDebt(tx, payer, { holidays: HOLIDAYS, onStepped }, { isByCard })),
    );
    return;
  }
  await unlessKilled(() =>
    transaction(pool, async (tx) => {
      const stored = await lockStoredDeal(tx, key);
      if (stored) {
        const known = { ...command, event: await eventOf(tx, command, stored) };
        await stepLockedDeal(tx, stored, known, { nowMs, holidays: HOLIDAYS });
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

function nextCommand(own: Chance, deal: Deal): DealCommand {
  for (;;) {
    const command = randomCommand(own, deal);
    if (!NOT_AT_RANDOM.includes(command.event.type)) {
      return command;
    }
  }
}

function payingDebts(deal: Deal): DealCommand {
  const payer = penaltyPayer(deal);
  return { event: { type: 'pay-debt', debtCents: 0 }, actor: { kind: payer, id: payer }, seenVersion: null };
}

async function readDeals(lives: readonly Life[]): Promise<(life: Life) => StoredDeal> {
  const rows = await READ_DEALS.rows(databases[0].pool, valuesOf(lives.map(({ key }) => key)));
  const stored = new Map(rows.map(storedDeal).map((deal) => [deal.key.id, deal]));
  return ({ key }) => stored.get(key.id) as StoredDeal;
}

/** Attempts of earlier rounds are no longer under way. */
async function ageAttempts(keys: readonly DealKey[]): Promise<void> {
  await databases[0].pool.query(
    `update provider_calls set ${moved('attempted_at', "- interval '11 minutes'")}
     from ${KEYS} where provider_calls.product_id = wanted.product_id and deal_id = wanted.id`,
    valuesOf(keys),
  );
}

async function liveThrough(lives: readonly Life[], maxRounds: number): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const living = lives.filter(({ rounds }) => round < rounds);
    if (living.length === 0) {
      return;
    }
    const keys = living.map(({ key }) => key);
    const dealOf = await readDeals(living);
    await Promise.all(living.map((life) => liveOn(life, dealOf(life).deal)));
    await unlessKilled(() => money.happen(keys, dieSometimes));
    await ageAttempts(keys);
    const working = chance.isOneIn(3) ? servers : [chance.one(servers)];
    await Promise.all(working.map((server) => work(server, keys)));
    await money.pass(chance.one([60_000, DAY_MS]));
  }
}

async function liveOn(life: Life, deal: Deal): Promise<void> {
  life.nowMs = randomMoment(life.chance, life.nowMs, deal);
  const command =
    deal.penalty === 'charged' && life.chance.isOneIn(2) ? payingDebts(deal) : nextCommand(life.chance, deal);
  const taking = life.chance.isOneIn(4) ? servers : [life.chance.one(servers)];
  await Promise.all(taking.map((server) => take(server, life, command, life.nowMs)));
}

const PASSED = { event: { type: 'deadline-passed' }, actor: { kind: 'clock', id: 'clock' } } as const;

/** Everything that was begun comes to its end: a deal without a payment, too. */
async function settle(lives: readonly Life[]): Promise<void> {
  for (let round = 1; round <= LAST_ROUNDS.most; round += 1) {
    const left = round > LAST_ROUNDS.least ? await thoseUnderWay(lives) : lives;
    if (left.length === 0) {
      return;
    }
    const keys = left.map(({ key }) => key);
    await ageAttempts(keys);
    await work(servers[0], keys);
    await money.settle(keys);
    const dealOf = await readDeals(left);
    for (const life of round >= LAST_ROUNDS.least ? left : []) {
      const { state, dueAtMs, pausedMs } = dealOf(life).deal;
      if (state === 'unpaid' && pausedMs === null && dueAtMs !== null) {
        await take(servers[0], life, { ...PASSED, seenVersion: null }, dueAtMs);
      }
    }
  }
}

/** Lets the time to appeal against penalties pass. @returns those who have to pay one */
async function chargePenalties(lives: readonly Life[]): Promise<Life[]> {
  const dealOf = await readDeals(lives);
  const owing = lives.filter((life) => ['pending', 'charged'].includes(dealOf(life).deal.penalty));
  for (const life of owing) {
    const { penalty, dueAtMs } = dealOf(life).deal;
    if (penalty === 'pending' && dueAtMs !== null) {
      await take(servers[0], life, { ...PASSED, seenVersion: null }, dueAtMs);
    }
  }
  return owing;
}

async function thoseUnderWay(lives: readonly Life[]): Promise<Life[]> {
  const { rows } = await databases[0].pool.query<{ id: string }>(
    `select wanted.id from ${KEYS}
     join deals as deal on deal.product_id = wanted.product_id and deal.id = wanted.id
     where deal.state = 'unpaid' or exists (
       select from provider_calls where product_id = deal.product_id and deal_id = deal.id
         and (outcome is null or outcome in ('unknown', 'pending', 'needs-buyer')))`,
    valuesOf(lives.map(({ key }) => key)),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return lives.filter(({ key }) => ids.has(key.id));
}

type Leg = Awaited<ReturnType<(typeof READ_LEGS)['rows']>>[number];

/** The recorded steps, by the rules of the second implementation. */
function expectReference(
  { opening, deal }: StoredDeal,
  events: Awaited<ReturnType<(typeof READ_EVENTS)['rows']>>,
  legs: readonly Leg[],
): void {
  const reference = new ReferenceDeal(opening.terms, opening.method, HOLIDAYS);
  for (const row of events) {
    const { event, actor, atMs, dueAtMs, version } = storedEvent(row);
    const actorId = actor.id ?? actor.kind;
    const outcome = reference.apply(
      { event, actor: { kind: actor.kind, id: actorId }, seenVersion: null },
      atMs,
    );
    expect({
      version,
      event,
      refusal: null,
      dueAtMs,
      legs: legs
        .filter((each) => each.version === version)
        .map(({ from, to, cents }) => `${from}→${to} ${cents}`)
        .sort(),
    }).toEqual({
      version: reference.version,
      event,
      refusal: outcome.refusal,
      dueAtMs: reference.dueAtMs,
      legs: outcome.transfers.map(({ from, to, amountCents }) => `${from}→${to} ${amountCents}`).sort(),
    });
  }
  expect([deal.state, deal.version, deal.dueAtMs]).toEqual([
    reference.state,
    reference.version,
    reference.dueAtMs,
  ]);
}

/** The payments of debts, without those that were taken back, in cents. */
function debtsPaid(legs: readonly Leg[]): number {
  const isOfUser = (account: string) => account.startsWith('receivable-');
  return legs.reduce((total, { from, to, cents }) => {
    const isPaid = from === 'collecting-debt' && isOfUser(to);
    const isTakenBack = isOfUser(from) && to === 'provider';
    return total + (isPaid ? cents : 0) - (isTakenBack ? cents : 0);
  }, 0);
}

async function beginLife(seed: number): Promise<Life> {
  const own = new Chance(seed);
  const tradedAtMs = own.isOneIn(3) ? START_MS : money.nowMs();
  const terms = { ...randomTerms(own), tradedAtMs };
  const parties = { buyer: `buyer-${seed}`, seller: `seller-${seed}` };
  const key = await buildDeal(databases[0], { terms, method: money.method, holidays: HOLIDAYS, parties });
  return {
    seed,
    key,
    parties,
    chance: own,
    rounds: 1 + own.below(MAX_ROUNDS),
    nowMs: tradedAtMs,
  };
}

interface Counts {
  readonly ends: Map<string, number>;
  paidDebts: number;
}

async function calmAndSettle(lives: readonly Life[]): Promise<void> {
  isUnsteady = false;
  await money.calm();
  await settle(lives);
}

async function runDeals(seeds: readonly number[], counts: Counts): Promise<void> {
  chance = new Chance(-1 - (seeds[0] ?? 0));
  isUnsteady = true;
  const users = seeds.flatMap((seed) => [`buyer-${seed}`, `seller-${seed}`]);
  await databases[0].pool.query('insert into accounts (user_id) select unnest($1::text[])', [users]);
  const lives: Life[] = [];
  for (const seed of seeds) {
    lives.push(await beginLife(seed));
  }
  await money.begin(lives, chance);
  await liveThrough(lives, MAX_ROUNDS);
  await calmAndSettle(lives);
  const owing = await chargePenalties(lives);
  if (owing.length > 0) {
    isUnsteady = true;
    money.disturb();
    await liveThrough(owing, 1 + chance.below(MAX_ROUNDS_IN_DEBT));
    await calmAndSettle(owing);
  }
  const [dealOf, keys] = [await readDeals(lives), lives.map(({ key }) => key)];
  const events = groupBy(await READ_EVENTS.rows(databases[0].pool, valuesOf(keys)), (row) => row.dealId);
  const transfers = groupBy(await READ_LEGS.rows(databases[0].pool, valuesOf(keys)), ({ id }) => id);
  const moved = await money.moved(keys);
  for (const life of lives) {
    const { id } = life.key;
    const legs = transfers.get(id) ?? [];
    try {
      const settled = dealOf(life);
      const { state, balances, collectingDebtCents, collectedCents, refundedCents, paidOutCents } =
        settled.deal;
      const { collecting, refunding, 'paying-out': payingOut } = balances;
      expect([collecting, refunding, payingOut, collectingDebtCents]).toEqual([0, 0, 0, 0]);
      expectReference(settled, events.get(id) ?? [], legs);
      const keptCents = collectedCents - refundedCents + debtsPaid(legs);
      expect({ keptCents: 0, paidOutCents: 0, ...moved.get(id) }).toMatchObject({ keptCents, paidOutCents });
      counts.ends.set(state, (counts.ends.get(state) ?? 0) + 1);
      counts.paidDebts += legs.filter(
        ({ from, to }) => from === 'collecting-debt' && to !== 'provider',
      ).length;
    } catch (error) {
      throw new Error(`Deal of seed ${life.seed}: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function simulate(adapter: AdapterName | 'bank'): Promise<void> {
  await databases[0].pool.query(
    `insert into deal_start values (true, '2026-01-01', '${adapter === 'bank' ? 'bank' : adapter}')`,
  );
  money = adapter === 'bank' ? await openBankMoney(databases[0]) : await openCardMoney(adapter, databases[0]);
  servers = [openServer(databases[0], money.provider), openServer(databases[1], money.provider)];
  const counts: Counts = { ends: new Map(), paidDebts: 0 };
  for (let done = 0; done < DEALS; done += DEALS_AT_ONCE) {
    const seeds = Array.from(
      { length: Math.min(DEALS_AT_ONCE, DEALS - done) },
      (_, index) => SEED + done + index,
    );
    await runDeals(seeds, counts).catch((error: Error) => {
      throw new Error(`With ${adapter}, PAID_SEED=${seeds[0]}: ${error.message}`, { cause: error });
    });
    if ((done + DEALS_AT_ONCE) % AUDIT_EVERY_DEALS === 0 || done + DEALS_AT_ONCE >= DEALS) {
      expect(await violatedDealChecks(databases[0])).toEqual([]);
    }
  }
  const states = [...counts.ends].map(([state, count]) => `${count} ${state}`).join(', ');
  console.log(`${DEALS} deals with ${adapter} from seed ${SEED}: ${states}; ${counts.paidDebts} debts paid`);
}

it.each(['play', 'stripe', 'bank'] as const)(
  'random deals with %s agree with the reference and with the provider, on two servers that are killed',
  simulate,
  TIMEOUT_MS,
);
