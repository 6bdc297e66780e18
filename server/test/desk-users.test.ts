import { randomUUID } from 'node:crypto';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { DeskUser, DeskUserRow } from '@perkex/contract/desk-users.js';
import type { Notifications } from '@perkex/contract/notifications.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '../src/audit/audit.js';
import { declaredStatements } from '../src/database/statement.js';
import { transaction } from '../src/database/transaction.js';
import { takeStep } from '../src/deals/take-step.js';
import { marketOfUsers } from '../src/market-of-users.js';
import { revokeRole } from '../src/users/members.js';
import { fact, NO_HOLIDAYS } from './deals.js';
import { buildMember, happen, payAndShip, problemOf, readAs, trade } from './desk-market.js';
import { readOutbox } from './identity/mail-reader.js';
import { buildProducts } from './market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  signIn,
  signUp,
  type TestUser,
  useSoundMarket,
} from './test-app.js';
import { isOnCluster } from './test-database.js';

const NAME = 'Users Runner';
const SIZES = ['8', '9', '10', '11', '12'];

const market = useSoundMarket({ payments: { provider: 'play' } });
let ann: TestUser;
let bob: TestUser;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  await buildProducts(market.database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
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
      user: seller.uid,
      name: 'Sa_lly Miller%',
      email: 'sally@shop.example',
      isEmailProved: expect.any(Boolean),
      since: expect.any(String),
      isBlocked: false,
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

  // The plan of a coordinator names no indexes.
  it.skipIf(isOnCluster()).each(['identity-find-users', 'find-accounts-of-users'])(
    '%s reads indexes only',
    async (name) => {
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
    },
  );
});

