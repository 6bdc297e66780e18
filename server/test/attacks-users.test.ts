import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts, everything } from './market.js';
import { buildTrader, PUBLIC_URL, type TestUser, useMarket } from './test-app.js';

const NAME = 'Air Test';
const ASK_ID = randomUUID();
const BID_ID = randomUUID();

const order = (price: number) => ({ id: randomUUID(), name: NAME, price, size: '9' });
const SHIPPING = {
  name: 'Eve',
  surname: 'Mallory',
  street: 'Elsewhere',
  street_number: '1',
  city: 'Nowhere',
  zip: '1',
  country: 'None',
  phone: '1',
};

/** Every call of section 7 that changes something, with a body that would be accepted from its user. */
const CALLS: [string, object][] = [
  ['/createUserData/', {}],
  ['/shipping', SHIPPING],
  ['/payout', { payout: 'CC' }],
  ['/payment', { payment: 'PAYPAL' }],
  ['/payment-setup/card', {}],
  ['/payment-setup/card/finish', {}],
  ['/payment-setup/payouts', {}],
  ['/ask', order(300)],
  ['/bid', order(10)],
  ['/sell', order(100)],
  ['/buy', order(200)],
  ['/deleteAsk', { id: ASK_ID }],
  ['/deleteBid', { id: BID_ID }],
  ['/orders/batch', { commands: [{ call: 'deleteAsk', id: ASK_ID }] }],
  ['/orders/pairs', { pairs: [{ product: '1', size: '9' }] }],
  ['/vacation', { act: 'start' }],
  ['/price-rules', { rules: [{ id: ASK_ID, floor: 100 }] }],
];

const market = useMarket();
let victim: TestUser;
let attacker: TestUser;

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
  [victim, attacker] = await Promise.all([buildTrader(market), buildTrader(market)]);
  await victim.post('/ask', { ...order(200), id: ASK_ID });
  await victim.post('/bid', { ...order(100), id: BID_ID });
});

async function expectRefused(call: () => Promise<Response>, status: number, code: string): Promise<void> {
  const before = await everything(market.database);
  const answer = await call();
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  expect(answer.body).not.toContain(victim.uid);
  expect(await everything(market.database)).toEqual(before);
}

describe('a visitor without a session', () => {
  it.each(CALLS)('cannot call %s in a user’s name', async (path, body) => {
    const payload = { uid: victim.uid, ...body };
    await expectRefused(
      () => market.app.inject({ method: 'POST', url: `/api${path}`, payload }),
      401,
      'not-signed-in',
    );
  });

  it('cannot read a user’s data', async () => {
    const url = `/api/getUserData/${victim.uid}`;
    await expectRefused(() => market.app.inject({ method: 'GET', url }), 401, 'not-signed-in');
  });

  it.each([
    ['nothing', () => ''],
    ['rubbish', () => 'better-auth.session_token=rubbish'],
    ['broken percent signs', () => 'better-auth.session_token=%E0%A4%A'],
    ['a signature of zeros', () => victim.cookie.replace(/\.[^.;]*(?=;|$)/, `.${'A'.repeat(43)}%3D`)],
    ['another token under the victim’s signature', () => victim.cookie.replace(/=[^.;]{4}/, '=AAAA')],
    ['the token without its signature', () => victim.cookie.replace(/\.[^.;]*(?=;|$)/, '')],
    ['SQL', () => "better-auth.session_token=' or 1=1 --.x"],
    ['a null byte', () => 'better-auth.session_token=%00.%00'],
    ['ten thousand cookies', () => 'a=b; '.repeat(10_000)],
  ])('is not let in by a cookie of %s', async (_title, cookie) => {
    const url = `/api/getUserData/${victim.uid}`;
    const headers = { cookie: cookie() };
    await expectRefused(() => market.app.inject({ method: 'GET', url, headers }), 401, 'not-signed-in');
  });

  it('is not let in by headers that name a user', async () => {
    const headers = {
      authorization: `Bearer ${victim.uid}`,
      'x-user-id': victim.uid,
      'x-uid': victim.uid,
      'x-forwarded-user': victim.uid,
      'x-forwarded-for': '127.0.0.1',
    };
    const url = `/api/getUserData/${victim.uid}?uid=${victim.uid}`;
    await expectRefused(() => market.app.inject({ method: 'GET', url, headers }), 401, 'not-signed-in');
  });

  it('is refused before any check of the body', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['{', '[]', 'x'.repeat(100_000)]) {
      await expectRefused(
        () => market.app.inject({ method: 'POST', url: '/api/ask', headers, payload }),
        401,
        'not-signed-in',
      );
    }
  });
});

