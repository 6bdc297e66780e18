import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { type Transaction, transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { dealClocksMaintenance, fireDueClocks } from '../src/deals/due-deals.js';
import { readDeal } from '../src/deals/read-deal.js';
import { takeStep } from '../src/deals/take-step.js';
import { unansweredAppealsMaintenance, waiveUnanswered } from '../src/deals/unanswered-appeals.js';
import { openBankPayment, readPaidByBank, setBankPaymentState } from '../src/payments/bank/payment-rows.js';
import { startDuePayments } from '../src/payments/due-payments.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { createTestDatabase } from './test-database.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: Database;
let failures: unknown[];
/** The types of the calls to the provider that followed. */
let calls: string[];

const effects = {
  onStepped: async (_tx: Transaction, _key: DealKey, stepped: Stepped) =>
    void calls.push(...stepped.calls.map(({ kind }) => kind)),
  onFailure: (error: unknown) => failures.push(error),
};

beforeEach(async () => {
  database = await createTestDatabase();
  failures = [];
  calls = [];
});

afterEach(() => database.close());

function fireAt(nowMs: number): Promise<number> {
  return fireDueClocks(database.pool, { nowMs, holidays: NO_HOLIDAYS }, effects);
}

function buildDealOf(tradedAtMs: number) {
  return buildDeal(database, { terms: { ...TERMS, tradedAtMs } });
}

/** A deal whose buyer has no card that works. */
async function declinedDealOf(tradedAtMs: number): Promise<DealKey> {
  const key = await buildDealOf(tradedAtMs);
  await takeAll(key, tradedAtMs, [
    fact('clock', { type: 'pay', method: 'card', carriedCents: 0 }),
    fact('provider', { type: 'payment-declined', callVersion: 1 }),
  ]);
  calls = [];
  return key;
}

async function takeAll(key: DealKey, nowMs: number, commands: readonly DealCommand[]): Promise<void> {
  for (const command of commands) {
    const moment = { nowMs, holidays: NO_HOLIDAYS };
    const result = await transaction(database.pool, (tx) => takeStep(tx, key, command, moment));
    expect(result).toMatchObject({ kind: 'stepped' });
  }
}

describe('the clocks of deals', () => {
  it('wait for the answer to the first attempt, and leave the buyer half a day after a late one', async () => {
    const key = await buildDeal(database);
    const nowMs = TRADED_AT_MS + 25 * HOUR_MS;
    expect(await fireAt(nowMs)).toBe(0);
    await startDuePayments(database.pool, { nowMs, holidays: NO_HOLIDAYS }, effects);
    const dueAtMs = nowMs + 12 * HOUR_MS;
    expect(await fireAt(dueAtMs)).toBe(0);
    expect((await readDeal(database.pool, key))?.deal).toMatchObject({
      state: 'unpaid',
      penalty: 'none',
      payment: 'collecting',
      dueAtMs,
    });
    await takeAll(key, nowMs, [fact('provider', { type: 'payment-declined', callVersion: 1 })]);
    expect(await fireAt(dueAtMs - 1)).toBe(0);
    expect(await fireAt(dueAtMs)).toBe(1);
  });

  it('do not wait for an answer for ever', async () => {
    const key = await buildDeal(database);
    const nowMs = TRADED_AT_MS + HOUR_MS;
    await startDuePayments(database.pool, { nowMs, holidays: NO_HOLIDAYS }, effects);
    expect(await fireAt(TRADED_AT_MS + 8 * DAY_MS - 1)).toBe(0);
    expect(await fireAt(TRADED_AT_MS + 8 * DAY_MS)).toBe(1);
    expect((await readDeal(database.pool, key))?.deal.state).toBe('cancelled');
  });

  it('fire at their deadline and not a millisecond before, once', async () => {
    const key = await declinedDealOf(TRADED_AT_MS);
    const dueAtMs = TRADED_AT_MS + DAY_MS;
    expect(await fireAt(dueAtMs - 1)).toBe(0);
    expect(await fireAt(dueAtMs)).toBe(1);
    expect(await fireAt(dueAtMs)).toBe(0);
    expect((await readDeal(database.pool, key))?.deal).toMatchObject({
      state: 'cancelled',
      cancellation: 'payment',
      version: 3,
      dueAtMs: dueAtMs + 48 * HOUR_MS,
    });
  });

  it('do not fire while a payment that has arrived is not reported yet', async () => {
    const key = await declinedDealOf(TRADED_AT_MS);
    await transaction(database.pool, (tx) =>
      openBankPayment(tx, { ...key, kind: 'collect', version: 1 }, 21_650),
    );
    const fire = () =>
      fireDueClocks(
        database.pool,
        { nowMs: TRADED_AT_MS + DAY_MS, holidays: NO_HOLIDAYS },
        { ...effects, readMaybePaid: readPaidByBank },
      );
    await transaction(database.pool, (tx) => setBankPaymentState(tx, key, 'paid'));
    await fire();
    expect((await readDeal(database.pool, key))?.deal.state).toBe('unpaid');
    await transaction(database.pool, (tx) => setBankPaymentState(tx, key, 'open'));
    await fire();
    expect((await readDeal(database.pool, key))?.deal.state).toBe('cancelled');
  });

  it('leave a working day for the bank to report a transfer of the last day', async () => {
    // Traded on a Tuesday: to be paid until the end of Friday, which the bank reports on Monday.
    const tradedAtMs = Date.UTC(2026, 0, 6, 12);
    const mondayMs = Date.UTC(2026, 0, 12);
    const key = await buildDeal(database, { terms: { ...TERMS, tradedAtMs }, method: 'bank-transfer' });
    expect((await readDeal(database.pool, key))?.deal.dueAtMs).toBe(Date.UTC(2026, 0, 10));
    await takeAll(key, tradedAtMs, [
      fact('clock', { type: 'pay', method: 'bank-transfer', carriedCents: 0 }),
      fact('provider', { type: 'payment-needs-buyer', callVersion: 1 }),
    ]);
    expect(await fireAt(mondayMs)).toBe(0);
    expect(await fireAt(mondayMs + DAY_MS - 1)).toBe(0);
    expect(await fireAt(mondayMs + DAY_MS)).toBe(1);
    expect((await readDeal(database.pool, key))?.deal).toMatchObject({
      state: 'cancelled',
      cancellation: 'payment',
    });
  });

  it('fire in the order of their deadlines after a stop, and the next clocks start then', async () => {
    const late = await declinedDealOf(TRADED_AT_MS + 2 * HOUR_MS);
    const early = await declinedDealOf(TRADED_AT_MS);
    const middle = await declinedDealOf(TRADED_AT_MS + HOUR_MS);
    const nowMs = TRADED_AT_MS + 30 * DAY_MS;
    const fired: string[] = [];
    const noting = { ...effects, onStepped: async (_tx: unknown, { id }: DealKey) => void fired.push(id) };
    expect(await fireDueClocks(database.pool, { nowMs, holidays: NO_HOLIDAYS }, noting)).toBe(3);
    expect(fired).toEqual([early.id, middle.id, late.id]);
    expect((await readDeal(database.pool, early))?.deal.dueAtMs).toBe(nowMs + 48 * HOUR_MS);
  });

  it('of one deal that fails delay no other', async () => {
    const failing = await declinedDealOf(TRADED_AT_MS);
    const sound = await declinedDealOf(TRADED_AT_MS + HOUR_MS);
    await database.pool.query(
      `alter table deal_events add constraint no_event check (deal_id <> '${failing.id}' or version < 3)`,
    );
    expect(await fireAt(TRADED_AT_MS + 2 * DAY_MS)).toBe(2);
    expect(failures).toHaveLength(1);
    expect((await readDeal(database.pool, sound))?.deal.state).toBe('cancelled');
    expect((await readDeal(database.pool, failing))?.deal.version).toBe(2);
  });

  it('of deals that always fail leave their places in a sweep to others', async () => {
    const moment = { nowMs: TRADED_AT_MS + HOUR_MS, holidays: NO_HOLIDAYS };
    const failing = [await buildDealOf(TRADED_AT_MS), await buildDealOf(TRADED_AT_MS + 1_000)];
    const sound = await buildDealOf(TRADED_AT_MS + 2_000);
    await database.pool.query(
      `alter table deal_events add constraint no_event check (deal_id not in ('${failing[0]?.id}', '${failing[1]?.id}'))`,
    );
    expect(await startDuePayments(database.pool, moment, effects, 2)).toBe(3);
    expect(failures).toHaveLength(2);
    expect((await readDeal(database.pool, sound))?.deal.version).toBe(1);
  });

  it('skip a deal that another transaction moves, and fire once after that', async () => {
    const key = await declinedDealOf(TRADED_AT_MS);
    const nowMs = TRADED_AT_MS + 2 * DAY_MS;
    await transaction(database.pool, async (tx) => {
      await takeStep(tx, key, action('seller', { type: 'undo', earlierUndos: 0 }, 2), {
        nowMs,
        holidays: NO_HOLIDAYS,
      });
      expect(await fireAt(nowMs)).toBe(0);
    });
    expect(await fireAt(nowMs)).toBe(1);
    expect(await fireAt(nowMs)).toBe(0);
  });

  it('hand over the calls that follow, such as a refund', async () => {
    const key = await buildDeal(database);
    const moment = { nowMs: TRADED_AT_MS + HOUR_MS, holidays: NO_HOLIDAYS };
    for (const command of [
      action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0),
      fact('provider', { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents }),
      fact('member', { type: 'cancel' }),
    ]) {
      await transaction(database.pool, (tx) => takeStep(tx, key, command, moment));
    }
    expect(await fireAt(moment.nowMs + 48 * HOUR_MS)).toBe(1);
    expect(calls).toEqual(['refund']);
  });

  it('follow the clock of the database', async () => {
    const key = await declinedDealOf(Date.now() - DAY_MS - 1_000);
    const { work } = dealClocksMaintenance(database.pool, NO_HOLIDAYS, effects);
    await work();
    expect(failures).toEqual([]);
    expect((await readDeal(database.pool, key))?.deal.state).toBe('cancelled');
  });
});

