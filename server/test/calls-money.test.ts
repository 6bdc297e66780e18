import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import type { OwnMoneyAnswer } from '@perkex/contract/money.js';
import type { SellerLevelAnswer } from '@perkex/contract/seller-level.js';
import type { UserData } from '@perkex/contract/user-data.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { nextQuarterAt } from '@perkex/core/seller-levels.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountErasures } from '../src/accounts/account-erasures.js';
import { readSellerLevel } from '../src/accounts/read-seller-level.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { takeStep } from '../src/deals/take-step.js';
import { consumeAll } from './consumers.js';
import { fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts } from './market.js';
import { tradeWithDeal } from './market-deals.js';
import { slowly } from './slow-request.js';
import { buildTrader, PASSWORD, signIn, type TestUser, useSoundMarket } from './test-app.js';

/** A spreadsheet would run this name. */
const NAME = '=HYPERLINK("https://evil.example")';
const SIZES = Array.from({ length: 40 }, (_, index) => String(1 + index / 2));
const DAY_MS = 86_400_000;

const consumer = new DealsConsumer(QUIET_STEPS);

let database: Database;
const market = useSoundMarket({ payments: { provider: 'play' }, rateLimits: true });
let seller: TestUser;
let buyer: TestUser;
let tradeCount = 0;

beforeAll(async () => {
  ({ database } = market);
  // The tests cause the outcomes of calls themselves.
  await market.jobs.stop();
  await market.app.listen({ host: '127.0.0.1', port: 0 });
  await buildProducts(database, [NAME], SIZES);
});

