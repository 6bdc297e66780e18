import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { checkLines } from '../../src/payments/bank/bank-file.js';
import { canBePaidByBank } from '../../src/payments/bank/bank-party-refs.js';
import { BankProvider } from '../../src/payments/bank/bank-provider.js';
import { bookLines, importLines, previewLines } from '../../src/payments/bank/book-lines.js';
import { readBankPayment, referenceOf, unusedCents } from '../../src/payments/bank/payment-rows.js';
import { createList, reportEntries } from '../../src/payments/bank/payout-lists.js';
import { readUnmatched } from '../../src/payments/bank/unmatched-lines.js';
import { buildDeal } from '../deals.js';
import { createTestDatabase } from '../test-database.js';

const CENTS = 234_56;
const DEAL_URL = 'https://shop.example/dashboard/orders/';

let database: Database;
let provider: BankProvider;
let key: DealKey;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  provider = new BankProvider({ pool, returnUrl: ({ id }) => DEAL_URL + id });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query(
    'truncate bank_payments, bank_corrections, bank_lines, bank_remittances, bank_lists, bank_accounts',
  );
  await saveAccount('buyer', 'GB29NWBK60161331926819');
  await saveAccount('seller', 'DE89370400440532013000');
  key = await buildDeal(database, { method: 'bank-transfer' });
});

function saveAccount(user: string, account: string) {
  const text = 'insert into bank_accounts (user_id, holder, account) values ($1, $1, $2)';
  return database.pool.query(text, [user, account]);
}

const common = { attempt: 1, tradedAtMs: 0 };

function collectRequest(version = 1, amountCents = CENTS) {
  const call = { ...key, version, kind: 'collect' } as const;
  const refs = { customerRef: 'bank', methodRef: 'bank-transfer', returnUrl: DEAL_URL };
  return { kind: 'collect', call, amountCents, ...refs, ...common } as const;
}

function refundRequest(amountCents = CENTS, version = 5) {
  const call = { ...key, version, kind: 'refund' } as const;
  return { kind: 'refund', call, paymentRef: refOf('collect', 1), amountCents, ...common } as const;
}

function payOutRequest() {
  const call = { ...key, version: 4, kind: 'pay-out' } as const;
  return { kind: 'pay-out', call, recipientRef: 'bank-account', amountCents: 200_00, ...common } as const;
}

const refOf = (kind: string, version: number) => `${key.productId}/${key.id}/${version}/${kind}`;
const stateOf = async (ref: string) => (await provider.retrieve(ref)).outcome;
const unused = async () => {
  const payment = await readBankPayment(database.pool, key);
  return payment && unusedCents(payment);
};

/** Money arrives. @param payerAccount empty where the bank does not name it */
async function arrive(cents: number, id: string = randomUUID(), payerAccount = '') {
  const line = {
    row: 1,
    bankId: id,
    handId: null,
    bookedOn: '2026-11-03',
    amount: (cents / 100).toFixed(2),
    currency: 'USD',
    skipped: null,
    texts: [referenceOf(key)],
    payerName: payerAccount && 'A payer',
    payerAccount,
  };
  const [planned] = await transaction(database.pool, (tx) => bookLines(tx, checkLines([line]), 'fin'));
  return planned?.result;
}

async function collected(): Promise<string> {
  await provider.collect(collectRequest());
  await arrive(CENTS);
  return refOf('collect', 1);
}

/** Takes the booking of each line of this amount back. */
async function correctLines(cents: number): Promise<void> {
  await database.pool.query(
    `insert into bank_corrections (line_id, product_id, deal_id, amount_cents, freed_id, reason, corrected_by)
     select id, product_id, deal_id, amount_cents, id || '/freed', 'test', 'fin' from bank_lines
     where amount_cents = $1`,
    [cents],
  );
}

async function report(list: number | null, state: 'paid' | 'returned') {
  const change = {
    list: list ?? 0,
    entries: null,
    state,
    by: 'fin',
    reason: state === 'paid' ? null : 'closed',
  };
  return transaction(database.pool, (tx) => reportEntries(tx, change));
}

const list = () => transaction(database.pool, (tx) => createList(tx, 'fin'));

