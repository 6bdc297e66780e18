import { dealCode } from '@perkex/core/deals/deal-code.js';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { takeStep } from '../src/deals/take-step.js';
import { closeLedgerDays } from '../src/ledger/ledger-days.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { buildMember, problemOf } from './desk-market.js';
import { type TestUser, useMarket } from './test-app.js';

const DAY_MS = 24 * 3_600_000;
const FIRST = '2026-11-02';
const SECOND = '2026-11-03';
const TOTAL = TERMS.buyerTotalCents / 100;

const market = useMarket({ payments: { provider: 'play' } });
let pool: pg.Pool;
let ann: TestUser;
let key: DealKey;

interface Sums {
  readonly account: string;
  readonly day: string;
  readonly in: number;
  readonly out: number;
  readonly balance: number;
  readonly transfers: number;
}

beforeAll(async () => {
  ({ pool } = market.database);
  await market.jobs.stop();
  ann = await buildMember(market, 'ann', 'finance');
  key = await buildDeal(market.database);
  await pay(key, TRADED_AT_MS);
  await pay(await buildDeal(market.database), TRADED_AT_MS + DAY_MS);
  await pay(await buildDeal(market.database), TRADED_AT_MS + DAY_MS);
});

/** The whole payment goes from the provider over `collecting` to `held`. */
async function pay(deal: DealKey, nowMs: number): Promise<void> {
  const commands = [
    action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0),
    fact('provider', { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents }),
  ];
  for (const command of commands) {
    await transaction(pool, (tx) => takeStep(tx, deal, command, { nowMs, holidays: NO_HOLIDAYS }));
  }
}

const accountsOf = async (query = '') =>
  (await ann.get(`/desk/ledger${query}`)).json<{ accounts: Sums[] }>().accounts;
const daysOf = async (account: string, query = '') =>
  (await ann.get(`/desk/ledger/accounts/${account}${query}`)).json<{ days: Sums[]; next: string | null }>();
const transfersOf = async (query: string) => (await ann.get(`/desk/ledger/transfers?${query}`)).json();

/** The answers of all views. */
async function views() {
  return {
    all: await accountsOf(),
    first: await accountsOf(`?day=${FIRST}`),
    none: await accountsOf('?day=2026-11-01'),
    held: await daysOf('held'),
    before: await daysOf('held', `?before=${SECOND}`),
  };
}

describe('the sellers to report', () => {
  it('are those near a threshold in the last twelve months, with the data that is missing', async () => {
    const paid = async (user: string, count: number, cents: number, ago: string) => {
      await pool.query(
        `insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at)
         select gen_random_uuid(), $1, 'paid-out', 1, 'paid', $3, now() - $4::interval from generate_series(1, $2::int)`,
        [user, count, cents, ago],
      );
      await pool.query('insert into money_sums (user_id, paid_out_cents) values ($1, $2)', [
        user,
        count * cents,
      ]);
    };
    await paid('many', 160, 10_00, '1 day');
    await paid('much', 1, 4_000_00, '1 day');
    await paid('both', 250, 30_00, '11 months');
    await paid('less', 159, 25_00, '1 day');
    await paid('old', 300, 30_00, '13 months');
    try {
      const { sellers } = (await ann.get('/desk/money/sellers')).json();
      const code = expect.stringMatching(/^1-/);
      const missing = ['name', 'address', 'country', 'tax-number'];
      expect(sellers).toEqual([
        { code, sales: 250, amount: 7_500, isReached: true, missing },
        { code, sales: 1, amount: 4_000, isReached: false, missing },
        { code, sales: 160, amount: 1_600, isReached: false, missing },
      ]);
    } finally {
      const users = ['many', 'much', 'both', 'less', 'old'];
      await pool.query('delete from money_lines where user_id = any($1)', [users]);
      await pool.query('delete from money_sums where user_id = any($1)', [users]);
    }
  });
});

