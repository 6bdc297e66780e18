import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountErasures } from '../../src/accounts/account-erasures.js';
import { deleteRemains } from '../../src/accounts/erasure-remains.js';
import type { Database } from '../../src/database/connect.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { readDeal } from '../../src/deals/read-deal.js';
import { openOrderCanceller } from '../../src/orders/cancel-open-orders.js';
import { readBankPayment } from '../../src/payments/bank/payment-rows.js';
import type { PaymentSettings } from '../../src/payments/payment-settings.js';
import { createFolder, perkex, runPerkex } from '../cli-process.js';
import { readOutbox } from '../identity/mail-reader.js';
import { buildProducts } from '../market.js';
import { placeTrade, takePartyStep, workOnDeals } from '../market-deals.js';
import { buildTrader, PASSWORD, type TestUser, useSoundMarket } from '../test-app.js';
import { databaseUrl } from '../test-database.js';

const NAME = 'Bank Runner';
const ACCOUNT = 'DE89370400440532013000';
const SETTINGS: PaymentSettings = {
  provider: 'bank',
  account: { holder: 'PerkeX Club', account: ACCOUNT, bankCode: null, bankName: 'Club Bank' },
};
const ENVIRONMENT = { BANK_HOLDER: 'PerkeX Club', BANK_ACCOUNT: ACCOUNT };

let database: Database;
const market = useSoundMarket({ payments: SETTINGS });
let folder: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  folder = await createFolder();
  ({ database } = market);
  market.jobs.start();
  await buildProducts(database, [NAME], ['9']);
});

afterAll(() => folder.remove());

async function work(): Promise<void> {
  // As if the pauses between checks had passed.
  await database.pool.query(`update provider_calls set check_at = now() where outcome = 'needs-buyer'`);
  await workOnDeals(market);
}

async function until(key: DealKey, expected: object): Promise<void> {
  await vi.waitFor(async () => {
    await work();
    expect((await readDeal(database.pool, key))?.deal).toMatchObject(expected);
  }, 60_000);
}

interface Trade {
  readonly seller: TestUser;
  readonly buyer: TestUser;
  readonly key: DealKey;
  readonly reference: string;
}

/** Lets two new users trade. The buyer knows how to pay. */
async function trade(): Promise<Trade> {
  const seller = await buildTrader(market);
  const buyer = await buildTrader(market);
  await database.pool.query('update identity_users set email_verified = true where id = $1', [buyer.uid]);
  const key = await placeTrade(market, { seller, buyer }, { name: NAME, size: '9' });
  await until(key, { state: 'unpaid', payment: 'needs-buyer' });
  return { seller, buyer, key, reference: (await instructionsOf(buyer, key)).reference };
}

const order = (price: number) => ({ id: randomUUID(), name: NAME, price, size: '9', thumbnail: '' });

async function instructionsOf(user: TestUser, { id }: DealKey) {
  return (await user.get(`/deals/${id}/payment-instructions`)).json();
}

const take = async (user: TestUser, key: DealKey, step: object) =>
  (await takePartyStep(user, key, step)).json<OwnDeal>();

async function bank(...words: string[]) {
  const {
    code,
    stdout: out,
    stderr: error,
  } = await runPerkex({ ...ENVIRONMENT, DATABASE_URL: databaseUrl(database) }, 'bank', ...words);
  return { code, out, error };
}

async function fileOf(...rows: string[]): Promise<string> {
  return folder.write('bank.csv', `${['date,amount,reference,name,account', ...rows].join('\n')}\n`);
}

/** The buyer pays all of it. */
async function pay({ key, reference }: Trade): Promise<void> {
  await bank('import', await fileOf(`2026-11-26,216.00,${reference},,`), '--book', '--by', 'fin');
  await until(key, { state: 'paid', payment: 'held', collectedCents: 216_00 });
}

async function setAccount(user: TestUser, account: string): Promise<void> {
  const answer = await user.post('/payment-setup/bank-account', { holder: 'Sam Seller', account });
  expect([answer.statusCode, answer.body]).toEqual([200, 'Your account is saved.']);
}