describe('the bank collects', () => {
  it('once the money was booked', async () => {
    const request = collectRequest();
    const ref = refOf('collect', 1);
    const open = { kind: 'needs-buyer', ref, url: DEAL_URL + key.id };
    expect(await provider.find(request)).toBeNull();
    expect(await provider.collect(request)).toEqual(open);
    expect(await provider.collect(request)).toEqual(open);
    expect(await arrive(CENTS)).toBe('exact');
    const done = { kind: 'done', ref, amountCents: CENTS, currency: 'usd', dispute: 'none' };
    expect(await provider.retrieve(ref)).toEqual({ call: request.call, outcome: done });
    expect(await provider.find(request)).toEqual(done);
    expect(await provider.collect(request)).toEqual(done);
  });

  it('in parts, and counts each line once', async () => {
    await provider.collect(collectRequest());
    expect(await arrive(CENTS - 1, 'a')).toBe('too-little');
    expect(await arrive(CENTS - 1, 'a')).toBe('booked');
    expect(await stateOf(refOf('collect', 1))).toMatchObject({ kind: 'needs-buyer' });
    expect(await arrive(3)).toBe('too-much');
    expect(await stateOf(refOf('collect', 1))).toMatchObject({ kind: 'done', amountCents: CENTS });
    expect(await unused()).toBe(2);
  });

  it('for a later collection what the earlier one has received', async () => {
    await provider.collect(collectRequest());
    await arrive(CENTS);
    await provider.reverse(refOf('collect', 1));
    await provider.reverse(refOf('collect', 1));
    expect(await stateOf(refOf('collect', 1))).toMatchObject({ kind: 'declined', code: 'ended' });
    expect(await provider.collect(collectRequest(2))).toMatchObject({ kind: 'done' });
    expect(await provider.find(collectRequest(1))).toMatchObject({ kind: 'declined', code: 'replaced' });
    // An attempt for the earlier one that comes late changes nothing.
    expect(await provider.collect(collectRequest(1))).toMatchObject({ kind: 'declined' });
    await provider.reverse(refOf('collect', 1));
    expect(await stateOf(refOf('collect', 2))).toMatchObject({ kind: 'done' });
  });
});

