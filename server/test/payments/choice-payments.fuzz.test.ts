import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { fireDueClocks } from '../../src/deals/due-deals.js';
import { startDuePayments } from '../../src/payments/due-payments.js';
import { readPartyRefs } from '../../src/payments/party-refs.js';
import type { PaymentCalls } from '../../src/payments/payment-calls.js';
import type { PaymentReconciler } from '../../src/payments/payment-reconciler.js';
import { type Faults, NO_FAULTS, randomFaults } from '../../src/payments/play/faults.js';
import type { Charge, Intent, Refund } from '../../src/payments/play/stand-in-objects.js';
import { ChoiceMarket, type ChoiceServer } from '../choices.js';
import { NO_HOLIDAYS } from '../deals.js';
import { expectSoundMarket } from '../sound-market.js';
import { DAY_MS, openPaymentBench, type PaymentBench } from './payment-bench.js';
import { Killed, openPaymentWork, survive } from './payment-work.js';

/** The rounds of random choices: CHOICE_ROUNDS=1000 npx vitest run choice-payments, CHOICE_SEED=… repeats a seed. */
const ROUNDS = Number(process.env.CHOICE_ROUNDS ?? 24);
const SEED = Number(process.env.CHOICE_SEED ?? Date.now() % 1_000_000_000);
const TIMEOUT_MS = 120_000 + ROUNDS * 5_000;
const BUYERS = ['ann', 'bob', 'cy', 'dee'];
const PRICES = [150, 200, 250];

let market: ChoiceMarket;
let bench: PaymentBench;
let faults: Faults;
let chance: Chance;
const reconcilers = new Map<ChoiceServer, PaymentReconciler>();
const callsOf = new Map<ChoiceServer, PaymentCalls>();

beforeEach(async () => {
  faults = NO_FAULTS;
  chance = new Chance(SEED);
  market = await ChoiceMarket.open(...BUYERS);
  bench = await openPaymentBench('play', market.database, {
    faults: () => faults,
    // The provider finds a payment by the time at which the database decided it.
    startMs: Date.now(),
  });
  market.servers.forEach(openPayments);
});

afterEach(async () => {
  await bench.close();
  await market.close();
});

function openPayments(server: ChoiceServer): void {
  const { pool } = server.database;
  const { provider } = bench;
  const { reconciler, calls } = openPaymentWork({
    pool,
    provider,
    jobs: server.jobs,
    onStepped: server.onStepped,
    partyRefs: (key) => readPartyRefs({ pool, provider }, key),
  });
  server.sendCalls = (tx, key, stepped) => calls.send(tx, key, stepped);
  server.makeCall = (data) => calls.make(data);
  reconcilers.set(server, reconciler);
  callsOf.set(server, calls);
}

/** All work of a server in the background, once. */
async function work(server: ChoiceServer): Promise<void> {
  const { pool } = server.database;
  const moment = { nowMs: market.nowMs, holidays: NO_HOLIDAYS };
  const effects = {
    onStepped: server.onStepped,
    onFailure: (error: unknown) => {
      if (!(error instanceof Killed)) {
        throw error;
      }
    },
  };
  await server.consume();
  await startDuePayments(pool, moment, effects);
  await fireDueClocks(pool, moment, effects);
  await server.runJobs();
  await bench.standIn.deliverEvents();
  for (const { body, header } of bench.received.splice(0)) {
    const reading = bench.provider.readWebhook(body, header, bench.nowMs());
    if (reading.kind === 'event' && reading.ref !== null) {
      const { ref } = reading;
      await survive(async () => reconcilers.get(server)?.reconcileRef(ref));
    }
  }
  await pool.query('update provider_calls set check_at = now() where check_at is not null');
  await callsOf.get(server)?.checkDueCalls();
}

interface DealState extends DealKey {
  readonly state: string;
  readonly choice: string;
}

async function allDeals(): Promise<DealState[]> {
  const { rows } = await market.database.pool.query<DealState>(
    'select product_id as "productId", id, state, choice from deals order by id',
  );
  return rows;
}

/** A refusal means that something else came first, and a death that nothing happened. */
async function tryStep(key: DealKey, kind: 'buyer' | 'member', event: DealEvent): Promise<void> {
  const server = chance.one(market.servers);
  await survive(async () => void (await server.take(key, kind, event)));
}

/** One random act of a user, or of the desk. */
async function act(): Promise<void> {
  const deals = await allDeals();
  const chosen = (state: (deal: DealState) => boolean) =>
    chance.one(deals.filter(state)) as DealState | undefined;
  const user = chance.one(BUYERS);
  switch (chance.below(11)) {
    case 0:
    case 1:
      await market.order('ask', 'seller', chance.one(PRICES));
      return;
    case 2:
      await market.order('buy', user, 1_000);
      return;
    case 3:
      await market.order('sell', 'seller', chance.one(PRICES));
      return;
    case 4:
    case 5:
    case 6: {
      const deal = chosen(({ state }) => state === 'paid');
      return deal && tryStep(deal, 'member', { type: 'cancel' });
    }
    case 7:
      await market.cancelBids(chance.one(['owner', 'platform']), user);
      return;
    default: {
      const deal = chosen(({ choice }) => choice === 'open' || choice === 'wait');
      const limitCents = chance.one(PRICES) * 100;
      const event = chance.one<DealEvent>([
        { type: 'choose-wait' },
        { type: 'choose-wait' },
        { type: 'choose-lowest-ask', limitCents },
        { type: 'choose-lowest-ask', limitCents },
        { type: 'choose-refund' },
      ]);
      return deal && tryStep(deal, 'buyer', event);
    }
  }
}

