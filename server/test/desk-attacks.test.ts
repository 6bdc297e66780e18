import { randomUUID } from 'node:crypto';
import type { DeskDeal, DeskRow } from '@perkex/contract/desk.js';
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../../e2e/src/authenticator-app.js';
import { forgetFormerSettings } from '../src/accounts/forget-settings.js';
import { transaction } from '../src/database/transaction.js';
import { grantRole } from '../src/users/members.js';
import { perkex } from './cli-process.js';
import {
  buildMember,
  makeMember,
  payAndShip,
  problemOf,
  readAs,
  saidBy,
  type TestPair,
  TRACKING,
  takeAs,
  trade,
} from './desk-market.js';
import { codeSentTo } from './identity/second-factor-user.js';
import { buildProducts } from './market.js';
import { takePartyStep } from './market-deals.js';
import { buildTrader, PASSWORD, PUBLIC_URL, signUp, type TestUser, useSoundMarket } from './test-app.js';
import { countWaiting } from './test-database.js';
import { useWebBuild } from './web-build.js';

type Method = NonNullable<InjectOptions['method']>;

const NAME = 'Desk Runner';
const SIZES = Array.from({ length: 40 }, (_, index) => String(1 + index / 2));

const web = useWebBuild();
const market = useSoundMarket(async () => ({ payments: { provider: 'play' }, pages: await web.build() }));
let pool: pg.Pool;
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let tradeCount = 0;

beforeAll(async () => {
  ({ pool } = market.database);
  // The tests cause the outcomes of calls themselves.
  await market.jobs.stop();
  await buildProducts(market.database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'admin');
});

/** `inject` shows bodies of HEAD, which no connection carries. */
const onTheWire = (method: Method, answer: Response) =>
  saidBy(method === 'HEAD' ? Object.assign(answer, { body: '' }) : answer);

/** A pair on its way to the desk. */
async function shippedPair(parties = { seller, buyer }): Promise<TestPair> {
  const pair = await trade(market, parties, { name: NAME, size: SIZES[tradeCount++] ?? '' });
  await payAndShip(market, pair, parties.seller);
  return pair;
}

describe('a trader', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const REQUESTS: readonly (readonly [string, string, Method, InjectOptions])[] = [
    ['a body that is no JSON', '/step', 'POST', { payload: '{', headers: JSON_TYPE }],
    ['no body', '/step', 'POST', {}],
    ['an empty body', '/step', 'POST', { payload: '', headers: JSON_TYPE }],
    ['a body that is too large', '/step', 'POST', { payload: { code: 'x'.repeat(20_000) } }],
    ['text', '/step', 'POST', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
    [
      'a compressed body',
      '/step',
      'POST',
      { payload: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
    ],
    ['a poisoned body', '/step', 'POST', { payload: '{"__proto__":1}', headers: JSON_TYPE }],
    ['the id of another user', '/step', 'POST', { payload: { uid: 'x' } }],
    ['a trailing slash', '/step/', 'POST', { payload: {} }],
    ['a wrong method', '/step', 'PUT', { payload: {} }],
    ['HEAD', '', 'HEAD', {}],
    ['HEAD of a deal', '/deals/1-0000-0000-0000-0000-0', 'HEAD', {}],
    ['OPTIONS', '', 'OPTIONS', {}],
    ['OPTIONS before a step', '/step', 'OPTIONS', { headers: { 'access-control-request-method': 'POST' } }],
    ['a question mark', '?', 'GET', {}],
    ['an unknown queue', '/deals?queue=x', 'GET', {}],
    ['a broken encoding', '/deals/%zz', 'GET', {}],
    ['an encoded slash', '/deals/..%2f..', 'GET', {}],
    ['a null byte', '/deals/%00', 'GET', {}],
    ['a very long code', `/deals/${'x'.repeat(300)}`, 'GET', {}],
    ['a body of a read', '', 'GET', { payload: '{', headers: JSON_TYPE }],
  ];

  it.each(REQUESTS)('with %s gets what an unknown address gets', async (_what, path, method, more) => {
    for (const cookie of ['', buyer.cookie]) {
      const ask = (address: string): Promise<Response> =>
        market.app.inject({
          ...more,
          method,
          url: `/api${address}${path}`,
          headers: { cookie, origin: PUBLIC_URL, ...more.headers },
        });
      expect(onTheWire(method, await ask('/desk'))).toEqual(onTheWire(method, await ask('/nowhere')));
    }
  });

  it.each(['', '/', '?queue=arriving', '/deals/x', '/deals/%zz', '/deals/..%2f', '/deals/x/y'])(
    'who opens a page at /desk%s gets what an unknown page gets',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
        const ask = (address: string): Promise<Response> =>
          market.app.inject({ method, url: `${address}${path}`, headers: { cookie: buyer.cookie } });
        expect(onTheWire(method, await ask('/desk'))).toEqual(onTheWire(method, await ask('/nowhere')));
      }
    },
  );
});

