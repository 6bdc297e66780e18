import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chance } from '../../../core/test/deal-random.js';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { takeStep } from '../../src/deals/take-step.js';
import { checkLines, type RawLine } from '../../src/payments/bank/bank-file.js';
import { BankProvider } from '../../src/payments/bank/bank-provider.js';
import { bookLines } from '../../src/payments/bank/book-lines.js';
import { readBankPayment, unusedCents } from '../../src/payments/bank/payment-rows.js';
import { createList, reportEntries } from '../../src/payments/bank/payout-lists.js';
import type { CallKey } from '../../src/payments/call-name.js';
import { buildDeal, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from '../deals.js';
import { moved } from '../market.js';
import { violatedDealChecks } from '../sound-market.js';
import { connectAgain, createTestDatabase } from '../test-database.js';
import { bankLine } from './bank-line.js';
import { Killed, openPaymentWork, survive } from './payment-work.js';

/** BANK_ROUNDS=2000 npm test -- bank.fuzz runs more random rounds, BANK_SEED=… repeats a seed. */
const ROUNDS = Number(process.env.BANK_ROUNDS ?? 150);
const SEED = Number(process.env.BANK_SEED ?? Date.now() % 1_000_000_000);
const DEALS = 6;
const DAY_MS = 86_400_000;
/** Enough for what follows from each other: a call, its outcome, the next call. */
const LAST_ROUNDS = 8;

/** Two servers, or the members of finance at two machines. */
let databases: readonly [Database, Database];
let alarms: string[];
/** True while calls and bookings may be interrupted at any point. */
let isUnsteady: boolean;
let chance: Chance;
let deals: DealKey[];
/** The lines that really arrived at the bank, and the lists that it was given. */
let arrived: RawLine[];
let lists: number[];

beforeAll(async () => {
  const database = await createTestDatabase();
  databases = [database, await connectAgain(database)];
  await database.pool.query(
    `insert into bank_accounts (user_id, holder, account)
     select name, name, 'GB29NWBK60161331926819' from unnest(array['buyer', 'seller']) as name`,
  );
  await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'bank')`);
  await database.pool.query(`insert into accounts (user_id) values ('buyer'), ('seller')`);
});

afterAll(async () => {
  for (const { close } of [...databases].reverse()) {
    await close();
  }
});

/** A provider whose process can die before and after each change. */
class DyingProvider extends BankProvider {
  override collect = (request: Parameters<BankProvider['collect']>[0]) =>
    this.or(() => super.collect(request));
  override refund = (request: Parameters<BankProvider['refund']>[0]) => this.or(() => super.refund(request));
  override payOut = (request: Parameters<BankProvider['payOut']>[0]) => this.or(() => super.payOut(request));
  override reverse = (ref: string) => this.or(() => super.reverse(ref));

  private async or<Result>(work: () => Promise<Result>): Promise<Result> {
    dieSometimes();
    const result = await work();
    dieSometimes();
    return result;
  }
}

function dieSometimes(): void {
  if (isUnsteady && chance.isOneIn(6)) {
    throw new Killed();
  }
}

function openServer({ pool }: Database) {
  const log = pino({}, { write: (line: string) => void alarms.push(line) });
  const provider = new DyingProvider({ pool, returnUrl: ({ id }) => id });
  const work = openPaymentWork({
    pool,
    provider,
    log,
    onStepped: async () => {},
    partyRefs: async () => ({
      customerRef: 'bank',
      methodRef: 'bank-transfer',
      recipientRef: 'bank-account',
    }),
    returnUrl: ({ id }) => id,
  });
  return { pool, ...work };
}

type Server = ReturnType<typeof openServer>;

const STEPS: readonly (readonly ['buyer' | 'seller' | 'member' | 'clock', DealEvent, days?: number])[] = [
  ['buyer', { type: 'pay', method: 'bank-transfer', carriedCents: 0 }],
  ['clock', { type: 'deadline-passed' }, 30],
  ['member', { type: 'cancel' }],
  ['seller', { type: 'ship' }],
  ['member', { type: 'receive' }],
  ['member', { type: 'pass' }],
  ['member', { type: 'fail' }],
  ['buyer', { type: 'choose-refund' }],
  ['member', { type: 'start-refund' }],
  ['clock', { type: 'start-payout', nettedCents: 0 }],
];

async function step({ pool }: Server, key: DealKey, [kind, event, days = 0]: (typeof STEPS)[number]) {
  const moment = { nowMs: TRADED_AT_MS + 60_000 + days * DAY_MS, holidays: NO_HOLIDAYS };
  await transaction(pool, (tx) =>
    takeStep(tx, key, { event, actor: { kind, id: kind }, seenVersion: null }, moment),
  );
}

/** Makes the calls that are open, and checks those that are under way. */
async function serve({ pool, calls, reconciler }: Server): Promise<void> {
  await pool.query(`update provider_calls set ${moved('attempted_at', "- interval '11 minutes'")}`);
  const { rows } = await pool.query<CallKey & { outcome: string | null; ref: string | null }>(
    `select product_id as "productId", deal_id as id, version, kind, outcome, provider_ref as ref
     from provider_calls order by random()`,
  );
  for (const { outcome, ref, ...key } of rows) {
    await survive(() =>
      outcome === null || outcome === 'unknown' || ref === null
        ? calls.make(key)
        : reconciler.reconcile(key, ref, 'check'),
    );
  }
}

/** Some money of the buyer: all of it, a part, too much, or without a reference. */
function arrive(key: DealKey): void {
  const cents = chance.one([TERMS.buyerTotalCents, 100_00, 16_00, 1 + chance.below(300_00)]);
  arrived.push(bankLine(chance, key, { cents, row: arrived.length + 1, bankId: `line ${arrived.length}` }));
}

/** Books a file with some of the lines, in any order, some of them for the second time. */
async function importFile({ pool }: Server): Promise<void> {
  const file = arrived.filter(() => !chance.isOneIn(3)).sort(() => chance.below(3) - 1);
  await survive(() =>
    transaction(pool, async (tx) => {
      await bookLines(tx, checkLines(file), 'ann');
      dieSometimes();
    }),
  );
}

async function listPayouts({ pool }: Server): Promise<void> {
  await survive(async () => {
    const number = await transaction(pool, async (tx) => {
      const created = await createList(tx, 'ann');
      dieSometimes();
      return created;
    });
    dieSometimes();
    if (number !== null) {
      lists.push(number);
    }
  });
}

/** A member whose list was created and not printed finds it again. */
async function findLists({ pool }: Server): Promise<number[]> {
  return (await pool.query<{ number: number }>('select number from bank_lists')).rows.map(
    ({ number }) => number,
  );
}

async function report({ pool }: Server, list: number, state: 'paid' | 'returned'): Promise<void> {
  const said = { list, entries: null, state, by: 'ann', reason: state === 'paid' ? null : 'closed' };
  await transaction(pool, (tx) => reportEntries(tx, said));
}

async function doAnything(server: Server): Promise<void> {
  const key = chance.one(deals);
  const list = lists.length > 0 ? chance.one(lists) : null;
  switch (chance.below(7)) {
    case 0:
      return arrive(key);
    case 1:
      return importFile(server);
    case 2:
      return listPayouts(server);
    case 3:
      return list === null ? undefined : report(server, list, chance.isOneIn(4) ? 'returned' : 'paid');
    case 4:
      return serve(server);
    default:
      return step(server, key, chance.one(STEPS));
  }
}

/** The money at the bank, and the money that deals count. */
async function compareMoney({ pool }: Server) {
  const { rows } = await pool.query<{ cents: number }>(
    `select (coalesce((select sum(amount_cents) from bank_lines), 0)
       - coalesce((select sum(amount_cents) from bank_remittances where state = 'paid'), 0))::int as cents`,
  );
  let dealsCents = 0;
  for (const key of deals) {
    const deal = (await readDeal(pool, key))?.deal;
    const payment = await readBankPayment(pool, key);
    dealsCents += deal ? deal.collectedCents - deal.refundedCents - deal.paidOutCents : 0;
    if (payment && (payment.state === 'open' || deal?.state === 'unpaid')) {
      dealsCents += unusedCents(payment);
    }
  }
  return { bankCents: rows[0]?.cents, dealsCents };
}

it('no money is lost, booked twice or sent twice, whatever the order of files and wherever work is killed', async () => {
  console.log(`BANK_SEED=${SEED}`);
  chance = new Chance(SEED);
  alarms = [];
  arrived = [];
  lists = [];
  isUnsteady = true;
  deals = [];
  for (let count = 0; count < DEALS; count += 1) {
    deals.push(await buildDeal(databases[0], { method: 'bank-transfer' }));
  }
  const servers = [openServer(databases[0]), openServer(databases[1])] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(servers.map(doAnything));
  }

  isUnsteady = false;
  const [server] = servers;
  await transaction(server.pool, (tx) => bookLines(tx, checkLines(arrived), 'ann'));
  for (let round = 0; round < LAST_ROUNDS; round += 1) {
    await serve(server);
    for (const key of deals) {
      await step(server, key, ['buyer', { type: 'choose-refund' }]);
      await step(server, key, ['member', { type: 'start-refund' }]);
      await step(server, key, ['clock', { type: 'start-payout', nettedCents: 0 }]);
    }
    await listPayouts(server);
    for (const list of await findLists(server)) {
      await report(server, list, 'paid');
    }
  }
  await serve(server);

  expect(await violatedDealChecks(databases[0])).toEqual([]);
  const { bankCents, dealsCents } = await compareMoney(server);
  expect({ seed: SEED, bankCents }).toEqual({ seed: SEED, bankCents: dealsCents });
  for (const key of deals) {
    const deal = (await readDeal(server.pool, key))?.deal;
    expect([deal?.balances.refunding, deal?.balances['paying-out']]).toEqual([0, 0]);
  }
}, 120_000);
