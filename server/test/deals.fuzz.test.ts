import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventOfClock } from '@perkex/core/deals/deadline-events.js';
import type { DealTerms, PaymentMethod } from '@perkex/core/deals/deal.js';
import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { DealRefused, Stepped } from '@perkex/core/deals/step.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DealMoney } from '../../core/test/deal-invariants.js';
import { Chance, HOLIDAYS, randomCommand, randomMoment, randomTerms } from '../../core/test/deal-random.js';
import { ReferenceDeal, type ReferenceOutcome } from '../../core/test/reference-deal.js';
import { auditDeals } from '../src/audit/deals.js';
import type { Database } from '../src/database/connect.js';
import { MIGRATIONS_DIR } from '../src/database/migrate.js';
import { splitStatements } from '../src/database/split-statements.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import type { StoredDeal } from '../src/deals/deal-row.js';
import { fireDueClocks } from '../src/deals/due-deals.js';
import { readDeal } from '../src/deals/read-deal.js';
import { takeStep } from '../src/deals/take-step.js';
import { buildDeal } from './deals.js';
import { connectAgain, createTestDatabase } from './test-database.js';

/** The number of random deals in the database: DB_DEALS=100000 npx vitest run server/test/deals.fuzz */
const DEALS = Number(process.env.DB_DEALS ?? 60);
const SEED = Number(process.env.DEAL_SEED ?? Date.now() % 1_000_000_000);
const MAX_COMMANDS = 20;
const AT_ONCE = 8;
/** Enough for any number of deals on a slow machine. */
const TIMEOUT_MS = 120_000 + DEALS * 1_000;

let database: Database;
let other: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  other = await connectAgain(database);
  await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
});

afterAll(async () => {
  await other.close();
  await database.close();
});

/** A deal in the database, the commands that it accepted, and its money. */
class FollowedDeal {
  private readonly accepted: { readonly command: DealCommand; readonly nowMs: number }[] = [];
  private readonly money = new DealMoney();

  constructor(
    readonly key: DealKey,
    private readonly terms: DealTerms,
    private readonly method: PaymentMethod,
  ) {}

  async stored(): Promise<StoredDeal> {
    const stored = await readDeal(other.pool, this.key);
    if (!stored) {
      throw new Error('The deal is missing.');
    }
    return stored;
  }

  /** Sends commands at the same moment through two pools. One order of them must explain all answers. */
  async send(commands: readonly DealCommand[], nowMs: number): Promise<void> {
    const before = (await this.stored()).deal;
    const answers = await Promise.all(
      commands.map((command, index) =>
        transaction((index % 2 === 0 ? database : other).pool, (tx) =>
          takeStep(tx, this.key, command, { nowMs, holidays: HOLIDAYS }),
        ),
      ),
    );
    const orders = commands.length === 2 ? [[0, 1] as const, [1, 0] as const] : [[0] as const];
    const explanations = orders.map((order) => this.explain(order, commands, answers, nowMs));
    const right = explanations.findIndex((differences) => differences.length === 0);
    if (right < 0) {
      throw new Error(`${JSON.stringify({ before, commands, explanations }, null, 1)}`);
    }
    let last = before;
    for (const index of orders[right] ?? []) {
      const [command, answer] = [commands[index], answers[index]];
      if (command && answer?.kind === 'stepped') {
        expect(this.money.add(last, command.event.type, answer)).toEqual([]);
        this.accepted.push({ command, nowMs });
        last = answer.deal;
      }
    }
    expect((await this.stored()).deal).toEqual(last);
  }

  /** Compares the step that a sweep must have taken. */
  async expectClock(nowMs: number): Promise<void> {
    const reference = this.reference();
    const command: DealCommand = {
      event: eventOfClock({ claim: reference.history.claim() }),
      actor: { kind: 'clock', id: 'clock' },
      seenVersion: null,
    };
    const { refusal, transfers } = reference.apply(command, nowMs);
    const { deal } = await this.stored();
    expect([refusal, deal.state, deal.dueAtMs, deal.version]).toEqual([
      null,
      reference.state,
      reference.dueAtMs,
      reference.version,
    ]);
    expect(await this.transfersOf(deal.version)).toEqual(sorted(transfers));
  }

  private async transfersOf(version: number): Promise<string[]> {
    const { rows } = await other.pool.query(
      `select from_account as "from", to_account as "to", amount_cents as "amountCents" from transfers
       where product_id = $1 and deal_id = $2 and version = $3`,
      [this.key.productId, this.key.id, version],
    );
    return sorted(rows);
  }

  private reference(): ReferenceDeal {
    const reference = new ReferenceDeal(this.terms, this.method, HOLIDAYS);
    for (const { command, nowMs } of this.accepted) {
      reference.apply({ ...command, seenVersion: null }, nowMs);
    }
    return reference;
  }