async function settleAll(): Promise<void> {
  faults = NO_FAULTS;
  market.isKilled = () => false;
  await bench.pass(2 * DAY_MS);
  for (let times = 0; times < 8; times += 1) {
    await Promise.all(market.servers.map(work));
    await bench.pass(60_000);
  }
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return (await market.database.pool.query(sql)).rows;
}

/** Compares the payments less refunds of the provider with those of the deals, and with the money that deals hold. */
async function expectSameMoney(): Promise<void> {
  const intents = new Set((await bench.objects<Intent>('payment_intent')).map(({ id }) => id));
  const atProvider = (await bench.objects<Charge>('charge'))
    .filter(({ payment_intent: intent }) => intents.has(intent))
    .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0);
  const [inDeals] = await rowsOf('select sum(collected_cents - refunded_cents)::int as cents from deals');
  expect(inDeals?.cents ?? 0).toBe(atProvider);
  const [held] = await rowsOf(
    // A short history may have no deal yet.
    `select coalesce(sum(held_cents + owed_buyer_cents), 0)::int as cents,
       coalesce(sum(refunding_cents), 0)::int as refunding from deals`,
  );
  expect(held).toEqual({ cents: atProvider === 0 ? (held?.cents ?? 0) : atProvider, refunding: 0 });
}

async function expectChoicesSettled(): Promise<void> {
  const expecting = await rowsOf(
    `select deal.choice, (
       select o.status from replacement_orders as replacement
       join orders as o on o.product_id = replacement.product_id and o.order_id = replacement.order_id
       where replacement.product_id = deal.product_id and replacement.deal_id = deal.id
       order by replacement.version desc limit 1
     ) as status
     from deals as deal where deal.choice in ('wait', 'lowest-ask')`,
  );
  expect(expecting.filter(({ choice, status }) => choice !== 'wait' || status !== 'open')).toEqual([]);
  const stray = await rowsOf(
    `select o.order_id from replacement_orders as replacement
     join orders as o on o.product_id = replacement.product_id and o.order_id = replacement.order_id
     join deals as deal on deal.product_id = replacement.product_id and deal.id = replacement.deal_id
     where o.status = 'open' and deal.choice <> 'wait'`,
  );
  expect(stray).toEqual([]);
  const unpaid = await rowsOf(
    `select id, state, choice, payment from deals
     where owed_buyer_cents > 0 and choice not in ('open', 'wait') or state = 'unpaid'`,
  );
  expect(unpaid).toEqual([]);
}

it(
  `every buyer pays once and gets back once, whatever they choose, and whenever a server is killed (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      faults = randomFaults(() => chance.below(1_000) / 1_000, 0.15);
      market.isKilled = () => chance.isOneIn(12);
      for (let acts = 0; acts < 10; acts += 1) {
        await Promise.all([act(), act()]);
        if (chance.isOneIn(2)) {
          await Promise.all(market.servers.map(work));
          await bench.pass(60_000);
        }
      }
      await Promise.all(market.servers.map(work));
      if (round % 3 === 2 || round === ROUNDS - 1) {
        await settleAll();
        await expectSameMoney();
        await expectChoicesSettled();
        await expectSoundMarket(market.database);
        // Deadlines of choices and of sellers pass, but none of a payment.
        market.nowMs = Date.now() + chance.below(5) * DAY_MS;
        await Promise.all(market.servers.map(work));
        market.nowMs = Date.now();
      }
    }
    const counts = await rowsOf('select state, choice, count(*)::int from deals group by 1, 2 order by 1, 2');
    console.log(counts.map((row) => Object.values(row).join(' ')).join(', '), `from seed ${SEED}`);
  },
  TIMEOUT_MS,
);

it('a payment that is charged back is not refunded as well, though another deal has its money', async () => {
  const { server } = market;
  const settle = () => work(server);
  await market.order('ask', 'seller', 150);
  await market.order('buy', 'ann', 150);
  await settle();
  const first = await market.lastDeal();
  expect(await market.deal(first)).toMatchObject({ state: 'paid' });
  await server.take(first, 'member', { type: 'cancel' });
  await server.take(first, 'buyer', { type: 'choose-lowest-ask', limitCents: 200_00 });
  await market.order('ask', 'seller', 200);
  await settle();
  await settle();
  const second = (await market.replacedBy(first)) as DealKey;
  expect(await market.deal(second)).toMatchObject({ state: 'paid' });
  const [own, carried] = await bench.objects<Intent>('payment_intent');
  const dispute = await bench.standIn.act(({ intents }) => intents.openDispute(carried?.id ?? ''));
  await settle();
  await server.take(second, 'member', { type: 'cancel' });
  await server.take(second, 'buyer', { type: 'choose-refund' });
  await settle();
  expect(await bench.objects('refund')).toEqual([]);
  await bench.standIn.act(({ intents }) => intents.closeDispute(dispute.id, 'lost'));
  await settle();
  await settle();
  const refunds = await bench.objects<Refund>('refund');
  expect(refunds.map(({ payment_intent: intent, amount }) => [intent, amount])).toEqual([
    [own?.id, own?.amount],
  ]);
  expect(await market.deal(first)).toMatchObject({ payment: 'lost', chargedBackCents: 0 });
  expect(await market.deal(second)).toMatchObject({
    chargedBackCents: carried?.amount,
    balances: { 'owed-buyer': 0, refunding: 0 },
  });
  await expectSoundMarket(market.database);
});
