import { randomUUID } from 'node:crypto';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { DeskUser, DeskUserRow } from '@perkex/contract/desk-users.js';
import type { Notifications } from '@perkex/contract/notifications.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { declaredStatements } from '../src/database/statement.js';
import { transaction } from '../src/database/transaction.js';
import { marketOfUsers } from '../src/market-of-users.js';
import { revokeRole } from '../src/users/members.js';
import { buildMember, payAndShip, problemOf, readAs, trade } from './desk-market.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildProducts } from './market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  signIn,
  signUp,
  type TestApp,
  type TestUser,
} from './test-app.js';

const NAME = 'Users Runner';
const SIZES = ['8', '9', '10', '11', '12'];

let market: TestApp;
let ann: TestUser;
let bob: TestUser;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  market = await buildTestApp({ payments: { provider: 'play' } });
  await buildProducts(market.database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
});

afterAll(async () => {
  const violated = (await audit(market.database.pool)).filter(({ violations }) => violations > 0);
  await market.close();
  expect(violated).toEqual([]);
});

const find = async (search: string) =>
  (await ann.get(`/desk/users?${new URLSearchParams({ search })}`)).json<{
    users: DeskUserRow[];
    hasMore: boolean;
  }>();
const readUser = async (user: string) => (await ann.get(`/desk/users/${user}`)).json<DeskUser>();
const order = (user: TestUser, call: 'ask' | 'bid' | 'buy', price: number, size = '8'): Promise<Response> =>
  user.post(`/${call}`, { id: randomUUID(), name: NAME, price, size });
const block = (by: TestUser, user: TestUser, reason = 'fraud') =>
  by.post('/desk/users/block', { user: user.uid, reason });
const unblock = (by: TestUser, user: TestUser) =>
  by.post('/desk/users/unblock', { user: user.uid, reason: 'mistake' });

describe('the search of users', () => {
  it('finds a user by id, by the beginning of the e-mail, and by the beginning of a name', async () => {
    const { pool } = market.database;
    await pool.query(`update accounts set name = 'Sa_lly', surname = 'Miller%' where user_id = $1`, [
      seller.uid,
    ]);
    const row = {
      ...{ user: seller.uid, name: 'Sa_lly Miller%', email: 'sally@shop.example' },
      ...{ isEmailProved: expect.any(Boolean), since: expect.any(String), isBlocked: false },
    };
    for (const search of [seller.uid, ' SALLY@ ', 'sa_lly mil', 'Miller%']) {
      expect((await find(search)).users, search).toEqual([row]);
    }
    for (const search of ['saxlly', 'miller%x', 'ally@', seller.uid.slice(0, 20), "'; --"]) {
      expect((await find(search)).users, search).toEqual([]);
    }
  });

  it('finds at most twenty, and no house account', async () => {
    const { pool } = market.database;
    await pool.query(
      `insert into accounts (user_id, name, surname, is_house)
       select 'crowd-' || number, 'Crowd', 'Number ' || number, number > 25 from generate_series(1, 30) as number`,
    );
    const found = await find('crowd');
    expect([found.users.length, found.hasMore]).toEqual([20, true]);
    expect((await find('crowd-30')).users).toEqual([]);
    expect(problemOf(await ann.get('/desk/users/crowd-30'))).toEqual([404, 'unknown-user']);
  });

  it.each(['', '?search=', '?search=a', `?search=${'x'.repeat(201)}`, '?search=%00ab'])(
    'refuses %s',
    async (query) => {
      expect(problemOf(await ann.get(`/desk/users${query}`))).toEqual([422, 'invalid-body']);
    },
  );

  it.each(['identity-find-users', 'find-accounts-of-users'])('%s reads indexes only', async (name) => {
    const { text = '' } = declaredStatements().find((declared) => declared.name === name) ?? {};
    const client = await market.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into accounts (user_id, name, surname) select 'u' || n, 'n' || n, 's' || n from generate_series(1, 5000) as n`,
      );
      await client.query(
        `insert into identity_users (id, name, email) select 'u' || n, 'n' || n, n || '@x' from generate_series(1, 5000) as n`,
      );
      await client.query('analyze accounts, identity_users');
      await client.query('set local plan_cache_mode = force_generic_plan');
      await client.query(`prepare searched as ${text}`);
      const values = name === 'identity-find-users' ? `'n', 'o', 21` : `'n', 'n', 'o', 21`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute searched(${values})`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
    } finally {
      await client.query('rollback');
      await client.query('deallocate searched');
      client.release();
    }
  });
});

