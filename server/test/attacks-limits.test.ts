import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, signUp, type TestUser, useMarket } from './test-app.js';
import { getByWire } from './wire.js';

/** The requests that one address may make in a minute. */
const REQUESTS = 3_000;

const market = useMarket({ rateLimits: true });
let user: TestUser;

beforeAll(async () => {
  user = await signUp(market);
});

function visit(url: string, remoteAddress: string, headers: Record<string, string> = {}): Promise<Response> {
  return market.app.inject({ method: 'GET', url, remoteAddress, headers });
}

/** Makes as many requests as one address may, and one more. */
async function exhaust(address: string): Promise<Response> {
  for (let sent = 0; sent < REQUESTS; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => visit('/api/prices', address)));
  }
  return visit('/api/prices', address);
}

describe('an address that exceeds its limit', () => {
  it('is asked to wait and for how long, while others are served', async () => {
    const answer = await exhaust('192.0.2.1');
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      {
        type: 'about:blank',
        requestId: expect.any(String),
        title: 'Too Many Requests',
        status: 429,
        code: 'too-many-requests',
        detail: 'Too many requests. Please wait a moment.',
      },
    ]);
    const waitSeconds = Number(answer.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect((await visit('/api/', '192.0.2.2')).statusCode).toBe(200);
  });

  it('does not get further by claiming to be another', async () => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'forwarded']) {
      expect((await visit('/api/', '192.0.2.1', { [name]: '198.51.100.1' })).statusCode).toBe(429);
    }
  });

  it.each(['/api/nothing-here', '/api/getUserData/unknown', '/nowhere'])(
    'is refused before any other check: %s',
    async (url) => {
      expect((await visit(url, '192.0.2.1')).statusCode).toBe(429);
    },
  );

  it('cannot save settings either, and the refused request changes nothing', async () => {
    const payload = { uid: user.uid, payout: 'CC' };
    const headers = { cookie: user.cookie };
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/payout',
      headers,
      payload,
      remoteAddress: '192.0.2.1',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([429, { code: 'too-many-requests' }]);
    const { payout } = (await user.get(`/getUserData/${user.uid}`)).json<{ payout: object }>();
    expect(payout).toEqual({ type: '' });
  });

  it('gets no cached response either', async () => {
    expect((await getByWire(market, '/api/trending')).statusCode).toBe(200);
    expect((await getByWire(market, '/api/trending')).statusCode).toBe(200);
    await exhaust('127.0.0.1');
    expect((await getByWire(market, '/api/trending')).statusCode).toBe(429);
  });
});

it('without limits no request is refused for being one too many', async () => {
  const unlimited = await buildTestApp();
  const answers = await Promise.all(
    Array.from({ length: REQUESTS + 10 }, () => unlimited.app.inject('/api/prices')),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
  await unlimited.close();
});