describe('the second factor', () => {
  async function newcomer() {
    const email = `${randomUUID()}@shop.example`;
    const user = await signUp(market, email);
    const name = `n${randomUUID().slice(0, 8)}`;
    await transaction(pool, (tx) => grantRole(tx, user.uid, { name, role: 'desk' }, 'test'));
    const started = await user.post('/auth/second-factor/app/start', { password: PASSWORD });
    const { secret } = started.json<{ secret: string }>();
    const confirmed = await user.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    const [recovery = '', another = ''] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes;
    return { user, email, secret, recovery, another };
  }

  const forgetProofs = ({ uid }: TestUser, ago: string) =>
    pool.query('update identity_sessions set factor_proved_at = now() - $2::interval where user_id = $1', [
      uid,
      ago,
    ]);

  it('that was just turned on is a proof', async () => {
    const { user } = await newcomer();
    expect((await user.get('/desk')).statusCode).toBe(200);
  });

  it('is asked for after eight hours, and a password is no answer', async () => {
    const { user, recovery } = await newcomer();
    await forgetProofs(user, '8 hours 1 second');
    expect(problemOf(await user.get('/desk'))).toEqual([403, 'member-proof-needed']);
    expect((await user.post('/auth/prove', { password: PASSWORD })).statusCode).toBe(200);
    expect(problemOf(await user.get('/desk'))).toEqual([403, 'member-proof-needed']);
    expect((await user.post('/auth/prove', { factor: 'recovery', code: recovery })).statusCode).toBe(200);
    expect((await user.get('/desk')).statusCode).toBe(200);
  });

  it.each([
    ['new recovery codes', 'recovery', {}],
    ['turning the app off', 'app/off', {}],
    ['another app', 'app/start', {}],
    ['a phone', 'phone/start', { phone: '+15550177' }],
  ])('cannot be had for the password alone, by %s', async (_what, call, fields) => {
    const { user } = await newcomer();
    await forgetProofs(user, '8 hours 1 second');
    const refused = await user.post(`/auth/second-factor/${call}`, { password: PASSWORD, ...fields });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'PROOF_NEEDED' }),
    ]);
    // Nor by a proof that is not of the factor.
    expect((await user.post('/auth/prove', { password: PASSWORD })).statusCode).toBe(200);
    const again = await user.post(`/auth/second-factor/${call}`, { password: PASSWORD, ...fields });
    expect(again.statusCode).toBe(403);
    expect(problemOf(await user.get('/desk'))).toEqual([403, 'member-proof-needed']);
  });

  it('cannot be had by fresh recovery codes for the password', async () => {
    const { user, secret } = await newcomer();
    await forgetProofs(user, '8 hours 1 second');
    const renewed = await user.post('/auth/second-factor/recovery', { password: PASSWORD });
    const [code = ''] = renewed.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [];
    await user.post('/auth/prove', { factor: 'recovery', code });
    expect(problemOf(await user.get('/desk'))).toEqual([403, 'member-proof-needed']);
    // Its owner gets them with a code of the factor.
    expect((await user.post('/auth/prove', { factor: 'app', code: appCode(secret, 1) })).statusCode).toBe(
      200,
    );
    const allowed = await user.post('/auth/second-factor/recovery', { password: PASSWORD });
    expect(allowed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
  });

  it('cannot be had by confirming a phone whose setup began before there was a factor', async () => {
    const user = await signUp(market);
    const phone = '+15550178';
    await user.post('/auth/second-factor/phone/start', { password: PASSWORD, phone });
    const code = await codeSentTo(market.outbox, phone);
    const started = await user.post('/auth/second-factor/app/start', { password: PASSWORD });
    const { secret } = started.json<{ secret: string }>();
    await user.post('/auth/second-factor/app/confirm', { code: appCode(secret) });
    // As in another session than the one that turned the app on.
    await forgetProofs(user, '11 minutes');
    const refused = await user.post('/auth/second-factor/phone/confirm', { code });
    expect(refused.json()).toMatchObject({ code: 'PROOF_NEEDED' });
    await user.post('/auth/prove', { factor: 'app', code: appCode(secret, 1) });
    expect((await user.post('/auth/second-factor/phone/confirm', { code })).statusCode).toBe(200);
  });

  it('is asked for in a trusted browser, whose logins have used the password only', async () => {
    const { email, recovery, another } = await newcomer();
    const send = async (call: string, payload: object, cookie = '') => {
      const headers = { origin: PUBLIC_URL, cookie };
      const answer = await market.app.inject({ method: 'POST', url: `/api/auth${call}`, headers, payload });
      return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    };
    const asked = await send('/sign-in/email', { email, password: PASSWORD });
    const proof = { factor: 'recovery', code: recovery, trustDevice: true };
    const trusted = await send('/second-factor/confirm', proof, asked);
    const desk = async (cookie: string) =>
      (await market.app.inject({ url: '/api/desk', headers: { cookie } })).statusCode;
    expect(await desk(trusted)).toBe(200);
    const again = await send('/sign-in/email', { email, password: PASSWORD }, trusted);
    expect(await desk(again)).toBe(403);
    const code = { factor: 'recovery', code: another };
    await send('/prove', code, again);
    expect(await desk(again)).toBe(200);
  });
});