async function waitingKinds(): Promise<string[]> {
  const { out } = await bank('payouts');
  return out.split('\n').slice(1);
}

it('a buyer whose payments have failed waits, because no card helps', async () => {
  const buyer = await buildTrader(market);
  const fail = (payments: string) =>
    database.pool.query(`update accounts set failed_payments = ${payments} where user_id = $1`, [buyer.uid]);
  await fail(`jsonb_build_object('a', ${Date.now()}, 'b', ${Date.now()})`);
  await buyer.post('/payment', { payment: 'CC' });
  const refused = await buyer.post('/bid', order(5));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'card-needed',
      detail: expect.stringMatching(
        /^Two of your purchases were not paid in time, so you cannot buy until \d+ \w+ \d{4} at \d\d:\d\d UTC\.$/,
      ),
    },
  ]);
  await fail(`'{}'`);
});

it('the buyer gets the instructions by mail, too', async () => {
  const { buyer, seller, reference } = await trade();
  await vi.waitFor(async () => {
    const mails = await readOutbox(market.outbox);
    const [mail, ...others] = mails.filter(({ text }) => text.includes(reference));
    expect(others).toEqual([]);
    expect(mail?.headers.get('to')).toBe(await emailOf(buyer));
    expect(mail?.headers.get('subject')).toBe('PerkeX: Please pay by bank transfer');
    expect(mail?.text.replaceAll('\r', '')).toContain(
      `Amount: 216.00$\nReference: ${reference}\nName: PerkeX Club\nAccount: DE89 3704 0044 0532 0130 00\nBank: Club Bank\nUntil: the end of `,
    );
    expect(mail?.html).toContain(reference);
    expect(mail?.text).not.toContain(seller.uid);
  }, 30_000);
});

async function emailOf({ uid }: TestUser): Promise<string> {
  const { rows } = await database.pool.query('select email from identity_users where id = $1', [uid]);
  return rows[0]?.email;
}

it('a trade is paid by bank transfer, verified, and its seller is paid with a list', async () => {
  const traded = await trade();
  const { seller, buyer, key, reference } = traded;
  expect(await instructionsOf(buyer, key)).toEqual({
    holder: 'PerkeX Club',
    account: 'DE89 3704 0044 0532 0130 00',
    bankCode: null,
    bankName: 'Club Bank',
    reference: expect.stringMatching(/^RF\d\d( \w{4}){3}$/),
    amount: 216,
    received: 0,
  });
  expect((await readDeal(database.pool, key))?.deal).toMatchObject({ method: 'bank-transfer' });

  const file = await fileOf(
    `2026-11-26,100.00,Shoes ${reference},,`,
    '2026-11-26,5.00,Rent,,',
    '2026-11-26,-3.00,Fee,,',
  );
  const preview = await bank('import', file);
  expect(preview.out).toContain('too little: waiting for the rest');
  expect(preview.out).toContain('unknown reference');
  expect(preview.out).toContain('not booked: outgoing');
  expect(preview.out).toContain('1 of 3 lines can be booked. Nothing was changed');
  expect(await instructionsOf(buyer, key)).toMatchObject({ amount: 216 });
  expect((await bank('import', file, '--book', '--by', 'fin')).out).toContain('1 of 3 lines are booked.');
  expect((await bank('import', file, '--book', '--by', 'fin')).out).toContain('already booked');
  expect(await instructionsOf(buyer, key)).toMatchObject({ amount: 116, received: 100 });
  await until(key, { state: 'unpaid' });
  const rest = await fileOf(`2026-11-27,116.00,no words,,`);
  const assigned = await bank('import', rest, '--book', '--by', 'fin', '--assign', `2=${reference}`);
  expect(assigned.out).toContain('one of several parts');
  await until(key, { state: 'paid', payment: 'held', collectedCents: 216_00 });
  expect(await instructionsOf(buyer, key)).toMatchObject({ code: 'nothing-to-pay' });

  await take(seller, key, { type: 'ship', carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example });
  const name = `${key.productId}/${key.id}`;
  for (const step of ['receive', 'pass']) {
    expect((await perkex(database, 'deal', name, step, '--by', 'ann')).code).toBe(0);
  }
  await until(key, { state: 'verified', payout: 'failed' });
  await setAccount(seller, 'GB29 NWBK 6016 1331 9268 19');
  await until(key, { payout: 'sending' });
  await vi.waitFor(async () => expect((await bank('payouts')).out).toContain('pay-out  165.00'), 60_000);
  const list = await bank('payouts', '--csv', '--by', 'fin');
  expect(list.out).toContain('list,entry,name,account,bank_code,amount,currency,text');
  expect(list.out).toMatch(/^1,1,Sam Seller,GB29NWBK60161331926819,,165\.00,USD,PerkeX sale \d/m);
  expect(list.out).not.toContain(buyer.uid);
  expect((await bank('payouts', '--csv', '--by', 'fin')).code).toBe(1);
  expect((await bank('payouts', '--csv', '--list', '1')).out).toBe(list.out);
  expect((await bank('paid', '1', '--by', 'fin')).out).toContain('1 of 1 entries of list 1 are now paid');
  await until(key, { payout: 'sent', paidOutCents: 165_00 });
});