describe('the ledger at the desk', () => {
  it('leads from the sums of an account to its days and their transfers', async () => {
    const { all, first, none, held, before } = await views();
    expect(all.map(({ account }) => account)).toEqual(['collecting', 'held', 'provider']);
    expect(all[1]).toEqual({ account: 'held', in: 3 * TOTAL, out: 0, balance: 3 * TOTAL, transfers: 3 });
    expect(all.reduce((sum, { balance }) => sum + balance, 0)).toBeCloseTo(0);
    expect(first[1]).toMatchObject({ account: 'held', in: TOTAL, transfers: 1 });
    expect(none).toEqual([]);
    expect(held.days.map(({ day, in: amount }) => [day, amount])).toEqual([
      [SECOND, 2 * TOTAL],
      [FIRST, TOTAL],
    ]);
    expect(before).toMatchObject({ days: [{ day: FIRST }], next: null });
    const { transfers, next } = await transfersOf(`day=${FIRST}&account=held`);
    expect([transfers, next]).toEqual([
      [
        {
          code: dealCode(key),
          event: 'payment-held',
          at: new Date(TRADED_AT_MS).toISOString(),
          from: 'collecting',
          to: 'held',
          amount: TOTAL,
        },
      ],
      null,
    ]);
    expect((await transfersOf(`day=${SECOND}`)).transfers).toHaveLength(4);
  });

  it('says the same once the sums of its days are stored, and the audit compares them', async () => {
    const before = await views();
    await transaction(pool, async (tx) => {
      await tx.query('lock table ledger_closing in exclusive mode');
      await closeLedgerDays(pool);
    });
    expect((await pool.query('select from ledger_days')).rowCount).toBe(0);
    // A day has several pieces.
    await Promise.all([closeLedgerDays(pool, undefined, 1), closeLedgerDays(pool, undefined, 3)]);
    const { rows } = await pool.query('select count(*)::int as days from ledger_days');
    expect(rows).toEqual([{ days: 6 }]);
    expect(await views()).toEqual(before);
    const check = async () =>
      (await audit(pool)).find(({ title }) => title === 'the days of the ledger are what its transfers say');
    expect(await check()).toMatchObject({ checked: 6, violations: 0 });
    await pool.query(
      `update ledger_days set in_cents = in_cents + 1 where account = 'held' and day = '${FIRST}'`,
    );
    expect(await check()).toMatchObject({ violations: 1, examples: [`${FIRST} held`] });
    await pool.query(
      `update ledger_days set in_cents = in_cents - 1 where account = 'held' and day = '${FIRST}'`,
    );
  });

  it('adds what happens on the running day', async () => {
    await pay(await buildDeal(market.database), Date.now());
    expect((await accountsOf())[1]).toMatchObject({ account: 'held', in: 4 * TOTAL, transfers: 4 });
    expect((await daysOf('held')).days).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    expect((await accountsOf(`?day=${today}`))[1]).toMatchObject({ in: TOTAL });
  });

  it('has the transfers of a deal', async () => {
    const { transfers } = (await ann.get(`/desk/ledger/deals/${dealCode(key)}`)).json();
    expect(transfers.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)).toEqual([
      'provider collecting',
      'collecting held',
    ]);
    expect(problemOf(await ann.get('/desk/ledger/deals/x'))).toEqual([404, 'unknown-code']);
  });

  it('is a table that goes on after the position of its last row', async () => {
    const file = await ann.get(`/desk/ledger/export?day=${SECOND}`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = file.body.trimEnd().split('\r\n');
    expect(header).toBe('position,at,deal,event,from,to,amount');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/,pay,provider,collecting,216\.00$/);
    const position = rows[1]?.split(',')[0];
    const rest = await ann.get(`/desk/ledger/export?day=${SECOND}&after=${position}`);
    expect(rest.body.trimEnd().split('\r\n').slice(1)).toEqual(rows.slice(2));
    expect((await transfersOf(`day=${SECOND}&after=${position}`)).transfers).toHaveLength(2);
  });

  it.each([
    '/desk/ledger?day=2026-13-01',
    '/desk/ledger/accounts/cash',
    '/desk/ledger/transfers',
    `/desk/ledger/transfers?day=${FIRST}&after=1`,
    `/desk/ledger/export?day=${FIRST}&account=cash`,
  ])('refuses %s', async (path) => {
    expect(problemOf(await ann.get(path))).toEqual([422, 'invalid-body']);
  });
});
