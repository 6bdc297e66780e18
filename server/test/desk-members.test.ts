import { createHash, randomUUID } from 'node:crypto';
import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { SavedFilter } from '@perkex/contract/desk-members.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../src/database/transaction.js';
import { revokeRole } from '../src/users/members.js';
import { runPerkex } from './cli-process.js';
import { addSecondFactor, buildMember, problemOf } from './desk-market.js';
import { cookiesOf } from './identity/identity-app.js';
import { readOutbox } from './identity/mail-reader.js';
import { PUBLIC_URL, SECRET, signUp, type TestUser, useMarket } from './test-app.js';
import { databaseUrl } from './test-database.js';

const market = useMarket({ payments: { provider: 'play' } });
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  ann = await buildMember(market, 'ann', 'admin');
  bob = await buildMember(market, 'bob', 'admin');
  await market.database.pool.query('update identity_users set email_verified = true');
  market.jobs.start();
});

type Members = CallAnswer<'deskMembers'>;

const read = async () => (await ann.get('/desk/members')).json<Members>();
const bodyOf = (email: string, more: object = {}) => ({
  invitation: randomUUID(),
  email,
  role: 'desk',
  name: email.slice(0, email.indexOf('@')),
  ...more,
});
const invite = (body: object, by = ann): Promise<Response> => by.post('/desk/members/invite', body);
const accept = (user: TestUser, code: string): Promise<Response> =>
  user.post('/invitations/accept', { code });

async function mailsTo(email: string): Promise<string[]> {
  return (await readOutbox(market.outbox))
    .filter(({ headers }) => headers.get('to') === email)
    .map(({ text }) => text);
}

/** The code of an invitation to this address. @param number of the invitation, from 1 */
async function codeFor(email: string, number = 1): Promise<string> {
  const codes = async () =>
    (await mailsTo(email)).flatMap((text) => /\/invitation\?code=(\w+)/.exec(text)?.[1] ?? []);
  await expect.poll(async () => (await codes()).length, { timeout: 10_000 }).toBe(number);
  return (await codes()).at(-1) ?? '';
}

/** A signed-in user who has verified this address. */
async function userOf(email: string): Promise<TestUser> {
  const user = await signUp(market, email);
  await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
    user.uid,
  ]);
  return user;
}

async function expire(email: string): Promise<void> {
  await market.database.pool.query('update member_invitations set expires_at = now() where email = $1', [
    email,
  ]);
}