describe('a user', () => {
  it.each(CALLS)('cannot call %s in another user’s name', async (path, body) => {
    await expectRefused(() => attacker.post(path, { ...body, uid: victim.uid }), 403, 'not-yours');
  });

  it('cannot read another user’s data, whether that user exists or not', async () => {
    for (const uid of [victim.uid, 'unknown', attacker.uid.toUpperCase(), `${attacker.uid}%20`, '%00', '1']) {
      await expectRefused(() => attacker.get(`/getUserData/${uid}`), 403, 'not-yours');
    }
  });

  it('is refused before any check of the rest of the body', async () => {
    const broken = { uid: victim.uid, id: 5, price: 'x', more: [] };
    await expectRefused(() => attacker.post('/ask', broken), 403, 'not-yours');
  });

  it.each([null, 5, true, [], {}, '', '   '])(
    'cannot leave out who they are: the uid %j is refused',
    async (uid) => {
      const before = await everything(market.database);
      const answer = await attacker.post('/payout', { payout: 'PAYPAL', uid });
      expect([403, 422]).toContain(answer.statusCode);
      expect(await everything(market.database)).toEqual(before);
    },
  );

  it('cannot hide another uid behind their own, or in a list, or in the prototype', async () => {
    const [own, other] = [JSON.stringify(attacker.uid), JSON.stringify(victim.uid)];
    for (const [payload, status] of [
      [`{"uid":${own},"payout":"PAYPAL","uid":${other}}`, 403],
      [`{"uid":[${other}],"payout":"PAYPAL"}`, 422],
      [`{"uid":{"uid":${other}},"payout":"PAYPAL"}`, 422],
      [`{"uid":${own},"payout":"PAYPAL","__proto__":{"uid":${other}}}`, 400],
      [`{"uid":${own},"payout":"PAYPAL","UID":${other}}`, 422],
    ] as const) {
      const before = await everything(market.database);
      const headers = { cookie: attacker.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' };
      const answer = await market.app.inject({ method: 'POST', url: '/api/payout', headers, payload });
      expect([payload, answer.statusCode]).toEqual([payload, status]);
      expect(await everything(market.database)).toEqual(before);
    }
  });

  it('acts as themselves, whatever the address says', async () => {
    const own = await attacker.post(`/payout?uid=${victim.uid}`, { payout: 'CC' });
    expect(own.statusCode).toBe(200);
    const { payout } = (await victim.get(`/getUserData/${victim.uid}`)).json<{ payout: { type: string } }>();
    expect(payout).toEqual({ type: 'PAYPAL' });
  });

  it('cannot remove another user’s orders as themselves', async () => {
    await expectRefused(() => attacker.post('/deleteAsk', { id: ASK_ID }), 404, 'unknown-order');
    await expectRefused(() => attacker.post('/deleteBid', { id: BID_ID }), 404, 'unknown-order');
  });

  it('has no access once signed out, though the cookie is still known', async () => {
    const gone = await buildTrader(market);
    const headers = { cookie: gone.cookie, origin: PUBLIC_URL };
    const out = await market.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
    expect(out.statusCode).toBe(200);
    await expectRefused(() => gone.get(`/getUserData/${gone.uid}`), 401, 'not-signed-in');
    await expectRefused(() => gone.post('/ask', order(300)), 401, 'not-signed-in');
  });

  it('is refused without information about other users', async () => {
    const answer = await attacker.get(`/getUserData/${victim.uid}`);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      requestId: expect.any(String),
      title: 'Forbidden',
      status: 403,
      code: 'not-yours',
      detail: 'This belongs to another user.',
    });
  });
});