describe('the page of a user', () => {
  it('has orders, deals, money, limits and notes, and nothing to sign in with or of the other side', async () => {
    const pair = await trade(market, { seller, buyer }, { name: NAME, size: '9' });
    await payAndShip(market, pair, seller);
    expect((await order(seller, 'ask', 333, '10')).statusCode).toBe(200);
    const note = await ann.post('/desk/users/note', {
      user: seller.uid,
      note: randomUUID(),
      text: ' Called on Monday. ',
    });
    expect(note.statusCode).toBe(200);
    const user = await readUser(seller.uid);
    expect(user).toMatchObject({
      isOwn: false,
      member: null,
      block: null,
      erasedAt: null,
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
      const body = {
        block: { reason: 'fraud' },
        unblock: { reason: 'mistake' },
        note: { note: randomUUID(), text: 'x' },
      }[call];
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
    const note = (text: string) =>
      ann.post('/desk/users/note', { user: buyer.uid, note: randomUUID(), text });
    for (const text of ['', ' ', 'x'.repeat(1_001), 'a\u0000b']) {
      expect((await note(text)).statusCode).toBe(422);
    }
    expect((await note('x'.repeat(1_000))).statusCode).toBe(200);
  });

  it('has a note once, however often it is sent', async () => {
    const body = { user: buyer.uid, note: randomUUID(), text: 'Sent twice.' };
    const acts = async () =>
      (await ann.get(`/desk/journal?subject=user/${buyer.uid}`)).json<Journal>().acts.length;
    await ann.post('/desk/users/note', body);
    const before = await acts();
    expect((await ann.post('/desk/users/note', body)).statusCode).toBe(200);
    const { notes } = await readUser(buyer.uid);
    expect(notes.filter(({ text }) => text === 'Sent twice.')).toHaveLength(1);
    expect(await acts()).toBe(before);
  });
});

describe('limits of a user', () => {
  const NO_LIMITS = { openOrders: null, price: null };
  const limit = (by: TestUser, user: TestUser, limits: object, seen: object = NO_LIMITS, reason = 'fakes') =>
    by.post('/desk/users/limits', { user: user.uid, seen, limits, reason });
  const detailOf = (answer: Response) => answer.json<{ detail: string }>().detail;

  it('hold at once on every server, with a reason, and leave open orders alone', async () => {
    const user = await buildTrader(market, 'lim@shop.example');
    const other = await buildTestApp({ database: market.database, payments: { provider: 'play' } });
    const elsewhere = await signIn(other, 'lim@shop.example');
    for (const price of [601, 602]) {
      expect((await order(user, 'ask', price, '12')).statusCode).toBe(200);
    }
    const limits = { openOrders: 2, price: 650 };
    const answer = await limit(ann, user, limits);
    expect(answer.json<DeskUser>().ownLimits).toEqual({
      ...limits,
      reason: 'fakes',
      by: 'ann',
      at: expect.any(String),
    });
    for (const at of [user, elsewhere]) {
      const tooMany = await order(at, 'ask', 603, '12');
      expect(problemOf(tooMany)).toEqual([409, 'limited-orders']);
      expect(detailOf(tooMany)).toBe(
        'We have limited your account to 2 open orders. Pairs that you have sent were not authentic. Remove an order first.',
      );
      const tooDear = await order(at, 'ask', 651, '12');
      expect(problemOf(tooDear)).toEqual([409, 'limited-price']);
      expect(detailOf(tooDear)).toBe(
        'We have limited your account to prices of up to 650$. Pairs that you have sent were not authentic.',
      );
    }
    expect((await readUser(user.uid)).orders).toHaveLength(2);
    expect((await user.get('/export')).json()).toMatchObject({ limits: { ...limits, reason: 'fakes' } });

    await limit(bob, user, { openOrders: 3, price: null }, limits);
    expect((await order(elsewhere, 'ask', 900, '12')).statusCode).toBe(200);
    expect(problemOf(await order(elsewhere, 'ask', 901, '12'))).toEqual([409, 'limited-orders']);
    await other.close();
  });

  it('count once, name who was first, and end', async () => {
    const user = await buildTrader(market, 'limited@shop.example');
    const limits = { openOrders: 0, price: null };
    for (const _ of [1, 2]) {
      expect((await limit(ann, user, limits)).statusCode).toBe(200);
    }
    expect(detailOf(await order(user, 'bid', 5))).toContain('you can only buy or sell now');
    const late = await limit(bob, user, { openOrders: 9, price: null });
    expect([problemOf(late), detailOf(late)]).toEqual([
      [409, 'already-decided'],
      'ann has changed these limits in the meantime.',
    ]);
    await limit(bob, user, NO_LIMITS, limits);
    expect((await order(user, 'bid', 5)).statusCode).toBe(200);
    const { acts } = (await ann.get(`/desk/journal?subject=user/${user.uid}`)).json<Journal>();
    expect(acts.map(({ act, member, changes }) => [act, member, changes])).toEqual([
      [
        'limit-user',
        'bob',
        [
          { name: 'openOrders', before: '0', after: null },
          { name: 'because', before: null, after: 'fakes' },
        ],
      ],
      [
        'limit-user',
        'ann',
        [
          { name: 'openOrders', before: null, after: '0' },
          { name: 'because', before: null, after: 'fakes' },
        ],
      ],
    ]);
  });

  it.each([
    { openOrders: -1, price: null },
    { openOrders: 1.5, price: null },
    { openOrders: null, price: 0 },
    {},
  ])('are refused as %j', async (limits) => {
    expect((await limit(ann, seller, limits)).statusCode).toBe(422);
  });

  it('are never decided by the user themselves, and stay after an account transfer', async () => {
    expect(problemOf(await limit(ann, ann, { openOrders: 1, price: null }))).toEqual([409, 'own-account']);
    const { pool } = market.database;
    const user = await buildTrader(market, 'moved@shop.example');
    await limit(ann, user, { openOrders: 4, price: 70 });
    await transaction(pool, (tx) => marketOfUsers(pool, async () => {}).forgetSettings(tx, user.uid));
    expect(await readUser(user.uid)).toMatchObject({ ownLimits: { openOrders: 4, price: 70, by: 'ann' } });
  });
});

describe('a debt', () => {
  it('above the limit, or of 14 days, stops selling until it is settled', async () => {
    const { pool } = market.database;
    const debtor = await buildTrader(market, 'debtor@shop.example');
    const sold = await trade(market, { seller: debtor, buyer }, { name: NAME, size: '9' });
    await payAndShip(market, sold, debtor);
    const failed = await trade(market, { seller: debtor, buyer }, { name: NAME, size: '9' });
    await happen(
      market,
      failed.key,
      ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
      ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
    );
    for (const what of ['not shipped', 'charged']) {
      const { rows } = await pool.query<{ due: Date }>('select due_at as due from deals where id = $1', [
        failed.key.id,
      ]);
      const nowMs = rows[0]?.due.getTime() ?? 0;
      await transaction(pool, async (tx) => {
        const moment = { nowMs, holidays: NO_HOLIDAYS };
        const result = await takeStep(tx, failed.key, fact('clock', { type: 'deadline-passed' }), moment);
        expect(result?.kind, what).toBe('stepped');
      });
    }
    const owing = await readUser(debtor.uid);
    const owed = { amount: 30, since: expect.any(String), stopsSelling: false, deferredUntil: null };
    expect(owing.debt).toEqual(owed);
    expect((await order(debtor, 'ask', 700, '9')).statusCode).toBe(200);

    const owe = (change: string) =>
      pool.query(`update accounts set ${change} where user_id = $1`, [debtor.uid]);
    await owe(`owes_since = now() - interval '14 days'`);
    for (const call of ['ask', 'sell'] as const) {
      const refused = await debtor.post(`/${call}`, { id: randomUUID(), name: NAME, price: 701, size: '9' });
      expect(problemOf(refused)).toEqual([409, 'debt-unpaid']);
      expect(refused.json<{ detail: string }>().detail).toMatch(
        /^You owe us 30\.00\$ from earlier deals, so/,
      );
    }
    expect((await order(debtor, 'bid', 5, '9')).statusCode).toBe(200);
    expect((await readUser(debtor.uid)).debt?.stopsSelling).toBe(true);
    await owe(`owes_since = now(), debt_cents = 10001`);
    expect(problemOf(await order(debtor, 'ask', 701, '9'))).toEqual([409, 'debt-unpaid']);
    const wrong = (await audit(pool)).find(({ title }) => title.startsWith('what a user owes,'));
    expect(wrong?.violations).toBe(1);
    await owe(`debt_cents = 3000, owes_since = now() - interval '15 days'`);
    expect(problemOf(await order(debtor, 'ask', 701, '9'))).toEqual([409, 'debt-unpaid']);
    const defer = (by: TestUser, user = debtor) => by.post('/desk/users/defer-debt', { user: user.uid });
    for (const member of [ann, bob]) {
      expect((await defer(member)).json<DeskUser>().debt).toMatchObject({
        stopsSelling: false,
        deferredUntil: expect.any(String),
      });
    }
    expect((await order(debtor, 'ask', 702, '9')).statusCode).toBe(200);
    const { acts } = (await ann.get(`/desk/journal?subject=user/${debtor.uid}`)).json<Journal>();
    expect(acts.map(({ act, member }) => [act, member])).toEqual([['defer-debt', 'ann']]);
    expect(problemOf(await defer(ann, ann))).toEqual([409, 'own-account']);
    await owe(`debt_deferred_until = now()`);
    expect(problemOf(await order(debtor, 'ask', 703, '9'))).toEqual([409, 'debt-unpaid']);
    await happen(
      market,
      sold.key,
      ['member', { type: 'receive' }],
      ['member', { type: 'pass' }],
      ['clock', { type: 'start-payout', nettedCents: 30_00 }],
    );
    expect((await readUser(debtor.uid)).debt).toBeNull();
    expect(problemOf(await defer(ann))).toEqual([409, 'already-decided']);
    expect((await order(debtor, 'ask', 701, '9')).statusCode).toBe(200);
  });
});

it('the page of a user shows until when failed payments stop their buying', async () => {
  const { pool } = market.database;
  const late = await buildTrader(market, 'unpaid@shop.example');
  await pool.query('update accounts set card_saved_at = null where user_id = $1', [late.uid]);
  expect((await readUser(late.uid)).needsCardUntil).toBeNull();
  const failedAtMs = Date.now() - 1000;
  const fail = (payments: object) =>
    pool.query('update accounts set failed_payments = $2 where user_id = $1', [late.uid, payments]);
  await fail({ one: failedAtMs, other: failedAtMs + 1 });
  expect((await readUser(late.uid)).needsCardUntil).toBe(
    new Date(failedAtMs + 90 * 86_400_000).toISOString(),
  );
  const found = await audit(pool);
  expect(found.find(({ title }) => title.startsWith('the failed payments'))?.violations).toBe(2);
  await fail({});
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
      ['note', { note: randomUUID(), text: 'x' }],
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
    await ann.post('/desk/users/note', { user: user.uid, note: randomUUID(), text: 'Private words.' });
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
