import { beforeAll, expect, it } from 'vitest';
import { buildDeal } from './deals.js';
import { buildMember, problemOf } from './desk-market.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const MORNING = Date.UTC(2026, 10, 27, 6);
const HOUR = 3_600_000;

const market = useMarket({
  payments: {
    provider: 'bank',
    account: { holder: 'Club', account: 'DE89370400440532013000', bankCode: null, bankName: null },
  },
});
let ann: TestUser;
let fin: TestUser;

beforeAll(async () => {
  market.jobs.start();
  ann = await buildMember(market, 'ann', 'desk');
  fin = await buildMember(market, 'fin', 'finance');
  const { pool } = market.database;
  await pool.query('update identity_users set email_verified = true');
  const key = await buildDeal(market.database);
  await pool.query(`update deals set state = 'received', is_overdue = true where id = $1`, [key.id]);
  const returned = await buildDeal(market.database);
  await pool.query(
    `update deals set state = 'delivered', claim = 'return', is_overdue = true where id = $1`,
    [returned.id],
  );
  await pool.query(
    `insert into bank_unmatched_lines (id, amount_cents, booked_on, text, reason, imported_by)
     values ('a', 500, '2026-11-26', 'Rent of Bo Payer', 'unknown', 'fin')`,
  );
});

/** The digests so far, by their recipient. */
async function mailsTo(name: string): Promise<string[]> {
  const mails = await readOutbox(market.outbox);
  return mails
    .filter(({ headers }) => headers.get('to') === `${name}@shop.example`)
    .filter(({ headers }) => headers.get('subject') === 'PerkeX: Waiting at the desk today')
    .map(({ text }) => text);
}

async function send(nowMs: number): Promise<void> {
  await market.digests?.sendDue(nowMs);
  await expect
    .poll(
      async () => (await market.database.pool.query(`select from jobs where kind = 'desk-digest'`)).rowCount,
      {
        timeout: 20_000,
      },
    )
    .toBe(0);
}

it('members get one mail a day of what waits for their role, without names', async () => {
  await Promise.all([send(MORNING), send(MORNING)]);
  await send(MORNING + HOUR);
  const [toAnn, ...more] = await mailsTo('ann');
  expect(more).toEqual([]);
  expect(toAnn).toContain('Past their deadline: 2');
  expect(toAnn).toContain('To verify: 1');
  expect(toAnn).not.toContain('Bank lines');
  const [toFin] = await mailsTo('fin');
  expect(toFin).toContain('Unmatched bank lines: 1');
  expect(toFin).not.toContain('To verify');
  expect(toFin).not.toContain('Bo Payer');
});

it('the next mail comes the next day, and not to a member who has turned it off', async () => {
  expect((await fin.get('/desk')).json()).toMatchObject({ hasDigest: true });
  expect((await fin.post('/desk/digest', { isOn: false })).statusCode).toBe(200);
  expect((await fin.get('/desk')).json()).toMatchObject({ hasDigest: false });
  await send(MORNING + 23 * HOUR);
  expect(await mailsTo('ann')).toHaveLength(1);
  await send(MORNING + 24 * HOUR);
  expect(await mailsTo('ann')).toHaveLength(2);
  expect(await mailsTo('fin')).toHaveLength(1);
});

it('no mail is sent if nothing waits, and only members choose the digest', async () => {
  await market.database.pool.query(`update deals set state = 'shipped', is_overdue = false`);
  await send(MORNING + 48 * HOUR);
  expect(await mailsTo('ann')).toHaveLength(2);
  const stranger = await buildTrader(market);
  expect(problemOf(await stranger.post('/desk/digest', { isOn: true }))).toEqual([404, 'not-found']);
  await ann.post('/desk/digest', { isOn: true });
});
