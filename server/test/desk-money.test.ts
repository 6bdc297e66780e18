import { randomUUID } from 'node:crypto';
import type {
  BankLine,
  BookedBankLine,
  DeskMoney,
  PayoutList,
  Statement,
} from '@perkex/contract/desk-money.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { readDeal } from '../src/deals/read-deal.js';
import { referenceOf } from '../src/payments/bank/payment-rows.js';
import { grantRole, revokeRole } from '../src/users/members.js';
import type { ActBy } from '../src/users/save-act.js';
import { runPerkex } from './cli-process.js';
import { buildMember, makeMember, problemOf, takeAs } from './desk-market.js';
import { buildProducts } from './market.js';
import { placeTrade, workOnDeals } from './market-deals.js';
import { buildTestApp, buildTrader, type TestUser, useSoundMarket } from './test-app.js';
import { databaseUrl } from './test-database.js';

const NAME = 'Desk Runner';
const ACCOUNT = 'DE89370400440532013000';
/** The account that a buyer pays from. */
const PAYER = 'FR1420041010050500013M02606';
/** Two payouts of 165 $ are above it. */
const RELEASE_CENTS = 200_00;

const market = useSoundMarket({
  payments: {
    provider: 'bank',
    account: { holder: 'PerkeX Club', account: ACCOUNT, bankCode: null, bankName: null },
  },
  payoutReleaseCents: RELEASE_CENTS,
});
let pool: pg.Pool;
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  ({ pool } = market.database);
  market.jobs.start();
  await buildProducts(market.database, [NAME], ['9']);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'finance');
  bob = await buildMember(market, 'bob', 'admin');
});

/** Lists of one test do not count for the limit of the next one. */
beforeEach(() => pool.query(`update bank_lists set created_at = created_at - interval '1 day'`));

async function work(): Promise<void> {
  await pool.query(`update provider_calls set check_at = now() where outcome = 'needs-buyer'`);
  await workOnDeals(market);
}

async function until(key: DealKey, expected: object): Promise<void> {
  await vi.waitFor(async () => {
    await work();
    expect((await readDeal(pool, key))?.deal).toMatchObject(expected);
  }, 60_000);
}

/** A trade whose buyer knows how to pay: 216 $. */
async function trade(parties = { seller, buyer }): Promise<DealKey> {
  const key = await placeTrade(market, parties, { name: NAME, size: '9' });
  await until(key, { payment: 'needs-buyer' });
  return key;
}

/** A file with these rows: amount, reference, and the payer's name and account. */
function csv(...rows: (readonly string[])[]): string {
  const lines = rows.map(([amount, reference, name = '', account = '']) =>
    [`2026-11-26`, amount, reference, name, account, randomUUID()].join(','),
  );
  return ['date,amount,reference,name,account,id', ...lines].join('\n');
}

function send(call: 'statement' | 'statement/preview', file: string, user = ann) {
  const content = Buffer.from(file).toString('base64');
  return user.post(`/desk/money/${call}`, { content });
}

const book = async (file: string, user = ann) => (await send('statement', file, user)).json<Statement>();
const resultsOf = ({ lines }: Statement) => lines.map(({ result }) => result);
const overview = async (user = ann) => (await user.get('/desk/money')).json<DeskMoney>();
const linesOf = async (user = ann) =>
  (await user.get('/desk/money/lines')).json<{ lines: BankLine[] }>().lines;

/** The acts since the last call. */
let lastAct = 0;
async function acts() {
  const { rows } = await pool.query(
    `select id::int, member, role, act, subject, before, after, request_id as "requestId" from desk_acts
     where id > $1 order by id`,
    [lastAct],
  );
  lastAct = rows.at(-1)?.id ?? lastAct;
  return rows.map(({ id: _id, ...act }) => act);
}