describe('a member who loses their role or their session while a step is on its way', () => {
  /** Changes the database while the step waits for the change; the step must not be taken. */
  async function whileStepping(user: TestUser, change: string, values: unknown[]): Promise<Response> {
    const pair = await shippedPair();
    const { version } = await readAs(ann, pair);
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query(change, values);
      let isAnswered = false;
      const stepping = user.post('/desk/step', { code: pair.code, version, step: 'receive' });
      void stepping.finally(() => {
        isAnswered = true;
      });
      await expect
        .poll(async () => isAnswered || (await countWaiting(market.database.healthPool)) > 0)
        .toBe(true);
      await other.query('commit');
      const answer = await stepping;
      expect(await readAs(ann, pair)).toMatchObject({ state: 'shipped', version });
      return answer;
    } finally {
      other.release();
    }
  }

  it('takes no step', async () => {
    const roy = await buildMember(market, 'roy', 'desk');
    const revoked = await whileStepping(roy, `update members set role = null where name = 'roy'`, []);
    expect(problemOf(revoked)).toEqual([404, 'not-found']);
    const sue = await buildMember(market, 'sue', 'desk');
    const ended = await whileStepping(sue, 'delete from identity_sessions where user_id = $1', [sue.uid]);
    expect(problemOf(ended)).toEqual([404, 'not-found']);
  });
});

