import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts, everything } from './market.js';
import { buildTrader, PUBLIC_URL, type TestUser, useMarket } from './test-app.js';
import { useWebBuild } from './web-build.js';

const NAME = 'Air Test';
const POSTS = [
  'createUserData',
  'shipping',
  'payout',
  'payment',
  'ask',
  'bid',
  'sell',
  'buy',
  'deleteAsk',
  'deleteBid',
];
const GETS = [
  '/api/',
  '/api/1',
  '/api/prices?name=Air+Test',
  '/api/trending',
  '/api/health',
  '/api/openapi.json',
  '/api/docs',
];

const web = useWebBuild();
const market = useMarket(async () => ({ pages: await web.build() }));
let user: TestUser;

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
  user = await buildTrader(market);
});

/** A request of the signed-in user. */
function ask(method: string, url: string, more: InjectOptions = {}): Promise<Response> {
  const headers = { cookie: user.cookie, origin: PUBLIC_URL };
  return market.app.inject({ method: method as 'GET', url, headers, ...more });
}

function expectNowhere(answer: Response): void {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    {
      type: 'about:blank',
      requestId: expect.any(String),
      title: 'Not Found',
      status: 404,
      code: 'not-found',
      detail: 'There is nothing at this address.',
    },
  ]);
}

describe('another method', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH', 'PROPFIND'])(
    '%s does not reach any call that writes',
    async (method) => {
      const before = await everything(market.database);
      for (const call of POSTS) {
        const body = { uid: user.uid, id: randomUUID(), name: NAME, price: 100, size: '9', payout: 'PAYPAL' };
        expectNowhere(
          await ask(method, `/api/${call}?${new URLSearchParams(JSON.parse(JSON.stringify(body)))}`),
        );
        if (method !== 'GET' && method !== 'TRACE') {
          expectNowhere(await ask(method, `/api/${call}`, { payload: body }));
        }
      }
      expect(await everything(market.database)).toEqual(before);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s does not reach any call that reads',
    async (method) => {
      const before = await everything(market.database);
      for (const url of [...GETS, `/api/getUserData/${user.uid}`]) {
        expectNowhere(await ask(method, url));
      }
      expect(await everything(market.database)).toEqual(before);
    },
  );

  it('does not result from a POST with a header', async () => {
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const headers = { cookie: user.cookie, origin: PUBLIC_URL, [header]: 'POST' };
      expectNowhere(await ask('GET', '/api/ask', { headers }));
    }
  });

  it('HEAD answers as GET, without the body', async () => {
    for (const url of [...GETS, `/api/getUserData/${user.uid}`]) {
      const [get, head] = [await ask('GET', url), await ask('HEAD', url)];
      expect([url, head.statusCode, head.body]).toEqual([url, 200, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });
});

describe('reading', () => {
  it('changes nothing, whatever it reads', async () => {
    const before = await everything(market.database);
    for (const url of [...GETS, `/api/getUserData/${user.uid}`, '/api/999', '/drawings/1.svg']) {
      await ask('GET', url);
      await ask('HEAD', url);
      await ask('GET', url, { payload: { uid: user.uid, payout: 'CC' } });
    }
    expect(await everything(market.database)).toEqual(before);
  });
});

describe('a malformed address', () => {
  it.each([
    '/api//',
    '/api//1',
    '/api/1//',
    '/api/1%2f',
    '/api/..%2f..%2fetc%2fpasswd',
    '/api/..;/1',
    '/api/1;x=1',
    '/api/1%20',
    '/api/1%0d%0aset-cookie:%20a=b',
    '/api/1.json',
    '/api/GETUSERDATA/x',
    '/api/deleteask',
    '/api/\\1',
    '/drawings/..%2f1.svg',
    '/drawings/1.svg%00.png',
    '/drawings/1.png',
    '/assets/..%2fpackage.json',
  ])('%s is answered 404', async (url) => {
    expectNowhere(await ask('GET', url));
  });

  it.each([
    '//api/',
    '//evil.example/api/',
    '/api%2f1',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/api/1%3f/../../x',
    '/assets/../../package.json',
    '/API/',
    '/Api/1',
    '/.env',
    '/package.json',
    '/server/src/main.ts',
    '/node_modules/fastify/package.json',
  ])('%s redirects to the front page and to no other website', async (url) => {
    const answer = await ask('GET', url);
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([302, '/', '']);
  });

  it('of the front page is the front page', async () => {
    for (const url of ['//', '/?next=//evil.example']) {
      const answer = await ask('GET', url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.body).not.toContain('evil');
    }
  });

  it('is not repeated in the answer', async () => {
    const answer = await ask('GET', '/api/<script>alert(1)</script>');
    expectNowhere(answer);
    expect(answer.body).not.toContain('script');
  });

  it('that is very long is refused, without side effects', async () => {
    expectNowhere(await ask('GET', `/api/${'a/'.repeat(50_000)}`));
    expect((await ask('GET', `/api/?name=${'%F0%9F%91%9F'.repeat(5_000)}`)).statusCode).toBe(422);
    expect((await ask('GET', `/api/?${'a=b&'.repeat(50_000)}`)).statusCode).toBe(200);
    expect((await ask('GET', '/api/health')).statusCode).toBe(200);
  });

  it('cannot choose the host in any generated address', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    for (const url of [...GETS, '/', '/product/1', '/robots.txt', '/sitemap.xml']) {
      const answer = await ask('GET', url, { headers });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(`${JSON.stringify(answer.headers)}${answer.body}`).not.toContain('evil.example');
    }
  });
});

describe('many headers', () => {
  it('without meaning change nothing', async () => {
    const flood = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x-flood-${index}`, 'a']));
    const answer = await ask('GET', '/api/health', { headers: flood });
    expect(answer.json()).toEqual({ status: 'ok' });
  });
});

it.each(['/api/%', '/api/%ff', `/api/${'9'.repeat(400)}`, `/api/getUserData/${'a'.repeat(400)}`])(
  'an unreadable address is answered 404: %s',
  async (url) => {
    const answer = await market.app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not-found' }]);
    expect(answer.body).not.toContain('FST_');
  },
);