describe('the bank sends back', () => {
  it('a payment, once it was listed and paid', async () => {
    await collected();
    const ref = refOf('refund', 5);
    expect(await provider.refund(refundRequest())).toEqual({ kind: 'pending', ref });
    const number = await list();
    expect(await stateOf(ref)).toEqual({ kind: 'pending', ref });
    expect(await report(number, 'paid')).toMatchObject({ changed: 1 });
    expect(await report(number, 'paid')).toMatchObject({ changed: 0 });
    expect(await stateOf(ref)).toMatchObject({ kind: 'done', amountCents: CENTS });
    await report(number, 'returned');
    expect(await stateOf(ref)).toMatchObject({ kind: 'declined', code: 'returned' });
    expect(await provider.refund(refundRequest(CENTS, 7))).toMatchObject({ kind: 'pending' });
    await list();
  });

  it('not more than was paid, and each refund once', async () => {
    await collected();
    expect(await provider.refund(refundRequest(CENTS + 1))).toMatchObject({ kind: 'declined', ref: null });
    await provider.refund(refundRequest(100));
    expect(await provider.refund(refundRequest(100))).toMatchObject({ kind: 'pending' });
    expect(await provider.refund(refundRequest(CENTS, 6))).toMatchObject({ kind: 'declined', ref: null });
    expect(await provider.refund(refundRequest(CENTS - 100, 6))).toMatchObject({ kind: 'pending' });
    await list();
  });

  it('nothing of a payment that has not arrived', async () => {
    await provider.collect(collectRequest());
    expect(await provider.refund(refundRequest())).toMatchObject({ kind: 'declined', ref: null });
  });

  it('money without a use, once', async () => {
    await collected();
    await arrive(500);
    expect(await arrive(40)).toBe('late');
    const number = await list();
    const { rows } = await database.pool.query(
      'select kind, amount_cents as cents, account from bank_remittances where list = $1',
      [number],
    );
    expect(rows).toEqual([{ kind: 'return', cents: 540, account: 'GB29NWBK60161331926819' }]);
    expect(await list()).toBeNull();
    await report(number, 'returned');
    expect(await unused()).toBe(540);
    expect(await list()).not.toBeNull();
  });

  it('more than one amount can hold, in two lists', async () => {
    await collected();
    const line = 9_000_000_00;
    for (const _line of [1, 2, 3, 4]) {
      expect(await arrive(line)).toBe('late');
    }
    const sent: number[] = [];
    for (const _list of [1, 2]) {
      const { rows } = await database.pool.query(
        `select sum(amount_cents)::float8 as cents from bank_remittances where list = $1 and kind = 'return'`,
        [await list()],
      );
      sent.push(rows[0].cents);
    }
    expect(sent).toEqual([2_147_483_647, 4 * line - 2_147_483_647]);
    expect(await unused()).toBe(0);
  });

  describe('a refund', () => {
    const PAYER = 'FR1420041010050500013M02606';
    const STRANGER = 'DE89370400440532013000';
    const BUYER = 'GB29NWBK60161331926819';

    async function refundedTo() {
      await provider.refund(refundRequest());
      return accountsOf(await list(), 'refund');
    }

    async function accountsOf(number: number | null, kind: string) {
      const { rows } = await database.pool.query<{ account: string }>(
        'select account from bank_remittances where list = $1 and kind = $2',
        [number, kind],
      );
      return rows.map(({ account }) => account);
    }

    it('to the account that all of the money came from', async () => {
      await provider.collect(collectRequest());
      await arrive(100, 'part 1', PAYER);
      await arrive(CENTS - 100, 'part 2', PAYER);
      expect(await refundedTo()).toEqual([PAYER]);
    });

    it.each([
      ['another account', PAYER],
      ['an account that the bank has not named', ''],
    ])(
      "to the buyer's own account, if a stranger has added a cent to the money of %s",
      async (_of, payer) => {
        await provider.collect(collectRequest());
        await arrive(CENTS, 'a', payer);
        await arrive(1, 'b', STRANGER);
        expect(await refundedTo()).toEqual([BUYER]);
      },
    );

    it.each(['refund', 'return'])(
      'that came back from a closed account, like a %s, to the one that the buyer then saves',
      async (kind) => {
        const { pool } = database;
        await pool.query(`delete from bank_accounts where user_id = 'buyer'`);
        await provider.collect(collectRequest());
        await arrive(CENTS, 'a', PAYER);
        if (kind === 'return') {
          await arrive(500, 'b', PAYER);
        } else {
          await provider.refund(refundRequest());
        }
        expect(await canBePaidByBank(pool, key, 'buyer')).toBe(true);
        const closed = await list();
        expect(await accountsOf(closed, kind)).toEqual([PAYER]);
        await report(closed, 'returned');
        if (kind === 'refund') {
          expect(await provider.refund(refundRequest(CENTS, 7))).toMatchObject({ kind: 'pending' });
        }
        expect(await list()).toBeNull();
        expect(await canBePaidByBank(pool, key, 'buyer')).toBe(false);
        await saveAccount('buyer', BUYER);
        expect(await accountsOf(await list(), kind)).toEqual([BUYER]);
      },
    );

    it('never to the account of a line that was booked by mistake', async () => {
      await provider.collect(collectRequest());
      await arrive(100, 'z', STRANGER);
      await correctLines(100);
      await arrive(CENTS);
      expect(await refundedTo()).toEqual([BUYER]);
    });
  });

  it('nothing of a line that was booked by mistake, and does not wait for its payment', async () => {
    await collected();
    await arrive(100);
    await correctLines(100);
    const { pool } = database;
    await transaction(pool, async (other) => {
      await other.query('select from bank_payments for update');
      const number = await transaction(pool, async (tx) => {
        await tx.query(`set local lock_timeout = '1s'`);
        return createList(tx, 'fin');
      });
      expect(number).toBeNull();
    });
  });

  it('nothing of an unpaid deal, which its next collection may use', async () => {
    await provider.collect(collectRequest());
    await arrive(100);
    await provider.reverse(refOf('collect', 1));
    expect(await list()).toBeNull();
    await database.pool.query(`update deals set state = 'cancelled', cancellation = 'by-us' where id = $1`, [
      key.id,
    ]);
    expect(await list()).not.toBeNull();
  });
});

