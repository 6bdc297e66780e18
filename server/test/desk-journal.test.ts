import type { Journal, JournalAct } from '@perkex/contract/desk-journal.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { declaredStatements } from '../src/database/statement.js';
import { transaction } from '../src/database/transaction.js';
import { takeStep } from '../src/deals/take-step.js';
import { closeLedgerDays } from '../src/ledger/ledger-days.js';
import { revokeRole } from '../src/users/members.js';
import { perkex } from './cli-process.js';
import { action, buildDeal, NO_HOLIDAYS, TRADED_AT_MS } from './deals.js';
import { buildMember, payAndShip, problemOf, readAs, type TestPair, trade } from './desk-market.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';
import { unprotected } from './test-database.js';

const NAME = 'Journal Runner';

const market = useMarket({ payments: { provider: 'play' } });
let ann: TestUser;
let dora: TestUser;
let pair: TestPair;

beforeAll(async () => {
  await market.jobs.stop();
  await buildProducts(market.database, [NAME], ['9']);
  const seller = await buildTrader(market, 'sally@shop.example');
  const buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'admin');
  dora = await buildMember(market, 'dora', 'desk');
  pair = await trade(market, { seller, buyer }, { name: NAME, size: '9' });
  await payAndShip(market, pair, seller);
});

async function read(query: Readonly<Record<string, string>> = {}): Promise<Journal> {
  return (await ann.get(`/desk/journal?${new URLSearchParams(query)}`)).json<Journal>();
}
const saidBy = ({ act, member, role }: JournalAct) => `${act} ${member} ${role}`;

async function take(user: TestUser, step: string): Promise<void> {
  const { version } = await readAs(ann, pair);
  const answer = await user.post('/desk/step', { code: pair.code, version, step });
  expect(answer.statusCode).toBe(200);
  // The same request again, whose answer was lost.
  await user.post('/desk/step', { code: pair.code, version, step });
}