describe('an invitation', () => {
  it('goes to an address by mail, is stored as a hash, and makes its owner a member, once', async () => {
    const email = 'dora@shop.example';
    const body = bodyOf('Dora@Shop.example', { name: 'dora' });
    expect((await invite(body)).json<Members>().invitations).toMatchObject([
      { invitation: body.invitation, email, role: 'desk', name: 'dora', invitedBy: 'ann' },
    ]);
    expect((await invite(body)).statusCode).toBe(200);
    const code = await codeFor(email);
    expect(code).toMatch(/^[\da-f]{64}$/);
    const { rows } = await market.database.pool.query<{ hash: string }>(
      'select code_hash as hash from member_invitations where email = $1',
      [email],
    );
    expect(rows[0]?.hash).toBe(createHash('sha256').update(code).digest('base64url'));
    const jobs = await market.database.pool.query('select from jobs where data::text like $1', [`%${code}%`]);
    expect(jobs.rowCount).toBe(0);

    const dora = await userOf(email);
    expect(problemOf(await dora.get('/desk'))).toEqual([404, 'not-found']);
    const answers = await Promise.all([accept(dora, code), accept(dora, code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(problemOf(await accept(dora, code))).toEqual([404, 'invitation-over']);
    expect(problemOf(await dora.get('/desk'))).toEqual([403, 'factor-needed']);
    await addSecondFactor(market, dora);
    expect((await dora.get('/desk')).json()).toMatchObject({ name: 'dora', role: 'desk' });
    expect(await codeFor(email)).toBe(code);

    const news = async () => (await mailsTo('bob@shop.example')).join();
    await expect.poll(news).toContain('dora has accepted the invitation of ann, and has the role desk.');
    const acts = (await ann.get('/desk/journal')).json<Journal>().acts.slice(0, 2);
    expect(acts).toMatchObject([
      {
        act: 'set-role',
        subject: 'member/dora',
        member: 'ann',
        role: 'admin',
        requestId: expect.any(String),
      },
      { act: 'invite-member', subject: `invitation/${body.invitation}`, member: 'ann' },
    ]);
    expect(JSON.stringify(acts)).not.toContain('@');
    expect((await read()).invitations).toEqual([]);
  });

  it('is worth nothing to an account with another address, or with an unverified one', async () => {
    const email = 'erin@shop.example';
    await invite(bodyOf(email));
    const code = await codeFor(email);
    expect(problemOf(await accept(await userOf('other@shop.example'), code))).toEqual([403, 'other-address']);
    const erin = await signUp(market, email);
    expect(problemOf(await accept(erin, code))).toEqual([403, 'email-unproved']);
    await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
      erin.uid,
    ]);
    expect((await accept(erin, code)).body).toBe('You are a member now, as erin, with the role desk.');
  });

  it('is over if the role of its member ends while it is accepted', async () => {
    const { pool } = market.database;
    const hugo = await buildMember(market, 'hugo', 'admin');
    const email = 'iris@shop.example';
    const body = bodyOf(email);
    await invite(body, hugo);
    const code = await codeFor(email);
    const iris = await userOf(email);
    const accepted = await transaction(pool, async (tx) => {
      await revokeRole(tx, 'hugo', 'test');
      const answer = accept(iris, code);
      await expect
        .poll(async () => {
          const { rows } = await pool.query(
            `select from pg_locks where relation = 'members'::regclass and not granted`,
          );
          return rows.length;
        })
        .toBe(1);
      return { answer };
    });
    expect(problemOf(await accepted.answer)).toEqual([404, 'invitation-over']);
    const { invitation } = body;
    expect((await ann.post('/desk/members/withdraw', { invitation })).statusCode).toBe(200);
  });

  it('is over once it is withdrawn, too old, or its member may no longer invite', async () => {
    const email = 'gus@shop.example';
    const gus = await userOf(email);
    const body = bodyOf(email);
    await invite(body);
    const first = await codeFor(email);
    const withdrawal = { invitation: body.invitation };
    expect((await bob.post('/desk/members/withdraw', withdrawal)).json<Members>().invitations).toEqual([]);
    expect(problemOf(await bob.post('/desk/members/withdraw', withdrawal))).toEqual([
      404,
      'unknown-invitation',
    ]);
    expect(problemOf(await accept(gus, first))).toEqual([404, 'invitation-over']);

    await invite(bodyOf(email));
    const second = await codeFor(email, 2);
    expect(second).not.toBe(first);
    await expire(email);
    expect(problemOf(await accept(gus, second))).toEqual([404, 'invitation-over']);
    expect((await read()).invitations).toEqual([]);

    const cleo = await buildMember(market, 'cleo', 'admin');
    await invite(bodyOf(email), cleo);
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'cleo', 'test'));
    expect(problemOf(await accept(gus, await codeFor(email, 3)))).toEqual([404, 'invitation-over']);
    expect(problemOf(await accept(gus, 'guess'))).toEqual([404, 'invitation-over']);
    await market.database.pool.query('delete from member_invitations');
  });

  it('is refused to a blocked user and to a member', async () => {
    const email = 'hal@shop.example';
    const hal = await userOf(email);
    await invite(bodyOf(email));
    const code = await codeFor(email);
    await ann.post('/desk/users/block', { user: hal.uid, reason: 'fraud' });
    expect(problemOf(await accept(hal, code))).toEqual([403, 'blocked']);
    await ann.post('/desk/users/unblock', { user: hal.uid, reason: 'mistake' });
    expect((await accept(hal, code)).statusCode).toBe(200);
    await invite(bodyOf(email, { name: 'hal-two', role: 'admin' }));
    expect(problemOf(await accept(hal, await codeFor(email, 2)))).toEqual([409, 'already-member']);
  });

  it('gives a former member their name again, and to no other user', async () => {
    const [ida, ivo] = [await userOf('ida@shop.example'), await userOf('ivo@shop.example')];
    await invite(bodyOf('ida@shop.example'));
    await accept(ida, await codeFor('ida@shop.example'));
    expect(problemOf(await invite(bodyOf('ivo@shop.example', { name: 'ida' })))).toEqual([409, 'name-taken']);
    await transaction(market.database.pool, (tx) => revokeRole(tx, 'ida', 'test'));
    const ofIvo = bodyOf('ivo@shop.example', { name: 'ida' });
    expect((await invite(ofIvo)).statusCode).toBe(200);
    expect(problemOf(await accept(ivo, await codeFor('ivo@shop.example')))).toEqual([409, 'name-taken']);
    await ann.post('/desk/members/withdraw', { invitation: ofIvo.invitation });
    await invite(bodyOf('ida@shop.example', { name: 'ida-two' }));
    const back = await accept(ida, await codeFor('ida@shop.example', 2));
    expect(back.body).toBe('You are a member now, as ida, with the role desk.');
  });

  it('is refused with the same answer whether or not the address has an account', async () => {
    await userOf('known@shop.example');
    const said = async (email: string, name: string) => {
      const answer = await invite(bodyOf(email, { name }));
      const again = await invite(bodyOf(email, { name: `${name}-two` }));
      const { invitations } = answer.json<Members>();
      return [
        answer.statusCode,
        problemOf(again),
        Object.keys(invitations.find((each) => each.email === email) ?? {}),
      ];
    };
    expect(await said('known@shop.example', 'known')).toEqual(await said('unknown@shop.example', 'unknown'));
    for (const wrong of [
      { email: 'x' },
      { role: 'owner' },
      { name: 'Ann!' },
      { invitation: '1' },
      { more: 1 },
    ]) {
      expect(problemOf(await invite(bodyOf('jo@shop.example', wrong)))).toEqual([422, 'invalid-body']);
    }
    for (let number = (await read()).invitations.length; number < 20; number += 1) {
      expect((await invite(bodyOf(`many${number}@shop.example`))).statusCode).toBe(200);
    }
    expect(problemOf(await invite(bodyOf('more@shop.example')))).toEqual([409, 'too-many-invitations']);
  });

  it('is for admins, and its calls are unknown to others', async () => {
    const fay = await buildMember(market, 'fay', 'finance');
    for (const user of [fay, await userOf('kim@shop.example')]) {
      expect(problemOf(await user.get('/desk/members'))).toEqual([404, 'not-found']);
      expect(problemOf(await invite(bodyOf('lea@shop.example'), user))).toEqual([404, 'not-found']);
    }
  });
});