describe('the bank pays out', () => {
  it('once it was listed and paid', async () => {
    const request = payOutRequest();
    expect(await provider.find(request)).toBeNull();
    expect(await provider.payOut(request)).toMatchObject({ kind: 'pending' });
    expect(await provider.payOut(request)).toMatchObject({ kind: 'pending' });
    const number = await list();
    expect(await list()).toBeNull();
    await report(number, 'paid');
    expect(await provider.find(request)).toMatchObject({ kind: 'done', amountCents: 200_00 });
  });

  it('in one of two lists that are created at the same time', async () => {
    await provider.payOut(payOutRequest());
    const numbers = await Promise.all([list(), list()]);
    expect(numbers.filter((number) => number === null)).toHaveLength(1);
  });
});

it('knows nothing of other references', async () => {
  const unknown = { call: null, outcome: { kind: 'unknown', needsNewAttempt: false } };
  expect(await provider.retrieve('pi_1')).toEqual(unknown);
  expect(await provider.retrieve(refOf('collect', 1))).toEqual(unknown);
  await provider.reverse('pi_1');
});

it('counts a line once when two members book it at the same time', async () => {
  await provider.collect(collectRequest());
  const results = await Promise.all([arrive(100, 'twice'), arrive(100, 'twice')]);
  expect(results.sort()).toEqual(['booked', 'too-little']);
  expect(await unused()).toBe(100);
});

it('books a line whose reference the file corrects, and keeps none of it for a member', async () => {
  const { pool } = database;
  await provider.collect(collectRequest());
  const line = (row: number, text: string) => ({
    row,
    bankId: 'corrected',
    handId: null,
    bookedOn: '2026-11-03',
    amount: (CENTS / 100).toFixed(2),
    currency: 'USD',
    skipped: null,
    texts: [text],
    payerName: '',
    payerAccount: '',
  });
  const lines = checkLines([line(1, 'shoes'), line(2, referenceOf(key))]);
  const preview = await previewLines(pool, lines);
  const planned = await transaction(pool, (tx) => importLines(tx, lines, 'fin'));
  for (const plan of [preview, planned]) {
    expect(plan.map(({ result }) => result)).toEqual(['booked', 'exact']);
  }
  expect(await readUnmatched(pool, 0, 10)).toEqual([]);
  expect(await unused()).toBe(0);
});

describe('of two equal transactions of a batch', () => {
  const line = (bankId: string, handId: string | null = 'csv/B-1') => ({
    row: 1,
    bankId,
    handId,
    bookedOn: '2026-11-03',
    amount: '72.00',
    currency: 'USD',
    skipped: null,
    texts: [referenceOf(key)],
    payerName: '',
    payerAccount: '',
  });
  type Import = readonly [lines: ReturnType<typeof checkLines>, results: readonly string[]];

  async function expectResults(...imports: readonly Import[]): Promise<void> {
    await provider.collect(collectRequest());
    for (const [lines, results] of imports) {
      const planned = await transaction(database.pool, (tx) => importLines(tx, lines, 'fin'));
      expect(planned.map(({ result }) => result)).toEqual(results);
    }
  }

  it('one is found booked by hand', async () => {
    const byHand = checkLines([line('csv/B-1', null)]);
    const batch = checkLines([line('camt/B-1'), line('camt/B-1/1')]);
    await expectResults(
      [byHand, ['too-little']],
      [batch, ['booked', 'part']],
      [batch, ['booked', 'booked']],
      [byHand, ['booked']],
    );
    expect(await unused()).toBe(144_00);
  });

  it('the one that names the payment is found booked by hand', async () => {
    const batch = checkLines([{ ...line('camt/B-1'), texts: [] }, line('camt/B-1/1')]);
    await expectResults(
      [checkLines([line('csv/B-1', null)]), ['too-little']],
      [batch, ['unknown', 'booked']],
    );
  });
});
