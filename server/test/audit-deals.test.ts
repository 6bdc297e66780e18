import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDeals } from '../src/audit/deals.js';
import { backUp } from '../src/backup/back-up.js';
import { restore } from '../src/backup/restore.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { takeStep } from '../src/deals/take-step.js';
import { createFolder } from './cli-process.js';
import { action, buildDeal, fact, NO_HOLIDAYS, TERMS, TRADED_AT_MS } from './deals.js';
import { buildTraders, moved } from './market.js';
import { createTestDatabase, isOnCluster, unprotected } from './test-database.js';

let database: Database;
let key: DealKey;

/** One deal that was paid, shipped, received and verified, and one that nothing has happened to. */
beforeAll(async () => {
  database = await createTestDatabase({ hasTimeLimits: false });
  await database.pool.query(`insert into deal_start values (true, '2026-01-01', 'play')`);
  await buildTraders(database, 'ann', 'bob');
  key = await buildDeal(database);
  await buildDeal(database);
  const commands = [
    action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0),
    fact('provider', { type: 'payment-held', callVersion: 1, amountCents: TERMS.buyerTotalCents }),
    action('seller', { type: 'ship' }, 2),
    fact('member', { type: 'receive' }),
    fact('member', { type: 'pass' }),
  ];
  for (const command of commands) {
    const moment = { nowMs: TRADED_AT_MS + 60_000, holidays: NO_HOLIDAYS };
    const result = await transaction(database.pool, (tx) => takeStep(tx, key, command, moment));
    expect(result?.kind).toBe('stepped');
  }
});

afterAll(() => database.close());