  private explain(
    order: readonly number[],
    commands: readonly DealCommand[],
    answers: readonly (Stepped | DealRefused | null)[],
    nowMs: number,
  ): string[] {
    const reference = this.reference();
    return order.flatMap((index) => {
      const command = commands[index];
      const answer = answers[index];
      if (!command || !answer) {
        return ['missing'];
      }
      const found = viewOfAnswer(answer);
      const expected = viewOfReference(reference, reference.apply(command, nowMs));
      return found === expected ? [] : [`found ${found}, expected ${expected}`];
    });
  }
}

function viewOfAnswer(answer: Stepped | DealRefused): string {
  if (answer.kind === 'refused') {
    return answer.code;
  }
  const { deal, transfers, orders } = answer;
  return JSON.stringify([deal.state, deal.version, deal.dueAtMs, sorted(transfers), orders]);
}

function viewOfReference({ state, version, dueAtMs }: ReferenceDeal, outcome: ReferenceOutcome): string {
  return (
    outcome.refusal ?? JSON.stringify([state, version, dueAtMs, sorted(outcome.transfers), outcome.orders])
  );
}

function sorted(transfers: ReferenceOutcome['transfers']): string[] {
  return transfers.map(({ from, to, amountCents }) => `${from}→${to} ${amountCents}`).sort();
}

/** One random history: duplicates, two commands at once, clocks that jump in both directions. */
async function runHistory(seed: number): Promise<FollowedDeal> {
  const chance = new Chance(seed);
  const terms = randomTerms(chance);
  const method = chance.one(['card', 'bank-transfer'] as const);
  const followed = new FollowedDeal(
    await buildDeal(database, { terms, method, holidays: HOLIDAYS }),
    terms,
    method,
  );
  let nowMs = terms.tradedAtMs;
  for (let left = 1 + chance.below(MAX_COMMANDS); left > 0; left -= 1) {
    const { deal } = await followed.stored();
    nowMs = randomMoment(chance, nowMs, deal);
    const command = randomCommand(chance, deal);
    switch (chance.below(4)) {
      case 0:
        await followed.send([command, command], nowMs);
        break;
      case 1:
        await followed.send([command, randomCommand(chance, deal)], nowMs);
        break;
      default:
        await followed.send([command], nowMs);
    }
  }
  return followed;
}

/** Two servers sweep at once, long after all deadlines: each clock fires once. */
async function sweep(deals: readonly FollowedDeal[]): Promise<void> {
  const waiting: FollowedDeal[] = [];
  let nowMs = 0;
  for (const followed of deals) {
    const { dueAtMs, atMs, state, payment } = (await followed.stored()).deal;
    const isAsked = state !== 'unpaid' || (payment !== 'none' && payment !== 'collecting');
    nowMs = Math.max(nowMs, dueAtMs ?? 0, atMs);
    waiting.push(...(dueAtMs === null || !isAsked ? [] : [followed]));
  }
  const fire = async ({ pool }: Database) => {
    while (
      (await fireDueClocks(
        pool,
        { nowMs, holidays: HOLIDAYS },
        { onStepped: async () => {}, onFailure: failHard },
      )) > 0
    ) {}
  };
  await Promise.all([fire(database), fire(other)]);
  for (const followed of waiting) {
    await followed.expectClock(nowMs);
  }
}

async function audit() {
  const client = await database.pool.connect();
  return auditDeals(client).finally(() => client.release());
}

/** Replaces the money lines by those that the migration derives from the deals before it. */
async function deriveMoneyLines(): Promise<void> {
  const sql = await readFile(path.join(MIGRATIONS_DIR, '0048_money_lines.sql'), 'utf8');
  const derivations = splitStatements(sql).filter((each) => /^insert into money_/m.test(each));
  expect(derivations).toHaveLength(2);
  const [lines = '', sums = ''] = derivations;
  for (const each of [
    'delete from money_lines',
    lines,
    ...LINES_OF_CREDITS,
    'delete from money_sums',
    sums,
    SUMS_OF_CREDITS,
  ]) {
    await database.pool.query(each);
  }
}

const DEBTS_PAID_BY = (party: string) =>
  `coalesce(sum(amount_cents) filter (where from_account = 'collecting-debt' and to_account = 'receivable-${party}'), 0)`;
const TAKEN_BACK_FROM = (party: string) =>
  `coalesce(sum(amount_cents) filter (where from_account = 'receivable-${party}' and to_account = 'provider'), 0)`;