/** Pairs that are verified and whose sellers are owed 165 $ each. */
async function payOuts(count: number, owner = seller): Promise<DealKey[]> {
  const account = { holder: 'Sally Seller', account: 'GB29NWBK60161331926819' };
  expect((await owner.post('/payment-setup/bank-account', account)).statusCode).toBe(200);
  const keys: DealKey[] = [];
  for (let made = 0; made < count; made += 1) {
    const key = await trade({ seller: owner, buyer });
    expect(await book(csv(['216.00', referenceOf(key)]))).toMatchObject({ booked: 1 });
    await until(key, { state: 'paid' });
    for (const step of ['receive', 'pass']) {
      expect((await takeAs(bob, { key, code: dealCode(key) }, step)).statusCode).toBe(200);
    }
    await until(key, { payout: 'sending' });
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select from bank_remittances where deal_id = $1', [key.id]);
      expect(rows).toHaveLength(1);
    }, 60_000);
    keys.push(key);
  }
  return keys;
}

async function newestList(): Promise<number> {
  return (await ann.get('/desk/money/payouts')).json<{ lastList: number }>().lastList;
}

/** @param lastList the newest list that the member saw */
const propose = (user: TestUser, lastList: number) => user.post('/desk/money/payouts', { lastList });
const decide = (user: TestUser, { list, version }: PayoutList, decision: string) =>
  user.post('/desk/money/lists/decide', { list, version, decision });
const report = (user: TestUser, { list, version }: PayoutList, more: object) =>
  user.post('/desk/money/lists/report', { list, version, entries: null, reason: null, ...more });
const fileOf = (user: TestUser, { list }: PayoutList, form = 'pain001'): Promise<Response> =>
  user.get(`/desk/money/lists/${list}/file?form=${form}`);

async function proposed(user = ann): Promise<PayoutList> {
  const answer = await propose(user, await newestList());
  expect(answer.statusCode).toBe(200);
  return answer.json<PayoutList>();
}

describe('a statement', () => {
  it('is previewed, booked once, and says so when it comes again', async () => {
    const key = await trade();
    const file = csv(
      ['100.00', `Shoes ${referenceOf(key)}`],
      ['120.00', referenceOf(key)],
      ['5.00', 'Rent'],
      ['-3.00', 'Fee'],
    );
    await acts();
    const preview = (await send('statement/preview', file)).json<Statement>();
    expect(resultsOf(preview)).toEqual(['too-little', 'too-much', 'unknown', 'skipped']);
    expect(preview).toMatchObject({ booked: 2, kept: 1, isKnown: false });
    expect(preview.lines[0]).toMatchObject({
      amount: '100.00',
      code: dealCode(key),
      reference: referenceOf(key),
    });
    expect((await readDeal(pool, key))?.deal.state).toBe('unpaid');
    expect(await acts()).toEqual([]);

    expect(resultsOf(await book(file))).toEqual(['too-little', 'too-much', 'unknown', 'skipped']);
    await until(key, { state: 'paid', collectedCents: 216_00 });
    expect(await acts()).toMatchObject([
      {
        member: 'ann',
        role: 'finance',
        act: 'book-statement',
        subject: expect.stringMatching(/^statement\/[\da-f]{16}$/),
        before: null,
        after: { lines: 4, booked: 2, cents: 220_00, kept: 1 },
        requestId: expect.stringMatching(/^\w{8}$/),
      },
    ]);

    const again = await book(file, bob);
    expect(again).toMatchObject({ booked: 0, kept: 0, isKnown: true });
    expect(resultsOf(again)).toEqual(['booked', 'booked', 'waiting', 'skipped']);
    expect(await acts()).toEqual([]);
    expect((await linesOf()).filter(({ text }) => text === 'Rent')).toHaveLength(1);
  });

  it('of two members at once is booked once', async () => {
    const key = await trade();
    const file = csv(['216.00', referenceOf(key)], ['7.00', 'Gift']);
    const booked = await Promise.all([book(file, ann), book(file, bob)]);
    expect(booked.map((statement) => statement.booked).sort()).toEqual([0, 1]);
    expect(booked.map(({ kept }) => kept).sort()).toEqual([0, 1]);
    await until(key, { state: 'paid', collectedCents: 216_00 });
  });

  it.each([
    ['that is empty', '', 'The file is empty'],
    [
      'with a wrong amount',
      'date,amount,reference\n2026-11-26,x,\n',
      'The file, line 2: "x" is not an amount',
    ],
    ['with a document type', '<!DOCTYPE a><a/>', 'Line 1: a document type is not accepted'],
    [
      'with too many lines',
      `date,amount,reference\n${'2026-11-26,1.00,\n'.repeat(5_001)}`,
      'more than 5000 lines',
    ],
  ])('%s is refused with its line', async (_what, file, detail) => {
    const answer = await send('statement', file);
    expect(problemOf(answer)).toEqual([422, 'unreadable-statement']);
    expect(answer.json().detail).toContain(detail);
  });

  it('has a limit, and is a file in base64', async () => {
    const large = await send('statement/preview', 'x'.repeat(1_000_100));
    expect(problemOf(large)).toEqual([422, 'invalid-body']);
    expect(problemOf(await send('statement/preview', 'x'.repeat(2_000_000)))).toEqual([413, 'too-large']);
    const wrong = await ann.post('/desk/money/statement', { content: '%%%%' });
    expect(problemOf(wrong)).toEqual([422, 'invalid-body']);
  });

  it('pays no deal of the member who books it, but another member books the line', async () => {
    const cleo = await buildTrader(market, 'cleo@shop.example');
    await makeMember(market, cleo, 'cleo', 'finance');
    const key = await trade({ seller, buyer: cleo });
    const file = csv(['216.00', referenceOf(key)]);
    expect(await book(file, cleo)).toMatchObject({ booked: 0, kept: 1 });
    const line = (await linesOf()).find(({ reason }) => reason === 'own-deal');
    const body = { number: line?.number, version: line?.version, reference: referenceOf(key) };
    expect(problemOf(await cleo.post('/desk/money/lines/book', body))).toEqual([409, 'own-deal']);
    expect((await ann.post('/desk/money/lines/book', body)).statusCode).toBe(200);
    await until(key, { state: 'paid' });
  });
});