describe('the journal', () => {
  it('has each step of a member once, with what it changed, the role and the request', async () => {
    await take(dora, 'receive');
    expect((await perkex(market.database, 'deal', pair.code, 'cancel', '--by', 'ann')).code).toBe(0);
    const { acts } = await read({ subject: pair.code.toLowerCase() });
    expect(acts.map(saidBy)).toEqual(['cancel ann null', 'receive dora desk']);
    expect(acts[1]).toMatchObject({
      subject: `deal/${pair.code}`,
      changes: expect.arrayContaining([
        { name: 'state', before: 'shipped', after: 'received' },
        { name: 'parcelIn', before: 'announced', after: 'arrived' },
      ]),
      requestId: expect.stringMatching(/./),
    });
    expect(acts[0]?.requestId).toBeNull();
    const all = JSON.stringify(await read());
    for (const secret of ['sally@shop.example', 'bert@shop.example', ann.uid]) {
      expect(all).not.toContain(secret);
    }
  });

  it('has each change of a role', async () => {
    const eve = await buildMember(market, 'eve', 'finance');
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'eve', 'the command line'));
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'eve', 'the command line'));
    const { acts } = await read({ subject: 'member/eve' });
    expect(acts.map(({ changes, member }) => [member, changes])).toEqual([
      ['the command line', [{ name: 'role', before: 'finance', after: null }]],
      ['test', [{ name: 'role', before: null, after: 'finance' }]],
    ]);
    expect((await eve.get('/desk/journal')).statusCode).toBe(404);
  });

  it('is read by member, act and period, page by page, and as a table', async () => {
    const { pool } = market.database;
    await pool.query(
      `insert into desk_acts (at, member, role, act, subject, before, after, request_id)
       select '2026-01-01T12:00Z'::timestamptz - (number / 60) * interval '1 day', 'kim', 'finance',
         case when number % 2 = 0 then 'book-line' else 'return-line' end, 'bank-line/' || number, null,
         '{"state": "=1+1"}', 'r' || number
       from generate_series(1, 120) as number`,
    );
    const first = await read({ member: 'kim' });
    expect(first.acts).toHaveLength(50);
    expect(first).toMatchObject({
      members: expect.arrayContaining(['ann', 'dora', 'kim', 'test']),
      kinds: expect.arrayContaining(['book-line', 'cancel', 'receive', 'return-line', 'set-role']),
    });
    const second = await read({ member: 'kim', before: first.next ?? '' });
    const third = await read({ member: 'kim', before: second.next ?? '' });
    expect(third.next).toBeNull();
    const positions = [first, second, third].flatMap(({ acts }) => acts.map(({ position }) => position));
    expect(new Set(positions).size).toBe(120);
    const booked = await read({ member: 'kim', act: 'book-line', from: '2025-12-31', to: '2025-12-31' });
    expect(booked.acts.map(({ subject }) => subject)).toContain('bank-line/60');
    expect(booked.acts).toHaveLength(30);

    const file = await ann.get('/desk/journal/export?member=kim');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = file.body.trimEnd().split('\r\n');
    expect(header).toBe('position,at,member,role,act,subject,before,after,request');
    expect(rows).toHaveLength(120);
    const position = rows[9]?.split(',')[0];
    const rest = await ann.get(`/desk/journal/export?member=kim&before=${position}`);
    expect(rest.body.trimEnd().split('\r\n').slice(1)).toEqual(rows.slice(10));
  });

  it.each([
    'from=2026-13-01',
    'to=x',
    'before=x',
    'before=9999999999999999999',
    'act=%27',
    'member=%00',
    `subject=${'x'.repeat(201)}`,
  ])('refuses ?%s', async (query) => {
    expect(problemOf(await ann.get(`/desk/journal?${query}`))).toEqual([422, 'invalid-body']);
  });

  it.each(
    declaredStatements()
      .filter(({ name }) => name.startsWith('read-desk-acts'))
      .map(({ name, text }) => [name, text] as const),
  )('%s reads an index in its order, however many acts there are', async (_name, text) => {
    const count = new Set(text.match(/\$\d+/g)).size;
    const client = await market.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into desk_acts (at, member, act, subject)
         select now() - number * interval '1 minute', 'm' || number % 20, 'a' || number % 20, 's/' || number % 20
         from generate_series(1, 20000) as number`,
      );
      await client.query('analyze desk_acts');
      const values = ['-infinity', 'infinity', 50, ...Array.from({ length: count - 3 }, () => '1')];
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan|Bitmap|Sort/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the root of a day', () => {
  it('shows that an act or a step of that day was changed, added or removed', async () => {
    const { pool } = market.database;
    const key = await buildDeal(market.database);
    const paying = action('buyer', { type: 'pay', method: 'card', carriedCents: 0 }, 0);
    const moment = { nowMs: TRADED_AT_MS, holidays: NO_HOLIDAYS };
    await transaction(pool, (tx) => takeStep(tx, key, paying, moment));
    await closeLedgerDays(pool);
    const check = async () =>
      (await audit(pool)).find(
        ({ title }) => title === 'the roots of days are what their steps and acts say',
      );
    expect(await check()).toMatchObject({
      checked: expect.toSatisfy((days: number) => days >= 2),
      violations: 0,
    });
    const change = async (sql: string) => {
      const client = await pool.connect();
      for (const each of ['begin', ...unprotected(), sql, 'commit']) {
        await client.query(each);
      }
      client.release();
    };
    const act = `where member = 'kim' and subject = 'bank-line/7'`;
    await change(`update desk_acts set after = '{"state": "x"}' ${act}`);
    expect(await check()).toMatchObject({
      violations: 1,
      examples: [expect.stringMatching(/of the journal$/)],
    });
    await change(`update desk_acts set after = '{"state": "=1+1"}' ${act}`);
    expect(await check()).toMatchObject({ violations: 0 });
    await change(`update deal_events set hash = '\\x00' where deal_id = '${key.id}'`);
    expect(await check()).toMatchObject({
      violations: 1,
      examples: [expect.stringMatching(/of the ledger$/)],
    });
    await expect(pool.query(`update daily_roots set ledger = ''`)).rejects.toThrow('never change');
  });
});