it('a returned payout is owed again, and leaves with another list', async () => {
  const traded = await trade();
  const { seller, key } = traded;
  await setAccount(seller, 'GB29NWBK60161331926819');
  await pay(traded);
  await take(seller, key, { type: 'ship', carrier: 'ups', trackingNumber: CARRIER_FACTS.ups.example });
  for (const step of ['receive', 'pass']) {
    await perkex(database, 'deal', `${key.productId}/${key.id}`, step, '--by', 'ann');
  }
  await until(key, { payout: 'sending' });
  await vi.waitFor(async () => expect((await bank('payouts')).out).toContain('pay-out'), 60_000);
  const { error } = await bank('payouts', '--pain001', '--by', 'fin');
  const number = /List (\d+)/.exec(error)?.[1] ?? '';
  await bank('paid', number, '--by', 'fin');
  await until(key, { payout: 'sent' });
  // An ordinary incoming line, without the mark of a reversal.
  const back = await fileOf(`2026-11-26,165.00,RETURN PERKEX-${number}-1 ${traded.reference},Club Bank,`);
  expect((await bank('import', back, '--book', '--by', 'fin')).out).toContain(
    'came back: see "bank returned"',
  );
  const { rows } = await database.pool.query(
    'select from bank_unmatched_lines where text like $1 union all select from bank_lines where payer_name = $2',
    [`%PERKEX-${number}-1%`, 'Club Bank'],
  );
  expect(rows).toEqual([]);
  expect((await bank('returned', number, '1', '--by', 'fin')).code).toBe(2);
  await bank('returned', number, '1', '--reason', 'account closed', '--by', 'fin');
  await until(key, { payout: 'failed', paidOutCents: 0, balances: { 'owed-seller': 165_00 } });
  expect((await bank('payouts', '--list', number)).out).toContain('returned: account closed');
  await setAccount(seller, 'DE89370400440532013000');
  await until(key, { payout: 'sending' });
});

it('what a buyer pays too much, and what comes after the end, goes back to where it came from', async () => {
  const { buyer, key, reference } = await trade();
  const row = (cents: string) => `2026-11-26,${cents},${reference},Bo Buyer,FR1420041010050500013M02606`;
  await bank('import', await fileOf(row('220.00')), '--book', '--by', 'fin');
  await until(key, { state: 'paid' });
  await take(buyer, key, { type: 'undo' });
  await until(key, { state: 'cancelled', payment: 'refunding' });
  expect((await bank('import', await fileOf(row('7.00')), '--book', '--by', 'fin')).out).toContain(
    'not wanted: goes back',
  );
  await vi.waitFor(async () => {
    const kinds = (await waitingKinds()).map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '));
    expect(kinds).toEqual(expect.arrayContaining(['return 11.00', 'refund 216.00']));
  }, 60_000);
  const { out, error } = await bank('payouts', '--csv', '--by', 'fin');
  expect(out.match(/Bo Buyer,FR1420041010050500013M02606,,(216|11)\.00/g)).toHaveLength(2);
  await bank('paid', /List (\d+)/.exec(error)?.[1] ?? '', '--by', 'fin');
  await until(key, { payment: 'refunded', refundedCents: 216_00 });
});