beforeEach(async () => {
  [seller, buyer] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

/** A new trade at 200 dollars with its deal: 216.00 to pay, 165.00 to get. */
const trade = () =>
  tradeWithDeal(market, { seller, buyer }, { name: NAME, size: SIZES[tradeCount++ % SIZES.length] ?? '' });

type Fact = readonly ['clock' | 'provider' | 'member', DealEvent];

/** @param lateMs how long after now */
async function happen(key: DealKey, events: readonly Fact[], lateMs = 0): Promise<void> {
  for (const [kind, event] of events) {
    await transaction(database.pool, async (tx) => {
      const moment = { nowMs: Date.now() + lateMs, holidays: NO_HOLIDAYS };
      expect((await takeStep(tx, key, fact(kind, event), moment))?.kind, event.type).toBe('stepped');
    });
  }
}

const PAID: readonly Fact[] = [
  ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
  ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
];
const PASSED: readonly Fact[] = [...PAID, ['member', { type: 'receive' }], ['member', { type: 'pass' }]];
const PAID_OUT: readonly Fact[] = [
  ...PASSED,
  ['clock', { type: 'start-payout', nettedCents: 0 }],
  ['provider', { type: 'payout-done', callVersion: 5 }],
];

const moneyOf = async (user: TestUser, query = '') =>
  (await user.get(`/money${query}`)).json<OwnMoneyAnswer>();

const shown = ({ sums, lines }: OwnMoneyAnswer) => ({
  sums: sums.map(({ kind, amount }) => `${kind} ${amount}`),
  lines: lines.map(({ kind, amount, deal }) => `${deal.state}: ${kind} ${amount}`),
});

describe('the level of a seller', () => {
  const levelOf = async (user: TestUser) => (await user.get('/seller-level')).json<SellerLevelAnswer>();

  async function tradeRow({ id }: DealKey) {
    const { rows } = await database.pool.query(
      `select seller_total_cents as seller, buyer_total_cents as buyer, platform_cents as platform,
         transaction_fee_per_mille as fee from trades where id = $1`,
      [id],
    );
    return rows[0];
  }

  it('is the first without paid sales, until the next quarter', async () => {
    await happen(await trade(), PASSED);
    const next = { level: 2, minSales: 6, transactionFee: 9 };
    const until = nextQuarterAt(Date.now());
    expect(await levelOf(seller)).toEqual({
      level: 1,
      minSales: 0,
      transactionFee: 9.5,
      sales: 0,
      until,
      next,
    });
  });

  it('rises with paid sales, and each trade freezes the fee of its moment', async () => {
    const first = await trade();
    await happen(first, PAID_OUT);
    for (let sales = 2; sales <= 5; sales += 1) {
      await happen(await trade(), PAID_OUT);
    }
    expect(await levelOf(seller)).toMatchObject({ level: 1, sales: 5 });
    const resting = { id: randomUUID(), name: NAME, price: 200, size: '20.5' };
    await seller.post('/ask', resting);
    await happen(await trade(), PAID_OUT);
    expect(await levelOf(seller)).toMatchObject({
      level: 2,
      transactionFee: 9,
      sales: 6,
      next: { level: 3 },
    });
    expect((await levelOf(buyer)).sales).toBe(0);

    // An ask that rested at the first level, and a sale now.
    await buyer.post('/buy', { ...resting, id: randomUUID() });
    await buyer.post('/bid', { ...resting, id: randomUUID() });
    await seller.post('/sell', { ...resting, id: randomUUID() });
    await consumeAll(database, consumer);
    const { rows: keys } = await database.pool.query<DealKey>(
      'select product_id as "productId", id from trades order by id desc limit 2',
    );
    for (const key of keys) {
      expect(await tradeRow(key)).toEqual({ seller: 166_00, buyer: 216_00, platform: 50_00, fee: 90 });
    }
    expect(await tradeRow(first)).toEqual({ seller: 165_00, buyer: 216_00, platform: 51_00, fee: 95 });
    for (const key of keys) {
      await happen(key, PAID_OUT);
    }
    expect(shown(await moneyOf(seller)).sums).toEqual([`paid-out ${6 * 165 + 2 * 166}`]);
    const { sales } = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
    expect(sales.slice(1).map(({ total, transactionFee }) => [total, transactionFee])).toEqual([
      ...Array.from({ length: 6 }, () => [165, 9.5]),
      ...Array.from({ length: 2 }, () => [166, 9]),
    ]);
    const { purchases } = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
    expect(purchases.at(-1)).not.toHaveProperty('transactionFee');
    expect(await readSellerLevel(database.pool, seller.uid, Date.now() + 100 * DAY_MS)).toMatchObject({
      level: 1,
      sales: 0,
    });
  });
});

describe("a user's money", () => {
  it('is nothing before the first payment', async () => {
    await trade();
    const nothing = { sums: [], lines: [], next: null };
    expect([await moneyOf(buyer), await moneyOf(seller)]).toEqual([nothing, nothing]);
  });

  it('moves with each step of a deal, and each side sees its own', async () => {
    const key = await trade();
    await happen(key, PAID);
    expect(shown(await moneyOf(buyer))).toEqual({
      sums: ['payment-held 216'],
      lines: ['paid: payment-held 216'],
    });
    expect(shown(await moneyOf(seller))).toEqual({
      sums: ['sale-held 165'],
      lines: ['paid: sale-held 165'],
    });
    expect((await moneyOf(seller)).lines[0]?.deal).toMatchObject({
      id: key.id,
      party: 'seller',
      name: NAME,
      dueAt: expect.stringMatching(/^\d{4}-/),
      steps: ['ship', 'extend'],
    });
    await happen(key, PAID_OUT.slice(PAID.length));
    expect(shown(await moneyOf(buyer)).lines).toEqual(['verified: spent 216']);
    expect(shown(await moneyOf(seller)).lines).toEqual(['verified: paid-out 165']);
  });

  it('is a penalty after a failure, and what a payout has settled of it', async () => {
    const failed = await trade();
    await happen(failed, PAID);
    await happen(failed, [['clock', { type: 'deadline-passed' }]], 10 * DAY_MS);
    expect(shown(await moneyOf(seller))).toEqual({ sums: [], lines: [] });
    await happen(failed, [['clock', { type: 'deadline-passed' }]], 20 * DAY_MS);
    const key = await trade();
    await happen(key, [...PASSED, ['clock', { type: 'start-payout', nettedCents: 3_000 }]], 30 * DAY_MS);
    expect(shown(await moneyOf(seller)).sums.sort()).toEqual([
      'payout-on-its-way 135',
      'penalty 30',
      'settled 30',
    ]);
    expect(shown(await moneyOf(seller, '?place=owed')).lines).toEqual([
      'verified: settled 30',
      'cancelled: penalty 30',
    ]);
    expect(shown(await moneyOf(buyer)).sums.sort()).toEqual(['refund-on-its-way 216', 'spent 216']);
    const { money } = (await seller.get(`/deals/${key.id}`)).json<OwnDeal>();
    expect(money).toEqual([
      { kind: 'payout-on-its-way', amount: 135 },
      { kind: 'settled', amount: 30 },
    ]);
  });

  it('that is owed is paid by a call, once, and not for another user', async () => {
    const none = { amount: 0, paying: 0, payment: 'none', needsCard: false, transfer: null };
    expect((await seller.get('/money/debt')).json()).toEqual(none);
    expect((await seller.post('/money/debt', {})).json()).toMatchObject({ code: 'nothing-to-pay' });
    const passed = ['clock', { type: 'deadline-passed' }] as const;
    const key = await trade();
    await happen(key, PAID);
    await happen(key, [passed], 30 * DAY_MS);
    await happen(key, [passed], 60 * DAY_MS);
    expect((await seller.get('/money/debt')).json()).toEqual({ ...none, amount: 30 });
    const answers = [await seller.post('/money/debt', {}), await seller.post('/money/debt', {})];
    for (const answer of answers) {
      expect(answer.json()).toEqual({ ...none, amount: 30, paying: 30, payment: 'collecting' });
    }
    expect(shown(await moneyOf(seller)).sums).toEqual(
      expect.arrayContaining(['penalty 30', 'debt-on-its-way 30']),
    );
    expect((await seller.get('/money/debt/bank')).json()).toMatchObject({ code: 'nothing-to-confirm' });
    expect((await buyer.post('/money/debt', { uid: seller.uid })).statusCode).toBe(403);
    expect((await buyer.post('/money/debt', {})).json()).toMatchObject({ code: 'nothing-to-pay' });
  });

  it('that is owed is not paid by a late request of a session that has ended', async () => {
    const email = `${randomUUID()}@shop.example`;
    seller = await buildTrader(market, email);
    const passed = ['clock', { type: 'deadline-passed' }] as const;
    const key = await trade();
    await happen(key, PAID);
    await happen(key, [passed], 30 * DAY_MS);
    await happen(key, [passed], 60 * DAY_MS);
    const owner = await signIn(market, email);
    const status = await slowly(market, seller, '/money/debt', {}, () =>
      owner.post('/auth/sessions/end-others'),
    );
    expect(status).toBe(401);
    expect((await owner.get('/money/debt')).json()).toMatchObject({ amount: 30, payment: 'none' });
  });

  it('has pages, newest first, of all places or of one', async () => {
    const [first, second, third] = [await trade(), await trade(), await trade()];
    await happen(third, PASSED);
    await happen(second, PAID, 1_000);
    await happen(first, PAID_OUT, 2_000);
    const ids = [first.id, second.id, third.id];
    const page = await moneyOf(seller, '?limit=2');
    expect(page.lines.map(({ deal }) => deal.id)).toEqual(ids.slice(0, 2));
    const rest = await moneyOf(seller, `?limit=2&before=${page.next}`);
    expect([rest.lines.map(({ deal }) => deal.id), rest.next]).toEqual([ids.slice(2), null]);
    expect(rest.sums).toEqual(page.sums);
    const held = await moneyOf(seller, '?place=held');
    expect(held.lines.map(({ deal }) => deal.id)).toEqual([second.id]);
  });

  it('refuses another place, position or limit', async () => {
    for (const query of ['place=here', 'before=1', `before=1.${randomUUID()}.X`, 'limit=101', 'limit=0']) {
      const answer = await buyer.get(`/money?${query}`);
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, 422, 'invalid-body']);
    }
    const last = await buyer.get(`/money?before=9999999999999.${randomUUID()}.spent`);
    expect([last.statusCode, last.json().lines]).toEqual([200, []]);
  });

  it('goes to the pseudonym of an erased account, with its sums', async () => {
    await happen(await trade(), PAID_OUT);
    const open = await trade();
    await happen(open, PAID);
    expect((await seller.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(200);
    const errors: unknown[] = [];
    await new AccountErasures(
      database.pool,
      async () => {},
      (error) => errors.push(error),
    ).advance();
    expect(errors).toEqual([]);
    await happen(open, PASSED.slice(PAID.length));
    for (const table of ['money_lines', 'money_sums']) {
      const { rowCount } = await database.pool.query(`select from ${table} where user_id = $1`, [seller.uid]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    const { rows } = await database.pool.query(
      `select paid_out_cents as paid, payout_owed_cents as due, sale_held_cents as held from money_sums
       where user_id = (select pseudonym from departures where user_id = $1)`,
      [seller.uid],
    );
    expect(rows).toEqual([{ paid: '16500', due: '16500', held: '0' }]);
  });
});

describe("the table of a user's money", () => {
  it('has all lines as CSV, in which no cell is a formula', async () => {
    const key = await trade();
    await happen(key, PAID_OUT);
    const answer = await seller.get('/money/export');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="perkex-money.csv"',
    });
    const { lines } = await moneyOf(seller);
    expect(answer.body.split('\r\n')).toEqual([
      'date,place,kind,amount,deal,party,product,size,state',
      `${lines[0]?.date},paid,paid-out,165.00,${key.id},seller,"'=HYPERLINK(""https://evil.example"")",${lines[0]?.deal.size},verified`,
      '',
    ]);
  });

  it('subtracts what has paid a debt', async () => {
    const key = await trade();
    await happen(key, PAID);
    for (const lateMs of [30 * DAY_MS, 60 * DAY_MS]) {
      await happen(key, [['clock', { type: 'deadline-passed' }]], lateMs);
    }
    await seller.post('/money/debt', {});
    const { rows } = await database.pool.query<{ version: number }>(
      'select collect_debt_version as version from deals where id = $1',
      [key.id],
    );
    const callVersion = rows[0]?.version ?? 0;
    await happen(key, [['provider', { type: 'debt-paid', callVersion }]]);
    const lines = (await seller.get('/money/export')).body.split('\r\n').map((line) => line.split(','));
    const owed = lines.filter(([, place]) => place === 'owed').map(([, , kind, amount]) => [kind, amount]);
    expect(owed.sort()).toEqual([
      ['debt-paid', '-30.00'],
      ['penalty', '30.00'],
    ]);
  });

  it('has the lines of the user alone, and is available a few times an hour', async () => {
    await happen(await trade(), PAID);
    const newcomer = await buildTrader(market);
    for (let asked = 0; asked < 6; asked += 1) {
      const answer = await newcomer.get('/money/export');
      expect([answer.statusCode, answer.body.split('\r\n')]).toEqual([200, [expect.any(String), '']]);
    }
    expect((await newcomer.get('/money/export')).json()).toMatchObject({ code: 'too-many-requests' });
    expect((await market.app.inject('/api/money/export')).statusCode).toBe(401);
  });
});