/** The lines that later migrations have added, which begin with none. */
const LINES_OF_CREDITS = [
  `delete from money_lines where kind in ('credited', 'debt-paid', 'debt-charged-back', 'debt-on-its-way')`,
  `insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at)
   with flows as (
     select product_id, deal_id,
       coalesce(sum(amount_cents) filter (where from_account = 'receivable-buyer' and to_account = 'paying-credit'), 0)
         - coalesce(sum(amount_cents) filter (where to_account = 'receivable-buyer' and from_account = 'paying-credit'), 0)
         as buyers,
       coalesce(sum(amount_cents) filter (where from_account = 'receivable-seller' and to_account = 'paying-credit'), 0)
         - coalesce(sum(amount_cents) filter (where to_account = 'receivable-seller' and from_account = 'paying-credit'), 0)
         as sellers,
       ${DEBTS_PAID_BY('buyer')} as buyers_debts,
       ${DEBTS_PAID_BY('seller')} as sellers_debts,
       ${TAKEN_BACK_FROM('buyer')} as from_buyer,
       ${TAKEN_BACK_FROM('seller')} as from_seller
     from transfers group by product_id, deal_id
   )
   select deal.id, line.user_id, line.kind, deal.product_id, line.place, line.cents, deal.at
   from deals as deal
   join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
   join flows on flows.product_id = deal.product_id and flows.deal_id = deal.id
   cross join lateral (values
     (trade.buyer_id, 'credited', 'due', greatest(0, deal.buyer_credit_cents - flows.buyers_debts)),
     (trade.seller_id, 'credited', 'due', greatest(0, deal.seller_credit_cents - flows.sellers_debts)),
     (trade.buyer_id, 'debt-paid', 'owed', least(deal.buyer_credit_cents, flows.buyers_debts)),
     (trade.seller_id, 'debt-paid', 'owed', least(deal.seller_credit_cents, flows.sellers_debts)),
     (trade.buyer_id, 'debt-charged-back', 'owed', flows.from_buyer),
     (trade.seller_id, 'debt-charged-back', 'owed', flows.from_seller),
     (case deal.debt_party when 'buyer' then trade.buyer_id else trade.seller_id end,
       'debt-on-its-way', 'in-flight', deal.collecting_debt_cents),
     (case deal.credit_party when 'buyer' then trade.buyer_id else trade.seller_id end,
       'credit-on-its-way', 'in-flight', deal.paying_credit_cents),
     (trade.buyer_id, 'credit-paid', 'paid',
       flows.buyers - case deal.credit_party when 'buyer' then deal.paying_credit_cents else 0 end),
     (trade.seller_id, 'credit-paid', 'paid',
       flows.sellers - case deal.credit_party when 'seller' then deal.paying_credit_cents else 0 end),
     (case deal.cancellation when 'payment' then trade.buyer_id else trade.seller_id end,
       'penalty-paid', 'paid', deal.penalty_collected_cents)
   ) as line (user_id, kind, place, cents)
   where line.cents > 0`,
];
const SUMS_OF_CREDITS = `update money_sums as total
  set credit_on_its_way_cents = own.on_its_way, credit_paid_cents = own.paid, penalty_paid_cents = own.penalty,
    debt_on_its_way_cents = own.debt_on_its_way, debt_paid_cents = own.debt_paid,
    debt_charged_back_cents = own.debt_charged_back
  from (
    select user_id, coalesce(sum(cents) filter (where kind = 'credit-on-its-way'), 0) as on_its_way,
      coalesce(sum(cents) filter (where kind = 'credit-paid'), 0) as paid,
      coalesce(sum(cents) filter (where kind = 'penalty-paid'), 0) as penalty,
      coalesce(sum(cents) filter (where kind = 'debt-on-its-way'), 0) as debt_on_its_way,
      coalesce(sum(cents) filter (where kind = 'debt-paid'), 0) as debt_paid,
      coalesce(sum(cents) filter (where kind = 'debt-charged-back'), 0) as debt_charged_back
    from money_lines group by user_id
  ) as own
  where own.user_id = total.user_id`;

function failHard(error: unknown): never {
  throw error;
}

it(
  'random deals agree with the reference, with two servers, duplicates, races and jumping clocks',
  async () => {
    let next = 0;
    const deals: FollowedDeal[] = [];
    const work = async () => {
      for (let index = next++; index < DEALS; index = next++) {
        const followed = await runHistory(SEED + index).catch((error) => {
          throw new Error(`Deal of seed ${SEED + index}: ${error.message}`, { cause: error });
        });
        deals.push(followed);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await sweep(deals);
    expect((await audit()).filter(({ violations }) => violations > 0)).toEqual([]);
    await deriveMoneyLines();
    expect((await audit()).filter(({ violations }) => violations > 0)).toEqual([]);
    console.log(`${DEALS} deals in the database from seed ${SEED}`);
  },
  TIMEOUT_MS,
);