/** A statement in camt.053 with one payment, which is incoming unless said otherwise. */
async function statementOf(
  number: string,
  reference: string,
  amount = '216.00',
  direction = '<CdtDbtInd>CRDT</CdtDbtInd>',
): Promise<string> {
  const source = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct><Ntry><Amt Ccy="USD">${amount}</Amt>${direction}
    <Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt><AcctSvcrRef>${number}</AcctSvcrRef>
    <NtryDtls><TxDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  return folder.write(`statement-${number}.xml`, source);
}

it('a payment counts once, by hand and on the statement, whichever is first', async () => {
  const byHand = await trade();
  expect((await bank('book', byHand.reference, '216.00', 'B-1', '--by', 'fin')).code).toBe(0);
  const later = await statementOf('B-1', byHand.reference);
  expect((await bank('import', later)).out).toContain('already booked');
  expect((await bank('import', later, '--book', '--by', 'fin')).out).toContain('0 of 1 lines are booked');
  const another = await statementOf('B-1', byHand.reference, '7.00');
  expect((await bank('import', another)).out).toContain('not wanted: goes back');

  const onStatement = await trade();
  const first = await statementOf('B-2', onStatement.reference);
  expect((await bank('import', first, '--book', '--by', 'fin')).out).toContain('1 of 1 lines are booked');
  const again = await bank('book', onStatement.reference, '216.00', 'B-2', '--by', 'fin');
  expect([again.code, again.out]).toEqual([1, expect.stringContaining('already booked')]);

  const unknown = await statementOf('B-3', 'no words');
  await bank('import', unknown, '--book', '--by', 'fin');
  const waiting = await bank('book', onStatement.reference, '216.00', 'B-3', '--by', 'fin');
  expect([waiting.code, waiting.out]).toEqual([1, expect.stringContaining('already waiting for a member')]);

  for (const { key } of [byHand, onStatement]) {
    expect(await readBankPayment(database.pool, key)).toMatchObject({
      state: 'paid',
      receivedCents: 216_00,
    });
  }
});

it('a payment that the bank has taken back is shown apart, with its deal if it counts', async () => {
  const traded = await trade();
  const taken = '<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>';
  const file = await statementOf('B-4', traded.reference, '216.00', taken);
  const before = await bank('import', file);
  expect(before.out).toMatch(/216\.00 USD +taken back by the bank: RF/);
  expect(before.error).toBe('');
  await pay(traded);
  const after = await bank('import', file, '--book', '--by', 'fin');
  expect(after.out).toContain(`taken back by the bank: ${traded.reference.replaceAll(' ', '')} of deal `);
  expect(after.error).toContain('money in 1 line');
  expect((await readDeal(database.pool, traded.key))?.deal.state).toBe('paid');
});

it('a part that has arrived goes back when the deal is cancelled', async () => {
  const { buyer, key, reference } = await trade();
  await bank('book', reference, '16.00', 'T-1', '--by', 'fin');
  expect((await bank('book', reference, '16.00', 'T-1', '--by', 'fin')).code).toBe(1);
  await take(buyer, key, { type: 'undo' });
  await until(key, { state: 'cancelled', payment: 'failed', balances: { collecting: 0 } });
  await vi.waitFor(async () => expect((await bank('payouts')).out).toContain('return'), 60_000);
  expect((await bank('payouts')).out).toMatch(/return +16\.00 .*no account is known/);
  const us = { holder: 'Bo', account: '12345678', bankCode: '021000021' };
  expect((await buyer.post('/payment-setup/bank-account', us)).statusCode).toBe(200);
  expect((await bank('payouts', '--csv', '--by', 'fin')).out).toContain('Bo,12345678,021000021,16.00');
});