it('a return that has not arrived in time is overdue, and keeps its place in the queue', async () => {
  const key = await buildDeal(database);
  const paid = { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents } as const;
  const members = ['receive', 'pass', 'send'] as const;
  await takeAll(key, TRADED_AT_MS, [
    fact('clock', { type: 'pay', method: 'card', carriedCents: 0 }),
    fact('provider', paid),
    ...members.map((type) => fact('member', { type })),
    action('buyer', { type: 'report-arrived' }, 5),
    action('buyer', { type: 'claim' }, 6),
    fact('member', { type: 'request-return' }),
  ]);
  expect(await fireAt(TRADED_AT_MS + 14 * DAY_MS)).toBe(1);
  expect((await readDeal(database.pool, key))?.deal).toMatchObject({ state: 'delivered', isOverdue: true });
  const { rows } = await database.pool.query('select waiting_since from deals');
  expect(rows).toEqual([{ waiting_since: new Date(TRADED_AT_MS) }]);
  expect(failures).toEqual([]);
});

describe('an appeal that no member has decided', () => {
  /** A deal whose seller has not shipped, and appeals the penalty. */
  async function appealedAt(atMs: number): Promise<DealKey> {
    const tradedAtMs = atMs - 10 * DAY_MS;
    const key = await buildDealOf(tradedAtMs);
    const pay = action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0);
    const { buyerTotalCents } = TERMS;
    const steps = [
      [pay, tradedAtMs],
      [fact('provider', { type: 'payment-held', callVersion: 1, amountCents: buyerTotalCents }), tradedAtMs],
      [fact('clock', { type: 'deadline-passed' }), atMs - 1_000],
      [action('seller', { type: 'appeal' }, 3), atMs],
    ] as const;
    for (const [command, nowMs] of steps) {
      const moment = { nowMs, holidays: NO_HOLIDAYS };
      const result = await transaction(database.pool, (tx) => takeStep(tx, key, command, moment));
      expect(result).toMatchObject({ kind: 'stepped' });
    }
    return key;
  }

  const penaltyOf = async (key: DealKey) => (await readDeal(database.pool, key))?.deal.penalty;

  it('waives the penalty after ten working days and not before, once', async () => {
    const appealed = Date.UTC(2026, 10, 9, 10);
    const key = await appealedAt(appealed);
    const later = await appealedAt(appealed + DAY_MS);
    const waiveAt = (nowMs: number) =>
      waiveUnanswered(database.pool, { nowMs, holidays: new Set(['2026-11-11']) }, effects);
    const dueAtMs = Date.UTC(2026, 10, 25);
    await waiveAt(dueAtMs - 1);
    expect([await penaltyOf(key), await penaltyOf(later)]).toEqual(['appealed', 'appealed']);
    await waiveAt(dueAtMs);
    await waiveAt(dueAtMs);
    expect([await penaltyOf(key), await penaltyOf(later)]).toEqual(['waived', 'appealed']);
    const { rows } = await database.pool.query(
      'select event, actor_kind from deal_events where deal_id = $1 order by version desc limit 1',
      [key.id],
    );
    expect(rows).toEqual([{ event: 'waive-penalty', actor_kind: 'clock' }]);
  });

  it('follows the clock of the database, and leaves decided ones alone', async () => {
    const [old, decided] = [
      await appealedAt(Date.now() - 20 * DAY_MS),
      await appealedAt(Date.now() - 20 * DAY_MS),
    ];
    const uphold = fact('member', { type: 'uphold-penalty' });
    const moment = { nowMs: Date.now() - 19 * DAY_MS, holidays: NO_HOLIDAYS };
    await transaction(database.pool, (tx) => takeStep(tx, decided, uphold, moment));
    await unansweredAppealsMaintenance(database.pool, NO_HOLIDAYS, effects).work();
    expect([await penaltyOf(old), await penaltyOf(decided)]).toEqual(['waived', 'charged']);
    expect(failures).toEqual([]);
  });
});
