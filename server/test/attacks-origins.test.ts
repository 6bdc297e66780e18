import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { identityThatSays, PUBLIC_URL, signUp, type TestUser, useMarket } from './test-app.js';

type Headers = Record<string, string>;

const market = useMarket();
let user: TestUser;

beforeAll(async () => {
  user = await signUp(market);
});

/** The user's cookie, as a browser sends it from any page. */
function postFrom(headers: Headers, path = '/payout', body: object = { payout: 'CC' }): Promise<Response> {
  return market.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { cookie: user.cookie, ...headers },
    payload: { uid: user.uid, ...body },
  });
}

function code(answer: Response): [number, string | undefined] {
  return [answer.statusCode, answer.json<{ code?: string }>().code];
}

async function payout(): Promise<string> {
  return (await user.get(`/getUserData/${user.uid}`)).json<{ payout: { type: string } }>().payout.type;
}

describe('a page of another website cannot change anything with the user’s cookie', () => {
  it.each<[string, Headers]>([
    ['another host', { origin: 'https://evil.example' }],
    ['no host at all (a sandboxed frame, a file)', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://localhost:4000' }],
    ['this machine without a port', { origin: 'http://localhost' }],
    ['another name of this machine at another port', { origin: 'http://127.0.0.1:4000' }],
    ['another scheme', { origin: 'https://localhost:3000' }],
    ['a host that begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['a host that ends like ours', { origin: 'http://evil-localhost:3000' }],
    ['a subdomain', { origin: 'http://shop.localhost:3000' }],
    ['our host as a user name', { origin: 'http://localhost:3000@evil.example' }],
    ['our origin with a path', { origin: `${PUBLIC_URL}/` }],
    ['two origins', { origin: `${PUBLIC_URL}, https://evil.example` }],
    ['an empty origin', { origin: '' }],
    ['every network of this machine', { origin: 'http://0.0.0.0:3000' }],
    ['a browser that calls it cross-site', { 'sec-fetch-site': 'cross-site' }],
    [
      'a browser that calls it cross-site, with our origin',
      { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
    ],
    ['a sister site', { origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' }],
    ['a sister port', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_title, headers) => {
    await user.post('/payout', { payout: 'PAYPAL' });
    for (const path of ['/payout', '/createUserData/', '/shipping', '/ask', '/deleteAsk']) {
      const answer = await postFrom(headers, path);
      expect(code(answer)).toEqual([403, 'foreign-origin']);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(await payout()).toBe('PAYPAL');
  });

  it('and learns it before whether a user is signed in', async () => {
    const [within, without] = [
      await postFrom({ origin: 'https://evil.example' }),
      await postFrom({ origin: 'https://evil.example', cookie: '' }),
    ];
    const refusalOf = (answer: typeof within) => ({ ...answer.json(), requestId: '' });
    expect(refusalOf(within)).toEqual(refusalOf(without));
  });
});

describe('our own pages can', () => {
  it.each<[string, Headers]>([
    ['at the public address', { origin: PUBLIC_URL }],
    ['at localhost', { origin: 'http://localhost:3000' }],
    ['at 127.0.0.1', { origin: 'http://127.0.0.1:3000' }],
    ['at [::1]', { origin: 'http://[::1]:3000' }],
    ['as a browser says it', { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }],
    ['and so can a program, which sends no origin', {}],
    ['and so can an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('%s', async (_title, headers) => {
    expect((await postFrom(headers)).statusCode).toBe(200);
  });
});

describe('another website cannot read', () => {
  it.each(['/api/', '/api/health', '/api/openapi.json'])('%s, although it is public', async (url) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await market.app.inject({ method: 'GET', url, headers });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('and cannot get permission to send JSON', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const answer = await market.app.inject({ method: 'OPTIONS', url: '/api/ask', headers });
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('at a public address on https', () => {
  const shop = useMarket(() => ({
    database: market.database,
    publicUrl: 'https://shop.example',
    identity: identityThatSays(async () => ({ uid: user.uid })),
  }));

  it.each([
    ['https://shop.example', 200],
    ['http://shop.example', 403],
    ['https://shop.example:8443', 403],
    ['https://www.shop.example', 403],
    ['http://localhost', 403],
    ['http://127.0.0.1', 403],
    ['http://localhost:3000', 403],
  ])('a page of %s gets %i', async (origin, status) => {
    const payload = { uid: user.uid, payout: 'CC' };
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/payout',
      headers: { origin },
      payload,
    });
    expect(answer.statusCode).toBe(status);
  });

  it('browsers are instructed to stay on https', async () => {
    const answer = await shop.app.inject('/api/');
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    const plain = await market.app.inject('/api/');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
  });
});