it('money of a buyer whose account is erased goes back to the account that they had entered', async () => {
  const { buyer, key, reference } = await trade();
  await bank('book', reference, '17.00', 'T-2', '--by', 'fin');
  const us = { holder: 'Ann', account: '12345679', bankCode: '021000021' };
  expect((await buyer.post('/payment-setup/bank-account', us)).statusCode).toBe(200);
  await take(buyer, key, { type: 'undo' });
  await until(key, { state: 'cancelled', payment: 'failed', balances: { collecting: 0 } });
  expect((await buyer.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(200);
  const errors: unknown[] = [];
  const failed = (error: unknown) => errors.push(error);
  await database.pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
  await new AccountErasures(
    database.pool,
    openOrderCanceller(database.pool, market.engine),
    failed,
  ).advance();
  const remains = async () => {
    await database.pool.query('update erasure_remains set look_at = now()');
    await deleteRemains(database.pool, { provider: null, pictures: market.pictures }, failed);
    const { rows } = await database.pool.query('select pseudonym from erasure_remains');
    return rows.length;
  };
  expect(await remains()).toBe(1);
  const { out, error } = await bank('payouts', '--csv', '--by', 'fin');
  expect(out).toContain('Ann,12345679,021000021,17.00');
  expect(await remains()).toBe(1);
  await bank('paid', /List (\d+)/.exec(error)?.[1] ?? '', '--by', 'fin');
  expect(await remains()).toBe(0);
  expect((await database.pool.query(`select from bank_accounts where holder = 'Ann'`)).rowCount).toBe(0);
  expect(errors).toEqual([]);
});

describe('the calls', () => {
  it('give the instructions to the buyer of an unpaid deal only', async () => {
    const { seller, key } = await trade();
    expect((await instructionsOf(seller, key)).code).toBe('unknown-deal');
    expect((await instructionsOf(await buildTrader(market), key)).code).toBe('unknown-deal');
  });

  it('save an account with check digits only, and show it to its user alone', async () => {
    const user = await buildTrader(market);
    const save = async (body: object) =>
      (await user.post('/payment-setup/bank-account', body)).json<{ code: string }>();
    for (const wrong of [
      { holder: 'A', account: 'GB29NWBK60161331926818' },
      { holder: 'A', account: '12345678' },
      { holder: 'A', account: '12345678', bankCode: '021000022' },
      { holder: 'A', account: 'savings' },
    ]) {
      expect(await save(wrong)).toMatchObject({ code: 'invalid-bank-account' });
    }
    for (const holder of [' ', 'Sam\ufffe', '\uffffSam']) {
      expect(await save({ holder, account: 'GB29NWBK60161331926819' })).toMatchObject({
        status: 422,
        code: 'invalid-body',
      });
    }
    expect((await user.get('/payment-setup')).json()).toMatchObject({ payouts: 'none', bankAccount: null });
    await setAccount(user, 'gb29 nwbk 6016 1331 9268 19');
    const bankAccount = { holder: 'Sam Seller', account: 'GB29NWBK60161331926819', bankCode: null };
    expect((await user.get('/payment-setup')).json()).toEqual({
      provider: 'bank',
      publishableKey: null,
      hasCard: false,
      testCard: null,
      payouts: 'ready',
      bankAccount,
    });
    expect((await user.get('/export')).json()).toMatchObject({ bankAccount });
    await setAccount(user, 'GB29NWBK60161331926819');
    const { events } = (await user.get('/auth/events')).json<{ events: { kind: string }[] }>();
    expect(events.filter(({ kind }) => kind === 'payout-account-changed')).toHaveLength(1);
    for (const call of ['/payment-setup/card', '/payment-setup/payouts']) {
      expect((await user.post(call)).json()).toMatchObject({ code: 'payments-off' });
    }
  });

  it('need a fresh verification for an account', async () => {
    const user = await buildTrader(market);
    await database.pool.query(
      "update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1",
      [user.uid],
    );
    const answer = await user.post('/payment-setup/bank-account', {
      holder: 'A',
      account: 'GB29NWBK60161331926819',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof-needed']);
  });
});