describe('a role', () => {
  it('ends when the account is transferred to the owner of its mailbox', async () => {
    const user = await buildMember(market, 'tom', 'admin');
    await transaction(pool, (tx) => forgetFormerSettings(tx, user.uid));
    expect((await user.get('/desk')).statusCode).toBe(404);
  });

  it('is given to users only', async () => {
    const { code, stderr } = await perkex(market.database, 'grant', 'uid=unknown', 'desk', '--name', 'nemo');
    expect([code, stderr]).toEqual([1, expect.stringContaining('No account has the id unknown.')]);
  });
});

describe('a step', () => {
  it('with another amount than the one that was taken is refused', async () => {
    const pair = await shippedPair();
    for (const step of ['receive', 'pass', 'send', 'parcel-arrived']) {
      await takeAs(ann, pair, step);
    }
    await takePartyStep(buyer, pair.key, { type: 'claim', problem: 'damaged', reason: 'A cut.' });
    const { version } = await readAs(ann, pair);
    const refund = (amount: number) =>
      ann.post('/desk/finance-step', { code: pair.code, version, step: 'refund-part', amount });
    expect((await refund(10)).statusCode).toBe(200);
    const other = await refund(100);
    expect(problemOf(other)).toEqual([409, 'step-refused']);
    expect(other.json()).toMatchObject({ detail: expect.stringContaining('has changed in the meantime') });
    const again = await refund(10);
    expect(again.json<DeskDeal>().balances).toContainEqual({ account: 'refunding', amount: 10 });
  });
});

describe('a member who is the buyer or the seller', () => {
  it.each(['seller', 'buyer'] as const)(
    'sees the deal without the other side, and takes no step as %s',
    async (side) => {
      const trader = await buildTrader(market, `own.${side}@shop.example`);
      await makeMember(market, trader, `own-${side}`, 'admin');
      const pair = await shippedPair({ seller, buyer, [side]: trader });
      const own = await readAs(trader, pair);
      expect(own).toMatchObject({ isOwn: true, deskSteps: [], financeSteps: [] });
      expect(JSON.stringify(own)).not.toContain(TRACKING);
      const others = await readAs(ann, pair);
      expect(JSON.stringify(others)).toContain(TRACKING);
      expect(others).toMatchObject({
        isOwn: false,
        deskSteps: expect.arrayContaining(['receive']),
      });
      const listed = (await trader.get('/desk/deals?queue=arriving')).json<{ deals: DeskRow[] }>().deals;
      expect(listed.filter(({ isOwn }) => isOwn).map(({ code }) => code)).toEqual([pair.code]);
      const refused = await takeAs(trader, pair, 'receive');
      expect(problemOf(refused)).toEqual([409, 'own-deal']);
      const command = await perkex(market.database, 'deal', pair.code, 'receive', '--by', `own-${side}`);
      expect([command.code, command.stderr]).toEqual([
        1,
        expect.stringContaining('is the buyer or the seller of this deal.'),
      ]);
      for (const step of ['receive', 'pass']) {
        expect((await takeAs(ann, pair, step)).statusCode).toBe(200);
      }
      expect((await readAs(ann, pair)).sendTo).not.toBeNull();
      expect((await readAs(trader, pair)).sendTo).toBeNull();
    },
  );
});

describe('the names of members on the command line', () => {
  it('are those of members who may take the step', async () => {
    const pair = await shippedPair();
    await buildMember(market, 'fay', 'finance');
    for (const name of ['someone', 'fay', 'roy']) {
      const { code, stderr } = await perkex(market.database, 'deal', pair.code, 'receive', '--by', name);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`No member named ${name} may take this step`),
      ]);
    }
    expect((await perkex(market.database, 'deal', pair.code, 'receive', '--by', 'ann')).code).toBe(0);
  });
});

describe('addresses', () => {
  it('are read by members who send parcels', async () => {
    const pair = await shippedPair();
    for (const step of ['receive', 'pass']) {
      await takeAs(ann, pair, step);
    }
    const gil = await buildMember(market, 'gil', 'finance');
    expect((await readAs(gil, pair)).sendTo).toBeNull();
  });
});