describe('a saved filter', () => {
  const filterOf = (more: object = {}) => ({
    filter: randomUUID(),
    list: 'journal',
    name: 'Mine',
    query: 'member=ann&act=edit-product',
    ...more,
  });
  const save = (by: TestUser, body: object): Promise<Response> => by.post('/desk/filters/save', body);
  const filtersOf = async (user: TestUser) =>
    (await user.get('/desk/filters')).json<{ filters: SavedFilter[] }>().filters;

  it('belongs to the member who has named it, counts once, and can be removed', async () => {
    const body = filterOf();
    await Promise.all([save(ann, body), save(ann, body)]);
    expect(await filtersOf(ann)).toEqual([body]);
    expect(await filtersOf(bob)).toEqual([]);
    await bob.post('/desk/filters/remove', { filter: body.filter });
    await save(bob, { ...body, name: 'Taken' });
    expect(await filtersOf(ann)).toEqual([body]);
    const { filters } = (await ann.get('/export')).json<{ filters: object[] }>();
    expect(filters).toEqual([{ list: body.list, name: body.name, query: body.query }]);
    expect((await ann.post('/desk/filters/remove', { filter: body.filter })).json()).toEqual({ filters: [] });
  });

  it('has limits', async () => {
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(41) },
      { list: 'users' },
      { query: 'x'.repeat(501) },
    ]) {
      expect(problemOf(await save(ann, filterOf(wrong)))).toEqual([422, 'invalid-body']);
    }
    const answers = await Promise.all(Array.from({ length: 22 }, () => save(ann, filterOf())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(problemOf(await save(ann, filterOf()))).toEqual([409, 'too-many-filters']);
    expect(problemOf(await (await userOf('max@shop.example')).get('/desk/filters'))).toEqual([
      404,
      'not-found',
    ]);
  });
});

describe('the login for the desk of a demonstration', () => {
  const run = (HOST = '127.0.0.1') =>
    runPerkex({ DATABASE_URL: databaseUrl(market.database), AUTH_SECRET: SECRET, HOST }, 'demo', 'staff');

  /** The status of `GET /desk` for a browser that logs in with what the command printed. */
  async function logIn(printed: string): Promise<number> {
    const printedAfter = (name: string) => new RegExp(`${name} +([^\\s,]+)`).exec(printed)?.[1];
    const post = (call: string, payload: object, cookie = '') =>
      market.app.inject({
        method: 'POST',
        url: `/api/auth/${call}`,
        payload,
        headers: { origin: PUBLIC_URL, cookie },
      });
    const first = await post('sign-in/email', {
      email: printedAfter('e-mail'),
      password: printedAfter('password'),
    });
    if (first.statusCode !== 200) {
      return first.statusCode;
    }
    const code = { factor: 'app', code: printedAfter('code'), trustDevice: false };
    const second = await post('second-factor/confirm', code, cookiesOf(first));
    return (await market.app.inject({ url: '/api/desk', headers: { cookie: cookiesOf(second) } })).statusCode;
  }

  it('is printed with a password and a code, once each', async () => {
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('Only a demonstration') });
    await market.database.pool.query(`insert into accounts (user_id) values ('demo-trader-0')`);
    expect(await run('0.0.0.0')).toMatchObject({ code: 1, stderr: expect.stringContaining('HOST=0.0.0.0') });
    const [earlier, now] = [await run(), await run()];
    expect([earlier.code, now.code]).toEqual([0, 0]);
    expect([await logIn(earlier.stdout), await logIn(now.stdout)]).toEqual([401, 200]);
  });
});