/** The examples of each violated check in the transaction of these statements, which is rolled back. */
async function foundAfter(spoiling: readonly string[]): Promise<Record<string, readonly string[]>> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const sql of spoiling) {
      await client.query(sql);
    }
    const inSame = Object.assign(Object.create(client), {
      query: (sql: unknown, ...more: unknown[]) =>
        typeof sql === 'string' && /^(begin|commit)/.test(sql)
          ? Promise.resolve({ rows: [] })
          : (client.query as (...args: unknown[]) => unknown)(sql, ...more),
    });
    const results = await auditDeals(inSame);
    return Object.fromEntries(
      results.filter(({ violations }) => violations > 0).map(({ title, examples }) => [title, examples]),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const ONE = 'every trade since the start of deals has one';
const SUMS = 'the accounts of a deal are the sums of its transfers';
const GAPS = 'the events of a deal have no gaps';
const CHAIN = 'the hashes of a deal form a chain';
const REPLAY = 'a deal is what its events say, replayed one by one';
const FLAGS = 'the trade of a deal says whether it is in progress, and who undid it';
const MONEY = "the money lines of a deal's users are what its transfers say";
const MONEY_SUMS = "the sums of a user's money are those of its lines";
const DEBTS = 'what a user owes, as orders read it, follows from the sums of their money';
const PAID_SALES = "a seller's paid sales of the quarter, as orders read them, are those of their money";
const VOID = 'the sales of undone and unpaid deals are void, and no others';
const FAILED_PAYMENTS = 'the failed payments of a buyer, as orders read them, are those of their deals';
const APPEND_ONLY = 'events, transfers, photos and reviews of deals cannot be changed';
const PAID = `where version = 2`;

/** Each corruption, and the violation that its check reports. */
const SPOILINGS: readonly (readonly [title: string, what: string, sql: readonly string[], says: RegExp])[] = [
  [
    PAID_SALES,
    'another number of paid sales',
    [`update accounts set sales_quarter = '2000-01-01', quarter_sales = quarter_sales + 1`],
    /^user /,
  ],
  [DEBTS, 'another debt', ['update accounts set debt_cents = 1, owes_since = now()'], /^user /],
  [
    MONEY,
    'a line with another amount',
    [`update money_lines set cents = 1 where kind = 'spent'`],
    /spent 1, paid, is wrong/,
  ],
  [
    MONEY,
    'a missing line',
    [`delete from money_lines where kind = 'payout-owed'`],
    /seller: payout-owed \d+, due, is missing/,
  ],
  [
    MONEY,
    'a line of another user',
    [`update money_lines set user_id = 'cid' where kind = 'spent'`],
    /other: spent/,
  ],
  [MONEY_SUMS, 'another sum', ['update money_sums set spent_cents = spent_cents + 1'], /user buyer/],
  [ONE, 'a trade without a deal', ['delete from deals where version = 0'], /has no deal/],
  [
    ONE,
    'a deal without a trade',
    ['delete from trades where id not in (select deal_id from deal_events)'],
    /is not to have/,
  ],
  [ONE, 'a deal of a trade before the start', ["update deal_start set at = '2027-01-01'"], /is not to have/],
  [SUMS, 'an account with other money', ['update deals set held_cents = 5'], /held is 5, should be 0/],
  [SUMS, 'a transfer of another amount', [`update transfers set amount_cents = 1 ${PAID}`], /held/],
  [SUMS, 'a missing transfer', [`delete from transfers ${PAID}`], /held/],
  [GAPS, 'a missing event', [`delete from deal_events ${PAID}`], /version 2 is missing/],
  [GAPS, 'a missing last event', ['delete from deal_events where version = 5'], /version 5 after 4 events/],
  [
    CHAIN,
    'an event by another member',
    ["update deal_events set actor_id = 'eve' where version = 5"],
    /version 5 has another hash/,
  ],
  [
    CHAIN,
    'an event at another time',
    [`update deal_events set ${moved('at', "+ interval '1 ms'")} ${PAID}`],
    /version 2 has another hash/,
  ],
  [
    CHAIN,
    'an event with other data',
    [`update deal_events set data = '{"method": "bank-transfer"}' where version = 1`],
    /version 1 has another hash/,
  ],
  [
    CHAIN,
    'another deadline',
    [`update deal_events set ${moved('due_at', "+ interval '1 day'")} ${PAID}`],
    /version 2 has another hash/,
  ],
  [
    CHAIN,
    'a transfer to another account',
    [`update transfers set to_account = 'losses' ${PAID}`],
    /version 2 has another hash/,
  ],
  [
    CHAIN,
    'two hashes that were replaced',
    ['update deal_events set previous_hash = hash where version = 3'],
    /version 3 does not continue/,
  ],
  [
    CHAIN,
    'terms of another price',
    ['update trades set price_cents = price_cents + 100'],
    /version 1 does not continue/,
  ],
  [
    CHAIN,
    'another first deadline',
    [`update deals set ${moved('first_due_at', "+ interval '1 day'")} where version = 0`],
    /another hash/,
  ],
  [
    CHAIN,
    'a cut chain',
    ["update deals set hash = '\\x00' where version = 5"],
    /another hash than its last event/,
  ],
  [
    REPLAY,
    'a deal in another state',
    ["update deals set state = 'sent' where version = 5"],
    /state is "sent", should be "verified"/,
  ],
  [
    REPLAY,
    'a deal with another deadline',
    [`update deals set ${moved('due_at', "+ interval '1 day'")}`],
    /dueAtMs is/,
  ],
  [
    REPLAY,
    'an event that the rules refuse',
    ["update deal_events set event = 'send' where version = 3"],
    /version 3, send, would be refused: not-yours/,
  ],
  [
    REPLAY,
    'an event that moves no money',
    [`delete from transfers ${PAID}`],
    /version 2, payment-held, has other transfers/,
  ],
  [
    REPLAY,
    'a call of another amount',
    ['update provider_calls set amount_cents = 1'],
    /version 1, pay, has other calls/,
  ],
  [REPLAY, 'a missing call', ['delete from provider_calls'], /version 1, pay, has other calls/],
  [
    FLAGS,
    'a deal in progress that its user cannot find',
    ['update trades set has_open_deal = false'],
    /is unpaid, undone by no one, and its trade says otherwise/,
  ],
  [FLAGS, 'an undo that did not happen', ["update trades set undone_by = 'buyer'"], /undone by no one/],
  [
    VOID,
    'a sale that counts although its deal was undone',
    ["update deals set state = 'cancelled', cancellation = 'undone' where version = 0"],
    /is not void, its cancellation undone/,
  ],
  [
    VOID,
    'a sale that counts although it was not paid',
    ["update deals set state = 'cancelled', cancellation = 'payment' where version = 0"],
    /is not void, its cancellation payment/,
  ],
  [
    VOID,
    'a void sale whose deal goes on',
    ['update trades set is_void = true'],
    /is void, its cancellation none/,
  ],
  [
    VOID,
    'a void sale whose buyer had paid',
    [
      "update deals set state = 'cancelled', cancellation = 'by-us' where version = 0",
      'update trades set is_void = true',
    ],
    /is void, its cancellation by-us/,
  ],
  [
    FAILED_PAYMENTS,
    'a failed payment that orders read and no deal has',
    [`insert into accounts (user_id, failed_payments) values ('buyer', '{"a deal": 1}')`],
    /user buyer: deal a deal/,
  ],
  [
    APPEND_ONLY,
    'a trigger that is off',
    ['alter table transfers disable trigger transfers_append_only'],
    /transfers/,
  ],
  [
    APPEND_ONLY,
    'a trigger that is gone',
    ['drop trigger deal_events_append_only on deal_events'],
    /deal_events/,
  ],
];

/** The tables that never change, and the deals that were not paid in time; otherwise two deals. */
const CHECKED: Readonly<Record<string, number>> = { [APPEND_ONLY]: 4, [FAILED_PAYMENTS]: 0 };
const checkedIn = ({ title }: { readonly title: string }) => CHECKED[title] ?? 2;

describe('the audit of deals', () => {
  it('finds nothing wrong with sound deals, and says how many it has checked', async () => {
    const client = await database.pool.connect();
    const results = await auditDeals(client).finally(() => client.release());
    expect(results.map(({ violations }) => violations)).toEqual(results.map(() => 0));
    expect(results.map(({ checked }) => checked)).toEqual(results.map(checkedIn));
  });

  it('finds nothing wrong in a restored backup, in which events cannot change either', async () => {
    const restored = await createTestDatabase({ empty: true, hasTimeLimits: false });
    const { folder, remove } = await createFolder();
    try {
      const file = path.join(folder, 'deals.backup');
      await backUp({ pool: database.pool, file, secret: null, now: new Date(TRADED_AT_MS) });
      await restore({ pool: restored.pool, file });
      const client = await restored.pool.connect();
      const results = await auditDeals(client).finally(() => client.release());
      expect(results.map(({ checked, violations }) => [checked, violations])).toEqual(
        results.map((result) => [checkedIn(result), 0]),
      );
      await expect(restored.pool.query('delete from transfers')).rejects.toThrow('never change');
    } finally {
      await remove();
      await restored.close();
    }
  });

  it('has an example of every violation', async () => {
    const client = await database.pool.connect();
    const results = await auditDeals(client).finally(() => client.release());
    expect([...new Set(SPOILINGS.map(([title]) => title))].sort()).toEqual(
      results.map(({ title }) => title).sort(),
    );
  });

  /** The triggers of distributed tables cannot be changed. */
  const possible = SPOILINGS.filter(([title]) => title !== APPEND_ONLY || !isOnCluster());

  it.each(possible)('reports that "%s" is violated by %s', async (title, _what, spoiling, says) => {
    const found = await foundAfter([...unprotected(), ...spoiling]);
    expect(found[title]?.join('\n')).toMatch(says);
  });
});