describe('the page of a user', () => {
  it('has orders, deals, money, limits and notes, and nothing to sign in with or of the other side', async () => {
    const pair = await trade(market, { seller, buyer }, { name: NAME, size: '9' });
    await payAndShip(market, pair, seller);
    expect((await order(seller, 'ask', 333, '10')).statusCode).toBe(200);
    const note = await ann.post('/desk/users/note', { user: seller.uid, text: ' Called on Monday. ' });
    expect(note.statusCode).toBe(200);
    const user = await readUser(seller.uid);
    expect(user).toMatchObject({
      ...{ isOwn: false, member: null, block: null, erasedAt: null },
      orders: [{ side: 'ask', name: NAME, size: '10', price: 333 }],
      limits: { openOrders: 1, maxOpenOrders: 500, undos: 0 },
      balances: [{ kind: 'sale-held', amount: expect.any(Number) }],
      notes: [{ member: 'ann', text: 'Called on Monday.' }],
    });
    const deals = (await ann.get(`/desk/users/${seller.uid}/deals?party=seller&group=in-progress`)).json();
    expect(deals).toMatchObject({
      deals: [{ code: pair.code, size: '9', price: 200, state: 'shipped' }],
      next: null,
    });
    expect((await ann.get(`/desk/users/${seller.uid}/deals?party=buyer&group=history`)).json()).toMatchObject(
      { deals: [] },
    );
    const all = JSON.stringify([user, deals]);
    for (const secret of [
      buyer.uid,
      'bert@',
      seller.cookie.slice(20, 40),
      'password',
      'session',
      'factor',
      'street',
    ]) {
      expect(all).not.toContain(secret);
    }
    const exported = (await seller.get('/export')).json();
    expect(exported).toMatchObject({ block: null, notes: [{ text: 'Called on Monday.' }] });
    const journal = (await ann.get(`/desk/journal?subject=user/${seller.uid}`)).json<Journal>();
    expect(journal.acts[0]).toMatchObject({ act: 'note-user', member: 'ann', changes: [{ name: 'note' }] });
    expect(JSON.stringify(journal)).not.toContain('Monday');
  });

  it('is unknown for an id that is no user’s, to other roles, and once the role is revoked', async () => {
    for (const path of ['/desk/users/unknown', '/desk/users/unknown/deals?party=buyer&group=history']) {
      expect(problemOf(await ann.get(path))).toEqual([404, 'unknown-user']);
    }
    for (const call of ['block', 'unblock', 'note']) {
      const body = { block: { reason: 'fraud' }, unblock: { reason: 'mistake' }, note: { text: 'x' } }[call];
      expect(problemOf(await ann.post(`/desk/users/${call}`, { user: 'unknown', ...body }))).toEqual([
        404,
        'unknown-user',
      ]);
    }
    const eve = await buildMember(market, 'eve', 'admin');
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'eve', 'test'));
    expect(problemOf(await eve.get(`/desk/users/${seller.uid}`))).toEqual([404, 'not-found']);
    expect(problemOf(await block(eve, seller))).toEqual([404, 'not-found']);
  });

  it('has notes with a limit', async () => {
    const note = (text: string) => ann.post('/desk/users/note', { user: buyer.uid, text });
    for (const text of ['', ' ', 'x'.repeat(1_001), 'a\u0000b']) {
      expect((await note(text)).statusCode).toBe(422);
    }
    expect((await note('x'.repeat(1_000))).statusCode).toBe(200);
  });
});

