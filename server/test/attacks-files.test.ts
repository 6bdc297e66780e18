import type { AddressInfo } from 'node:net';
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from './market.js';
import { RawConnection, statuses } from './raw-connection.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';
import { useWebBuild } from './web-build.js';

const FILE = '/assets/index-1.js';
const FILES = [FILE, '/favicon.svg', '/banners/1-mobile.svg', '/api/docs/static/swagger-ui.css'];

const web = useWebBuild();
const market = useMarket(async () => ({ pages: await web.build() }));
let user: TestUser;

beforeAll(async () => {
  await buildProducts(market.database, ['Air Test']);
  user = await buildTrader(market);
});

function visit(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return market.app.inject({
    method: method as InjectOptions['method'] & string,
    url,
    headers: { cookie: user.cookie, ...headers },
  });
}

function refusal(answer: Response): unknown {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

describe('a part of a file', () => {
  it.each(['bytes=99999999-', 'bytes=-0', 'bytes=5-1', 'bytes=-99999999999', 'bytes=a-b', 'bytes='])(
    'that does not exist is refused: %s',
    async (range) => {
      for (const url of FILES) {
        expect(refusal(await visit(url, { range }))).toEqual([416, 'unsatisfiable-range']);
      }
    },
  );

  it('that exists is sent', async () => {
    const answer = await visit(FILE, { range: 'bytes=0-5' });
    expect([answer.statusCode, answer.body]).toEqual([206, 'export']);
  });
});

describe('a conditional request for a file', () => {
  it.each([
    ['if-match', 'x'],
    ['if-match', '"x", "y"'],
    ['if-match', ','],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['if-unmodified-since', '-1'],
  ])('whose condition is not met is refused: %s %s', async (name, value) => {
    for (const url of FILES) {
      expect(refusal(await visit(url, { [name]: value }))).toEqual([412, 'precondition-failed']);
    }
  });

  it('whose condition is met is answered with the file', async () => {
    const { headers } = await visit(FILE);
    expect((await visit(FILE, { 'if-match': String(headers.etag) })).statusCode).toBe(200);
    expect((await visit(FILE, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });
});

describe('a path out of the folder', () => {
  let port = 0;

  beforeAll(async () => {
    await market.app.listen({ host: '127.0.0.1', port: 0 });
    port = (market.app.server.address() as AddressInfo).port;
  });

  it.each(['../x', '..', '%2e%2e/x', '%2e%2e%2fx', '..%5cx', '%00', 'a%00b', '%', '%ff', '.env', '/x'])(
    'of the documentation is answered 404: %s',
    async (path) => {
      // Unchanged: most clients would shorten it.
      const connection = new RawConnection(port);
      await connection.say(`GET /api/docs/static/${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const heard = await connection.closed();
      expect(statuses(heard)).toEqual([404]);
      expect(heard).toContain('"code":"not-found"');
    },
  );
});

/** Headers that a file, a drawing, a page or a call could stumble over. */
const HEADERS: [string, string][] = [
  ...['bytes=99999999-', 'bytes=9-,8-', 'items=1-2', `bytes=${'9'.repeat(30)}-`].map(named('range')),
  ...['*', 'W/"x"', ',', '""'].flatMap((value) => [named('if-match')(value), named('if-none-match')(value)]),
  ...['x', '0', '9'.repeat(100)].flatMap((value) => [
    named('if-modified-since')(value),
    named('if-unmodified-since')(value),
    named('if-range')(value),
  ]),
  ...['gzip;q=x', '*;q=0', ';;;', 'br;q=0, *;q=0', 'gzip'.repeat(500)].map(named('accept-encoding')),
  ...['99', '1.x'].map(named('accept-version')),
  ...['=;;=', 'a=%', '__proto__=1', 'a'.repeat(5_000)].map(named('cookie')),
  ...['null', 'http://', '\x80'].map(named('origin')),
  ...['[::1', 'a b', 'x:99999'].map(named('host')),
  ...['Basic x', 'Bearer '].map(named('authorization')),
  ...['x', 'application/json; charset=x'].map(named('content-type')),
];

const ADDRESSES = [
  ...FILES,
  '/',
  '/product/1',
  '/product/%00',
  '/login',
  '/robots.txt',
  '/sitemap.xml',
  '/nowhere',
  '/drawings/1.svg',
  '/drawings/0.svg',
  '/drawings/-1.svg',
  '/drawings/1.svg/',
  '/assets/',
  '/assets/index-1.js/',
  '/assets/index-1.js%00',
  '/favicon.svg?x=%',
  '/api/',
  '/api/?name=%',
  '/api/1',
  '/api/99999999999',
  '/api/prices?name=%',
  '/api/trending',
  '/api/health',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/json',
  '/api/auth/get-session',
  '/api/auth/security',
  '/api/auth/github/callback?code=%',
];

function named(name: string): (value: string) => [string, string] {
  return (value) => [name, value];
}

describe('unusual headers', () => {
  it.each(ADDRESSES)('cause no error in the server: %s', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answers = await Promise.all(
        HEADERS.map(async ([name, value]) => {
          const { statusCode } = await visit(url, { [name]: value }, method);
          return statusCode >= 500 ? `${statusCode} for ${method} with ${name}: ${value}` : null;
        }),
      );
      expect(answers.filter((answer) => answer !== null)).toEqual([]);
    }
  });
});