describe('a line that no deal has', () => {
  async function unmatched(...row: string[]): Promise<BankLine> {
    const text = `No deal ${randomUUID()}`;
    await book(csv([row[0] ?? '216.00', text, ...row.slice(1)]));
    const line = (await linesOf()).find((each) => each.text === text);
    if (!line) {
      throw new Error('The line was not kept.');
    }
    return line;
  }

  const decideLine = (user: TestUser, what: 'book' | 'return', { number, version }: BankLine, more = {}) =>
    user.post(`/desk/money/lines/${what}`, { number, version, ...more });

  it('is booked to a deal by its reference or its code, once', async () => {
    const keys = [await trade(), await trade()];
    for (const [index, key] of keys.entries()) {
      const line = await unmatched();
      expect(line).toMatchObject({ amount: 216, reason: 'unknown', importedBy: 'ann', payer: null });
      const reference = index === 0 ? referenceOf(key) : dealCode(key);
      await acts();
      for (const _attempt of [1, 2]) {
        expect((await decideLine(ann, 'book', line, { reference })).statusCode).toBe(200);
      }
      expect(await acts()).toMatchObject([
        {
          act: 'book-line',
          subject: `bank-line/${line.number}`,
          before: { state: 'waiting', cents: 216_00 },
          after: { state: 'booked', deal: dealCode(key) },
        },
      ]);
      await until(key, { state: 'paid' });
      const late = await decideLine(bob, 'return', line);
      expect(problemOf(late)).toEqual([409, 'already-decided']);
      expect(late.json().detail).toBe('ann has booked this line in the meantime.');
    }
  });

  it('is refused for an unknown reference, and without a known account it is not sent back', async () => {
    const line = await unmatched();
    for (const reference of ['RF18', 'x', '1-0000-0000-0000-0000-0']) {
      const refused = await decideLine(ann, 'book', line, { reference });
      expect(problemOf(refused)).toEqual([422, 'unknown-reference']);
    }
    expect(problemOf(await decideLine(ann, 'return', line))).toEqual([409, 'account-unknown']);
    const unknown = await decideLine(ann, 'return', { ...line, number: 2_000_000 });
    expect(problemOf(unknown)).toEqual([404, 'unknown-line']);
  });

  it('goes back to the account that it came from, and waits again if it returns', async () => {
    const line = await unmatched('11.00', 'Bo Payer', PAYER);
    const answers = await Promise.all([
      decideLine(ann, 'return', line),
      decideLine(bob, 'book', line, { reference: referenceOf(await trade()) }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const another = await unmatched('12.00', 'Bo Payer', PAYER);
    expect((await decideLine(ann, 'return', another)).statusCode).toBe(200);
    const list = await proposed();
    const entry = list.entries.find(({ amount }) => amount === 12);
    expect(entry).toMatchObject({ kind: 'return', code: null, account: '2606' });
    const file = (await fileOf(ann, list)).body;
    expect(file).toContain(`<IBAN>${PAYER}</IBAN>`);
    expect(file).toContain('<Ustrd>PerkeX return of payment</Ustrd>');
    const back = { state: 'returned', entries: [entry?.entry], reason: 'account closed' };
    expect((await report(ann, list, back)).statusCode).toBe(200);
    const waiting = (await linesOf()).find(({ number }) => number === another.number) ?? another;
    expect(waiting).toMatchObject({ amount: 12, version: 2, hasAccount: false });
    // Not to the closed account again, but to another one, which needs two members.
    expect(problemOf(await decideLine(bob, 'return', waiting))).toEqual([409, 'account-unknown']);
    const account = { holder: 'Bo Payer', account: 'GB29NWBK60161331926819', bankCode: '' };
    expect((await decideLine(bob, 'return', waiting, { account })).statusCode).toBe(200);
    const next = await proposed();
    expect(next.state).toBe('proposed');
    expect(next.entries.find(({ amount }) => amount === 12)).toMatchObject({ account: '6819' });
    expect((await decide(await buildMember(market, 'gil', 'finance'), next, 'release')).statusCode).toBe(200);
  });

  it('of a payout that came back is neither booked nor sent back', async () => {
    await decideLine(ann, 'return', await unmatched('13.00', 'Bo Payer', PAYER));
    const sent = await proposed();
    const entry = sent.entries.find(({ amount }) => amount === 13)?.entry;
    const line = await unmatched('13.00', 'Bo Payer', PAYER);
    // As lines were kept before such a payout was recognised.
    await pool.query('update bank_unmatched_lines set text = $2 where number = $1', [
      line.number,
      `PERKEX-${sent.list}-${entry} ${line.text}`,
    ]);
    const reference = referenceOf(await trade());
    for (const refused of [
      await decideLine(ann, 'book', line, { reference }),
      await decideLine(ann, 'return', line),
    ]) {
      expect(problemOf(refused)).toEqual([409, 'already-decided']);
      expect(refused.json().detail).toContain('report its entry as returned');
    }
    const back = { state: 'returned', entries: [entry], reason: 'account closed' };
    expect((await report(ann, sent, back)).statusCode).toBe(200);
    expect((await linesOf()).map(({ number }) => number)).not.toContain(line.number);
  });

  it('goes to no account that a member enters, if the bank has named the one that it came from', async () => {
    const line = await unmatched('13.00', 'Bo Payer', PAYER);
    const account = { holder: 'Ann Archer', account: 'GB29NWBK60161331926819', bankCode: '' };
    const refused = await decideLine(ann, 'return', line, { account });
    expect(problemOf(refused)).toEqual([422, 'invalid-bank-account']);
    expect(refused.json().detail).toBe('The bank has named the account of this money: it goes back there.');
    expect((await decideLine(ann, 'return', line)).statusCode).toBe(200);
  });
});

describe('a booking to the wrong deal', () => {
  const bookedLines = async (key: DealKey, user = ann) =>
    (await user.get(`/desk/money/lines/${dealCode(key)}`)).json<{ lines: BookedBankLine[] }>().lines;
  const correct = (id: string, user = ann, reason = 'A typing error of the payer.') =>
    user.post('/desk/money/lines/correct', { id, reason });

  it('is taken back, and its money pays the right deal', async () => {
    const [wrong, right] = [await trade(), await trade()];
    const file = csv(['216.00', referenceOf(wrong), 'Bo Payer', PAYER]);
    await book(file);
    await until(wrong, { state: 'paid' });
    const [line] = await bookedLines(wrong);
    expect(line).toMatchObject({ amount: 216, payer: 'Bo Payer', bookedBy: 'ann', correction: null });
    await acts();
    const [first, second] = await Promise.all([correct(line?.id ?? ''), correct(line?.id ?? '')]);
    expect([first?.statusCode, second?.statusCode]).toEqual([200, 200]);
    expect(await acts()).toMatchObject([
      {
        act: 'correct-line',
        subject: `deal/${dealCode(wrong)}`,
        after: { reason: 'A typing error of the payer.' },
      },
    ]);
    expect(problemOf(await correct(line?.id ?? '', bob))).toEqual([409, 'already-decided']);
    await until(wrong, { state: 'unpaid', payment: 'needs-buyer', collectedCents: 0 });
    expect(await bookedLines(wrong)).toMatchObject([
      { correction: { by: 'ann', reason: 'A typing error of the payer.' } },
    ]);
    expect(resultsOf(await book(file))).toEqual(['booked']);
    const freed = (await linesOf()).find(({ reason }) => reason === 'corrected');
    expect(freed).toMatchObject({ amount: 216, payer: 'Bo Payer', hasAccount: true, importedBy: 'ann' });
    const { number, version } = freed ?? { number: 0, version: 0 };
    const booked = await bob.post('/desk/money/lines/book', {
      number,
      version,
      reference: referenceOf(right),
    });
    expect(booked.statusCode).toBe(200);
    await until(right, { state: 'paid' });
    await book(csv(['216.00', referenceOf(wrong)]));
    await until(wrong, { state: 'paid' });
    expect((await takeAs(bob, { key: wrong, code: dealCode(wrong) }, 'receive')).statusCode).toBe(200);
    const [, own] = await bookedLines(wrong);
    expect(problemOf(await correct(own?.id ?? ''))).toEqual([409, 'money-used']);
  });

  it('of a deal that has not been paid in full changes only the line', async () => {
    const key = await trade();
    await book(csv(['16.00', referenceOf(key)]));
    const [line] = await bookedLines(key);
    expect((await correct(line?.id ?? '')).statusCode).toBe(200);
    await book(csv(['200.00', referenceOf(key)]));
    await work();
    expect((await readDeal(pool, key))?.deal).toMatchObject({ state: 'unpaid' });
    await book(csv(['16.00', referenceOf(key)]));
    await until(key, { state: 'paid' });
  });

  it('stays once the money has left, or belongs to a deal of the member', async () => {
    const key = await trade();
    const late = csv(['216.00', referenceOf(key)], ['5.00', referenceOf(key), 'Bert', PAYER]);
    await book(late);
    await until(key, { state: 'paid' });
    const [, spare] = (await bookedLines(key)).sort((one, other) => other.amount - one.amount);
    await ann.post('/desk/money/payouts', { lastList: await newestList() });
    expect(problemOf(await correct(spare?.id ?? ''))).toEqual([409, 'money-used']);
    expect(problemOf(await correct('bank/unknown'))).toEqual([404, 'unknown-line']);
    const carl = await buildTrader(market, 'carl-finance@shop.example');
    const own = await trade({ seller, buyer: carl });
    await book(csv(['6.00', referenceOf(own)]));
    await makeMember(market, carl, 'carl', 'finance');
    const [line] = await bookedLines(own);
    expect(problemOf(await correct(line?.id ?? '', carl))).toEqual([409, 'own-deal']);
  });
});

describe('a line whose payer the bank has not named', () => {
  it('goes back to an account that a member enters, by a list that needs another one, whatever its amount', async () => {
    const file = csv(['2.50', 'RF00NOTHING']);
    await book(file);
    const line = (await linesOf()).find(({ amount }) => amount === 2.5);
    const { number, version } = line ?? { number: 0, version: 0 };
    const sendBack = (account: object) => ann.post('/desk/money/lines/return', { number, version, account });
    const wrong = await sendBack({ holder: 'Ann Archer', account: 'DE89370400440532013001', bankCode: '' });
    expect(problemOf(wrong)).toEqual([422, 'invalid-bank-account']);
    await acts();
    const account = { holder: 'Ann Archer', account: 'GB29NWBK60161331926819', bankCode: '' };
    expect((await sendBack(account)).statusCode).toBe(200);
    const recorded = await acts();
    expect(recorded).toMatchObject([
      { act: 'return-line', after: { state: 'returned', isAccountEntered: true } },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('GB29');
    const list = (await ann.post('/desk/money/payouts', { lastList: await newestList() })).json<PayoutList>();
    expect(list).toMatchObject({ state: 'proposed' });
    expect(list.entries.find(({ amount }) => amount === 2.5)).toMatchObject({
      kind: 'return',
      account: '6819',
    });
    const release = { list: list.list, version: list.version, decision: 'release' };
    expect(problemOf(await ann.post('/desk/money/lists/decide', release))).toEqual([
      409,
      'other-member-needed',
    ]);
    expect((await bob.post('/desk/money/lists/decide', release)).statusCode).toBe(200);
  });

  it('does not go to an account by a list that the member who has entered it releases', async () => {
    await book(csv(['3.50', 'RF00NOTHING']));
    const line = (await linesOf()).find(({ amount }) => amount === 3.5);
    const account = { holder: 'Ann Archer', account: 'GB29NWBK60161331926819', bankCode: '' };
    const body = { number: line?.number, version: line?.version, account };
    expect((await ann.post('/desk/money/lines/return', body)).statusCode).toBe(200);
    const list = await proposed(bob);
    expect(list).toMatchObject({ state: 'proposed', hasEntered: false });
    const shown = (await ann.get(`/desk/money/lists/${list.list}`)).json<PayoutList>();
    expect(shown.hasEntered).toBe(true);
    const refused = await decide(ann, list, 'release');
    expect(problemOf(refused)).toEqual([409, 'other-member-needed']);
    expect(refused.json().detail).toContain('You have entered the account of a payment on this list.');
    const fay = await buildMember(market, 'fay', 'finance');
    expect((await decide(fay, list, 'release')).statusCode).toBe(200);
  });
});

describe('the payouts', () => {
  it('of one member above the limit are released by another one, then paid', async () => {
    const keys = await payOuts(2);
    await acts();
    const list = await proposed();
    expect(list).toMatchObject({ state: 'proposed', createdBy: 'ann', decidedBy: null, isOwn: false });
    expect(list.entries.filter(({ kind }) => kind === 'pay-out').map(({ amount }) => amount)).toEqual([
      165, 165,
    ]);
    expect(problemOf(await fileOf(ann, list))).toEqual([409, 'list-unreleased']);
    expect(problemOf(await report(ann, list, { state: 'paid' }))).toEqual([409, 'list-unreleased']);
    expect(problemOf(await decide(ann, list, 'release'))).toEqual([409, 'other-member-needed']);
    expect((await overview()).bank?.proposed.count).toBe(list.entries.length);

    const released = (await decide(bob, list, 'release')).json<PayoutList>();
    expect(released).toMatchObject({ state: 'released', decidedBy: 'bob', version: list.version + 1 });
    expect((await decide(bob, list, 'release')).statusCode).toBe(200);
    const outdated = await decide(ann, list, 'withdraw');
    expect(problemOf(outdated)).toEqual([409, 'already-decided']);
    expect(outdated.json().detail).toBe(`bob has released list ${list.list} in the meantime.`);

    const file = await fileOf(ann, released);
    expect(file.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(file.headers['content-disposition']).toContain(`list-${list.list}.xml`);
    expect(file.body.match(/<InstdAmt Ccy="USD">165\.00/g)).toHaveLength(2);
    expect((await fileOf(bob, released, 'csv')).body).toContain(
      'Sally Seller,GB29NWBK60161331926819,,165.00',
    );
    const paid = (await report(ann, released, { state: 'paid' })).json<PayoutList>();
    expect(paid.paid.count).toBe(list.entries.length);
    for (const key of keys) {
      await until(key, { payout: 'sent', paidOutCents: 165_00 });
    }
    expect(await acts()).toMatchObject([
      { member: 'ann', act: 'propose-list', subject: `list/${list.list}`, after: { state: 'proposed' } },
      {
        member: 'bob',
        role: 'admin',
        act: 'release-list',
        before: { state: 'proposed' },
        after: { state: 'released' },
      },
      { member: 'ann', act: 'report-list', after: { reported: 'paid' } },
    ]);
  });

  it('need no admin who has just invited the second member', async () => {
    const puppet = await buildMember(market, 'puppet', 'desk');
    const grant = (by: string | ActBy) =>
      transaction(pool, async (tx) => {
        await revokeRole(tx, 'puppet', 'test');
        await grantRole(tx, puppet.uid, { name: 'puppet', role: 'finance' }, by);
      });
    await grant({ member: 'bob', role: 'admin', requestId: 'invited' });
    await payOuts(2);
    const own = await proposed(bob);
    const refused = await decide(puppet, own, 'release');
    expect(problemOf(refused)).toEqual([409, 'other-member-needed']);
    expect(refused.json().detail).toContain('puppet was invited less than 7 days ago');
    expect((await decide(puppet, own, 'withdraw')).statusCode).toBe(200);

    const theirs = await proposed(puppet);
    expect(theirs.state).toBe('proposed');
    expect(problemOf(await decide(bob, theirs, 'release'))).toEqual([409, 'other-member-needed']);
    // The operator of the server vouches for them.
    await grant('test');
    expect((await decide(bob, theirs, 'release')).statusCode).toBe(200);
  });

  it('of a member who was just invited wait for another one, within the limit, too', async () => {
    const guest = await buildMember(market, 'guest', 'desk');
    await transaction(pool, async (tx) => {
      await grantRole(
        tx,
        guest.uid,
        { name: 'guest', role: 'finance' },
        {
          member: 'bob',
          role: 'admin',
          requestId: 'invited',
        },
      );
    });
    await payOuts(1);
    const list = await proposed(guest);
    expect(list.state).toBe('proposed');
    expect((await decide(ann, list, 'withdraw')).statusCode).toBe(200);
    expect((await proposed(ann)).state).toBe('released');
  });

  it('within the limit leave at once, until the lists of a day reach it', async () => {
    await payOuts(1);
    const first = await proposed();
    expect(first).toMatchObject({ state: 'released', decidedBy: null });
    await payOuts(1);
    const second = await proposed();
    expect(second).toMatchObject({ state: 'proposed' });
    const withdrawn = (await decide(ann, second, 'withdraw')).json<PayoutList>();
    expect(withdrawn).toMatchObject({ state: 'withdrawn', decidedBy: 'ann', entries: [] });
    expect(problemOf(await decide(bob, withdrawn, 'release'))).toEqual([409, 'already-decided']);
    expect(problemOf(await report(bob, withdrawn, { state: 'paid' }))).toEqual([409, 'already-decided']);
    expect((await proposed(bob)).state).toBe('released');
  });

  it('are listed once by two members at the same time, and the other one sees it', async () => {
    await payOuts(1);
    const seen = await newestList();
    const answers = await Promise.all([propose(ann, seen), propose(bob, seen)]);
    const [made, ...others] = answers.filter(({ statusCode }) => statusCode === 200);
    expect(others).toEqual([]);
    const list = made?.json<PayoutList>();
    const refused = answers.find(({ statusCode }) => statusCode !== 200);
    expect(refused && problemOf(refused)).toEqual([409, 'already-decided']);
    expect(refused?.json().detail).toBe(`${list?.createdBy} has made list ${list?.list} in the meantime.`);
    // The same request again, after its answer was lost.
    const winner = list?.createdBy === 'ann' ? ann : bob;
    expect((await propose(winner, seen)).json()).toMatchObject({ list: list?.list });
    expect(problemOf(await propose(ann, await newestList()))).toEqual([409, 'nothing-to-pay-out']);
  });

  it('of two decisions at once, one counts', async () => {
    await payOuts(2);
    const list = await proposed();
    const answers = await Promise.all([decide(bob, list, 'release'), decide(ann, list, 'withdraw')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('to a member are on the list of another one', async () => {
    const dan = await buildTrader(market, 'dan@shop.example');
    await makeMember(market, dan, 'dan', 'finance');
    await payOuts(1, dan);
    const waiting = (await dan.get('/desk/money/payouts')).json<{ payouts: { isOwn: boolean }[] }>();
    expect(waiting.payouts.filter(({ isOwn }) => isOwn)).toHaveLength(1);
    await propose(dan, await newestList());
    const list = await proposed();
    const own = (await dan.get(`/desk/money/lists/${list.list}`)).json<PayoutList>();
    expect([list.isOwn, own.isOwn]).toEqual([false, true]);
    expect(problemOf(await fileOf(dan, list))).toEqual([409, 'own-deal']);
    expect(problemOf(await report(dan, list, { state: 'paid' }))).toEqual([409, 'own-deal']);
  });

  it('that came back need a reason and their entries', async () => {
    await payOuts(1);
    const list = await proposed(bob);
    for (const wrong of [
      { state: 'returned' },
      { state: 'returned', entries: [1] },
      { state: 'returned', entries: [], reason: 'x' },
      { state: 'paid', reason: 'x' },
    ]) {
      expect(problemOf(await report(ann, list, wrong))).toEqual([422, 'invalid-body']);
    }
    const missing = await report(ann, list, { state: 'paid', entries: [4_000] });
    expect(problemOf(missing)).toEqual([404, 'unknown-list']);
    expect(problemOf(await ann.get('/desk/money/lists/999999'))).toEqual([404, 'unknown-list']);
  });
});

describe('the money that waits', () => {
  it('has its count, its sum, its age, and pages of its deals', async () => {
    const before = (await overview()).queues.find(({ queue }) => queue === 'payments');
    const key = await trade();
    const after = (await overview()).queues.find(({ queue }) => queue === 'payments');
    expect(after).toMatchObject({
      count: (before?.count ?? 0) + 1,
      amount: (before?.amount ?? 0) + 216,
      oldest: expect.any(String),
    });
    const listed = await ann.get('/desk/money/deals?queue=payments');
    expect(listed.json().deals.at(-1)).toMatchObject({ code: dealCode(key), amount: 216 });
  });

  it('is read page by page, without a row twice', async () => {
    const keys = await pool.query<{ id: string }>(`select id from deals where state = 'unpaid'`);
    const rows = await pool.query<{ at: string }>(
      `select (extract(epoch from at) * 1000000)::float8 as at, product_id, id from deals
       where state = 'unpaid' order by at, product_id, id limit 1`,
    );
    const [first] = rows.rows as unknown as { at: number; product_id: number; id: string }[];
    const next = `${first?.at}.${first?.product_id}.${first?.id}`;
    const rest = await ann.get(`/desk/money/deals?queue=payments&after=${next}`);
    expect(rest.json().deals).toHaveLength(keys.rows.length - 1);
    expect(problemOf(await ann.get('/desk/money/deals?queue=payments&after=x'))).toEqual([
      422,
      'invalid-body',
    ]);
  });

  it('includes the debts of users, by their oldest one', async () => {
    const key = await trade();
    await pool.query(
      `insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at)
       values ($1, 'debtor', 'penalty', $2, 'owed', 3000, now())`,
      [key.id, key.productId],
    );
    await pool.query(
      `insert into money_sums (user_id, penalty_cents, settled_cents) values ('debtor', 3000, 500)`,
    );
    try {
      const debts = (await overview()).queues.find(({ queue }) => queue === 'debts');
      expect(debts).toMatchObject({ count: 1, amount: 25 });
      const listed = await ann.get('/desk/money/deals?queue=debts');
      expect(listed.json()).toMatchObject({ deals: [{ code: dealCode(key), amount: 25 }], next: null });
    } finally {
      await pool.query(`delete from money_lines where user_id = 'debtor'`);
      await pool.query(`delete from money_sums where user_id = 'debtor'`);
    }
  });
});

it('the command line takes only names of members of finance', async () => {
  const environment = {
    DATABASE_URL: databaseUrl(market.database),
    BANK_HOLDER: 'PerkeX Club',
    BANK_ACCOUNT: ACCOUNT,
  };
  await buildMember(market, 'dora', 'desk');
  const list = (name: string) => runPerkex(environment, 'bank', 'payouts', '--csv', '--by', name);
  for (const name of ['nemo', 'dora', 'Ann']) {
    const { code, stderr } = await list(name);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`No member named ${name} may take this step.`),
    ]);
  }
  const { stderr } = await list('ann');
  expect(stderr).toMatch(/^(List \d+: \d+ entries|No money waits to leave)/);
});

it('acts of members are recorded for ever', async () => {
  for (const change of [`update desk_acts set member = 'x'`, 'delete from desk_acts', 'truncate desk_acts']) {
    await expect(pool.query(change)).rejects.toThrow();
  }
});

it('without bank transfers there are no statements and lists', async () => {
  const other = await buildTestApp({ payments: { provider: 'play' } });
  const user = await buildMember(other, 'eve', 'finance');
  expect((await user.get('/desk/money')).json()).toMatchObject({ provider: 'play', bank: null });
  for (const path of ['/desk/money/lines', '/desk/money/payouts', '/desk/money/lists']) {
    expect(problemOf(await user.get(path))).toEqual([409, 'no-bank-transfer']);
  }
  await other.close();
});