describe('a block', () => {
  const PATIENCE = { timeout: 30_000, interval: 20 };
  const openOrders = async (user: TestUser) => (await readUser(user.uid)).orders;
  const notices = async (user: TestUser) => (await user.get('/notices')).json<Notifications>().notices;

  it('refuses orders at once on every server, cancels open ones, notifies the user, and lets deals continue', async () => {
    const { pool } = market.database;
    await pool.query('update identity_users set email_verified = true where id = $1', [seller.uid]);
    await seller.post('/noticeMail', { kind: 'deal', isOn: false });
    const other = await buildTestApp({ database: market.database, payments: { provider: 'play' } });
    const elsewhere = await signIn(other, 'sally@shop.example');
    const pair = await trade(market, { seller, buyer }, { name: NAME, size: '11' });
    expect((await order(elsewhere, 'ask', 401, '10')).statusCode).toBe(200);
    expect((await order(seller, 'bid', 7, '12')).statusCode).toBe(200);

    const answer = await block(ann, seller);
    expect(answer.json<DeskUser>()).toMatchObject({ block: { reason: 'fraud', by: 'ann' }, isBlocked: true });
    for (const user of [seller, elsewhere]) {
      for (const call of ['ask', 'bid', 'buy'] as const) {
        expect(problemOf(await order(user, call, 500))).toEqual([403, 'blocked']);
      }
    }
    market.jobs.start();
    await vi.waitFor(async () => expect(await openOrders(seller)).toEqual([]), PATIENCE);
    await vi.waitFor(
      async () =>
        expect((await notices(seller))[0]).toMatchObject({ kind: 'blocked', block: 'fraud', name: '' }),
      PATIENCE,
    );
    await vi.waitFor(async () => {
      const mail = (await readOutbox(market.outbox)).find(({ text }) =>
        text.includes('We suspect that the account'),
      );
      expect(mail?.headers.get('to')).toBe('sally@shop.example');
      expect(mail?.headers.has('list-unsubscribe')).toBe(false);
    }, PATIENCE);
    await market.jobs.stop();
    expect((await seller.get('/export')).json()).toMatchObject({ block: { reason: 'fraud' } });
    await payAndShip(market, pair, seller);
    expect((await readAs(ann, pair)).state).toBe('shipped');
    await other.close();
  });

  it('cancels an order that a batch has placed which began before it', async () => {
    const late = await buildTrader(market, 'late@shop.example');
    await order(late, 'ask', 444, '12');
    await market.database.pool.query(
      `update accounts set blocked_at = now(), blocked_by = 'ann', block_reason = 'fakes' where user_id = $1`,
      [late.uid],
    );
    expect(await openOrders(late)).toHaveLength(1);
    await market.userBlocks.maintenance.work();
    expect(await openOrders(late)).toEqual([]);
  });

  it('counts once, names who was first, and ends with a reason', async () => {
    expect((await block(ann, seller)).statusCode).toBe(200);
    const second = await block(bob, seller, 'conduct');
    expect([problemOf(second), second.json<{ detail: string }>().detail]).toEqual([
      [409, 'already-decided'],
      'ann has blocked this user in the meantime.',
    ]);
    for (const member of [bob, bob]) {
      expect((await unblock(member, seller)).json()).toMatchObject({ block: null, isBlocked: false });
    }
    expect((await order(seller, 'ask', 402, '10')).statusCode).toBe(200);
    const { acts } = (await ann.get(`/desk/journal?subject=user/${seller.uid}`)).json<Journal>();
    expect(acts.slice(0, 2).map(({ act, member, changes }) => [act, member, changes])).toEqual([
      [
        'unblock-user',
        'bob',
        [
          { name: 'block', before: 'fraud', after: null },
          { name: 'because', before: null, after: 'mistake' },
        ],
      ],
      ['block-user', 'ann', [{ name: 'block', before: null, after: 'fraud' }]],
    ]);
    expect(acts.filter(({ act }) => act === 'block-user')).toHaveLength(1);
  });

  it('is never decided by the user themselves, nor with other words', async () => {
    for (const [call, body] of [
      ['block', { reason: 'fraud' }],
      ['unblock', { reason: 'mistake' }],
      ['note', { text: 'x' }],
    ] as const) {
      const answer = await ann.post(`/desk/users/${call}`, { user: ann.uid, ...body });
      expect(problemOf(answer)).toEqual([409, 'own-account']);
    }
    expect(problemOf(await block(ann, seller, 'because'))).toEqual([422, 'invalid-body']);
    expect((await readUser(ann.uid)).isOwn).toBe(true);
  });

  it('stays after an account transfer, which could be to the user themselves', async () => {
    const { pool } = market.database;
    const user = await buildTrader(market, 'unverified@shop.example');
    await block(ann, user, 'payments');
    await transaction(pool, (tx) => marketOfUsers(pool, async () => {}).forgetSettings(tx, user.uid));
    expect(problemOf(await order(user, 'bid', 5))).toEqual([403, 'blocked']);
    expect(await readUser(user.uid)).toMatchObject({ block: { reason: 'payments', by: 'ann' } });
  });

  it('ends with the account, as do the notes', async () => {
    const user = await signUp(market, 'gone@shop.example');
    await ann.post('/desk/users/note', { user: user.uid, text: 'Private words.' });
    await block(ann, user, 'request');
    expect((await user.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(200);
    const { rows } = await market.database.pool.query(
      `select (select count(*)::int from user_notes where user_id = $1) as notes,
         (select count(*)::int from accounts where user_id = $1) as accounts`,
      [user.uid],
    );
    expect(rows).toEqual([{ notes: 0, accounts: 0 }]);
  });
});
