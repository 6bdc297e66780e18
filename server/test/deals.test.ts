import type { DealCommand, DealEvent } from '@perkex/core/deals/deal-event.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { readDeal } from '../src/deals/read-deal.js';
import { takeStep } from '../src/deals/take-step.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const MOMENT = { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS };
const PAY: DealEvent = { type: 'pay', method: 'card', carriedCents: 0 };
const HELD: DealEvent = { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents };

function take(key: DealKey, command: DealCommand) {
  return transaction(database.pool, (tx) => takeStep(tx, key, command, MOMENT));
}

async function rowsOf(table: 'deal_events' | 'transfers' | 'provider_calls', { id }: DealKey) {
  const { rows } = await database.pool.query(`select * from ${table} where deal_id = $1 order by version`, [
    id,
  ]);
  return rows;
}

describe('a step of a deal in the database', () => {
  it('saves the event, its transfers and its call with the deal', async () => {
    const key = await buildDeal(database);
    await take(key, action('buyer', PAY, 0));
    await take(key, fact('provider', HELD));
    const cents = TERMS.buyerTotalCents;
    expect((await readDeal(database.pool, key))?.deal).toMatchObject({
      state: 'paid',
      version: 2,
      payment: 'held',
      balances: { collecting: 0, held: cents },
    });
    expect(await rowsOf('deal_events', key)).toMatchObject([
      {
        version: 1,
        event: 'pay',
        data: { method: 'card', carriedCents: 0 },
        actor_kind: 'buyer',
        actor_id: null,
      },
      { version: 2, event: 'payment-held', actor_kind: 'provider', actor_id: 'provider' },
    ]);
    expect(await rowsOf('transfers', key)).toMatchObject([
      { version: 1, leg: 1, from_account: 'provider', to_account: 'collecting', amount_cents: cents },
      { version: 2, leg: 1, from_account: 'collecting', to_account: 'held', amount_cents: cents },
    ]);
    expect(await rowsOf('provider_calls', key)).toMatchObject([
      { version: 1, kind: 'collect', amount_cents: cents },
    ]);
  });

  it('refuses a stale version and a second time with the current state, and saves nothing', async () => {
    const key = await buildDeal(database);
    await take(key, action('buyer', PAY, 0));
    expect(await take(key, action('buyer', PAY, 0))).toEqual({
      kind: 'refused',
      code: 'stale',
      state: 'unpaid',
    });
    await take(key, fact('provider', HELD));
    const again = await take(key, fact('provider', HELD));
    expect(again).toEqual({ kind: 'refused', code: 'wrong-state', state: 'paid' });
    expect(await rowsOf('deal_events', key)).toHaveLength(2);
  });

  it('of ten at once, through any server, one is taken', async () => {
    const key = await buildDeal(database);
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(key, action('buyer', PAY, 0))));
    expect(answers.filter((answer) => answer?.kind === 'stepped')).toHaveLength(1);
    expect(await rowsOf('transfers', key)).toHaveLength(1);
  });

  it('leaves nothing behind if its transaction fails', async () => {
    const key = await buildDeal(database);
    const failing = transaction(database.pool, async (tx) => {
      await takeStep(tx, key, action('buyer', PAY, 0), MOMENT);
      throw new Error('The server stopped.');
    });
    await expect(failing).rejects.toThrow('The server stopped.');
    expect((await readDeal(database.pool, key))?.deal.version).toBe(0);
    expect(await rowsOf('transfers', key)).toEqual([]);
  });

  it('is null for a trade without a deal', async () => {
    const key = { productId: 1, id: '00000000-0000-4000-8000-000000000000' };
    expect(await take(key, action('buyer', PAY, 0))).toBeNull();
  });
});

/** A coordinator fails in the trigger already. */
const TRUNCATION = isOnCluster() ? /a column definition list is required/ : /never change/;

describe('the database', () => {
  it.each([
    ['update deal_events set at = now()', /Rows of deal_events(_\d+)? never change/],
    ['delete from deal_events', /Rows of deal_events(_\d+)? never change/],
    ['truncate deal_events cascade', TRUNCATION],
    ['update transfers set amount_cents = 1', /Rows of transfers(_\d+)? never change/],
    ['delete from transfers', /Rows of transfers(_\d+)? never change/],
    ['truncate transfers', TRUNCATION],
    ['update deals set held_cents = -1', /deals_nothing_negative/],
    ["update deals set state = 'complete', due_at = null, held_cents = 1", /deals_final_owe_nothing/],
    ["update deals set state = 'closed'", /deals_final_have_no_clock/],
  ])('refuses: %s', async (sql, says) => {
    await expect(database.pool.query(sql)).rejects.toThrow(says);
  });
});
