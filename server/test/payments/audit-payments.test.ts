import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditPayments } from '../../src/audit/payments.js';
import type { Database } from '../../src/database/connect.js';
import { transaction } from '../../src/database/transaction.js';
import type { DealKey } from '../../src/deals/deal-key.js';
import { takeStep } from '../../src/deals/take-step.js';
import { saveRecipient } from '../../src/payments/payment-accounts.js';
import { action, buildDeal, NO_HOLIDAYS, TRADED_AT_MS } from '../deals.js';
import { createTestDatabase } from '../test-database.js';

let database: Database;
let key: DealKey;

/** A deal whose payment is in flight, and a user who can be paid. */
beforeAll(async () => {
  database = await createTestDatabase();
  key = await buildDeal(database);
  await database.pool.query(`insert into accounts (user_id) values ('seller')`);
  await transaction(database.pool, async (tx) => {
    await saveRecipient(tx, 'seller', 'play', { recipientRef: 'acct_1', isReady: true });
    const pay = action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0);
    await takeStep(tx, key, pay, { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS });
  });
});

afterAll(() => database.close());

/** The counts and violations after a corruption, which is rolled back. */
async function foundAfter(spoiling: string) {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(spoiling);
    return (await auditPayments(client)).map(({ checked, examples }) => ({ checked, examples }));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('a sound market has no violations', async () => {
  expect(await foundAfter('select')).toEqual([
    { checked: 1, examples: [] },
    { checked: 1, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
    { checked: 0, examples: [] },
  ]);
});

it('finds the references of a user who is gone', async () => {
  const [references] = await foundAfter('delete from accounts');
  expect(references?.examples).toEqual(['user seller']);
});

it.each(["update provider_calls set outcome = 'declined'", 'delete from provider_calls'])(
  'finds money in flight after: %s',
  async (spoiling) => {
    const [, calls] = await foundAfter(spoiling);
    expect(calls?.examples).toEqual([`deal 1/${key.id}: collect`]);
  },
);

it('finds a debt that was netted twice', async () => {
  const [, , debts] = await foundAfter(
    `insert into money_sums (user_id, penalty_cents, settled_cents) values ('seller', 3000, 6000)`,
  );
  expect(debts).toEqual({ checked: 1, examples: ['user seller: settled 6000 of 3000'] });
});

it('finds a penalty that was shared before it was collected', async () => {
  const shares = (
    await foundAfter(
      `insert into money_sums (user_id, penalty_cents, settled_cents, penalty_paid_cents) values ('seller', 3000, 1000, 1001)`,
    )
  ).at(-1);
  expect(shares).toEqual({ checked: 1, examples: ['user seller: recorded 1001 of 1000'] });
});

it('knows that an account which is being erased is one with its pseudonym', async () => {
  const [, , debts] = await foundAfter(
    `insert into departures (user_id, pseudonym) values ('seller', gen_random_uuid());
     insert into money_sums (user_id, penalty_cents) values ('seller', 3000);
     insert into money_sums (user_id, settled_cents) select pseudonym, 3000 from departures`,
  );
  expect(debts).toEqual({ checked: 1, examples: [] });
});

it.each(['carried_cents = 1', `choice = 'replaced'`])(
  'finds carried money of one deal alone after: %s',
  async (spoiling) => {
    const [, , , carried] = await foundAfter(`update deals set ${spoiling}`);
    expect(carried).toEqual({ checked: 1, examples: [`deal 1/${key.id}`] });
  },
);

it('finds the bank account of a user who is gone', async () => {
  const [references] = await foundAfter(
    `insert into bank_accounts values ('ann', 'Ann', 'GB29NWBK60161331926819')`,
  );
  expect(references?.examples).toEqual(['user ann']);
});

const BANK_PAYMENT = 'insert into bank_payments select product_id, id, id::text, 1, 500';

it.each([
  `${BANK_PAYMENT}, 'paid' from deals`,
  `${BANK_PAYMENT}, 'ended' from deals;
   insert into bank_remittances (id, product_id, deal_id, kind, amount_cents) select 'r', product_id, id, 'return', 1 from deals`,
])('finds money that the bank does not have after: %s', async (spoiling) => {
  const [, , , , money] = await foundAfter(spoiling);
  expect(money).toEqual({ checked: 1, examples: [`deal 1/${key.id}`] });
});

it('finds a payment that was not booked', async () => {
  const [, , , , , calls] = await foundAfter(`update provider_calls set provider = 'bank', outcome = 'done'`);
  expect(calls).toEqual({ checked: 1, examples: [`1/${key.id}/1/collect`] });
});

/** A payout that the bank has not sent yet. */
const PENDING_PAYOUT = `update provider_calls set provider = 'bank', outcome = 'pending', kind = 'pay-out', amount_cents = 500;
  insert into bank_remittances (id, product_id, deal_id, kind, amount_cents)
  select concat_ws('/', product_id, deal_id, version, kind), product_id, deal_id, 'pay-out', 500 from provider_calls;`;

it('knows a payout that its call has made, and one of a call without an answer', async () => {
  for (const outcome of ['', 'update provider_calls set provider = null, outcome = null']) {
    const { 7: remittances } = await foundAfter(PENDING_PAYOUT + outcome);
    expect(remittances).toEqual({ checked: 1, examples: [] });
  }
});

it.each([
  'delete from bank_remittances',
  'update bank_remittances set amount_cents = 501',
  `update bank_remittances set kind = 'credit'`,
  'update bank_remittances set deal_id = gen_random_uuid()',
])('finds a payout that is not as its call has made it after: %s', async (spoiling) => {
  const { 7: remittances } = await foundAfter(PENDING_PAYOUT + spoiling);
  expect(remittances).toEqual({ checked: 1, examples: [`1/${key.id}/1/pay-out`] });
});

it.each(['waiting', 'paid'])('finds a payout that no call has made, which is %s', async (state) => {
  const { 7: remittances } = await foundAfter(
    `${PENDING_PAYOUT}
     insert into bank_remittances (id, product_id, deal_id, kind, amount_cents)
     select 'forged', product_id, deal_id, 'pay-out', 500 from provider_calls;
     insert into bank_lists (created_by) values ('ann');
     update bank_remittances set state = '${state}', list = number, entry = 1, holder = 'Ann', account = 'A'
     from bank_lists where bank_remittances.id = 'forged' and '${state}' = 'paid'`,
  );
  expect(remittances).toEqual({ checked: 2, examples: ['forged'] });
});

const UNMATCHED = `insert into bank_unmatched_lines (id, amount_cents, booked_on, text, reason, imported_by, state, decided_by)
  values ('a', 500, '2026-11-26', '', 'unknown', 'ann'`;

it.each([
  `${UNMATCHED}, 'booked', 'ann')`,
  `${UNMATCHED}, 'returned', 'ann')`,
  `${UNMATCHED}, 'waiting', null);
   insert into bank_remittances (id, line_id, kind, amount_cents) values ('r', 'a', 'return', 500)`,
])('finds a line that is in two places or in none after: %s', async (spoiling) => {
  const [, , , , , , lines] = await foundAfter(spoiling);
  expect(lines).toEqual({ checked: 1, examples: [expect.stringMatching(/^line \d+$/)] });
});
