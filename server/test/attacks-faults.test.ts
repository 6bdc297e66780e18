import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { QueueFullError } from '../src/orders/command-queue.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import { DatabaseAwayError } from '../src/orders/order-lane.js';
import { buildProducts, openEngine } from './market.js';
import {
  buildTestApp,
  buildTrader,
  expectBusy,
  identityThatSays,
  type TestApp,
  type TestUser,
  useMarket,
} from './test-app.js';

const NAME = 'Air Test';
/** The internals that no answer may contain. */
const INSIDE =
  /select|insert|relation|column|syntax|\.ts|\.js|node_modules|\/server\/|at \w+ \(|stack|Error:|FST_|ECONN|pg_|postgres|Invalid input|expected .* received|\[object/i;

const INTERNAL = {
  type: 'about:blank',
  requestId: expect.any(String),
  title: 'Internal Server Error',
  status: 500,
  code: 'internal-error',
  detail: 'Something went wrong on our side.',
};

const market = useMarket({ engine: faultyEngine });
let user: TestUser;
/** Replaces the engine's work on the next command. */
let fault: Error | null = null;

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
  user = await buildTrader(market);
});

function faultyEngine(database: TestApp['database']): MatchingEngine {
  const engine = openEngine(database);
  const submit = engine.submit.bind(engine);
  engine.submit = (command) => (fault ? Promise.reject(fault) : submit(command));
  return engine;
}

function order() {
  return { id: randomUUID(), name: NAME, price: 100, size: '9' };
}

async function askWith(error: Error): Promise<Response> {
  fault = error;
  try {
    return await user.post('/ask', order());
  } finally {
    fault = null;
  }
}

function expectQuiet(answer: Response): void {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.body).not.toMatch(INSIDE);
}

describe('an internal error', () => {
  it.each([
    [
      'an error with SQL in it',
      new Error('insert into orders (secret) violates check "x" at /server/src/x.ts'),
    ],
    [
      'an error of the database',
      Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (id)' }),
    ],
    ['an error that claims to be a success', Object.assign(new Error('select 1'), { statusCode: 200 })],
    ['an error that claims an odd status', Object.assign(new Error('select 1'), { statusCode: 418 })],
    ['an error with a cause', new Error('outer', { cause: new Error('select 1') })],
  ])('is answered without internals: %s', async (_title, error) => {
    const answer = await askWith(error);
    expectQuiet(answer);
    expect([answer.statusCode, answer.json()]).toEqual([500, INTERNAL]);
  });

  it('leaves the next order alone', async () => {
    await askWith(new Error('once'));
    expect((await user.post('/ask', order())).statusCode).toBe(200);
  });

  it('in a statement of a page reveals nothing of the statement', async () => {
    const broken = await buildTestApp();
    const reader = await buildTrader(broken);
    await broken.database.pool.query('alter table products rename to gone');
    await broken.database.pool.query('alter table accounts rename to also_gone');
    for (const answer of [
      ...(await Promise.all(
        ['/api/', '/api/1', '/api/prices?name=x', '/drawings/1.svg'].map((url) => broken.app.inject(url)),
      )),
      await reader.get(`/getUserData/${reader.uid}`),
      await reader.post('/payout', { payout: 'CC' }),
      await reader.post('/ask', order()),
    ]) {
      expectQuiet(answer);
      expect([answer.statusCode, answer.json()]).toEqual([500, INTERNAL]);
    }
    await broken.close();
  });

  it('in the identity service lets no one in', async () => {
    const { app, close } = await appWith(async () => {
      throw new Error('select token from identity_sessions');
    });
    const answer = await app.inject(`/api/getUserData/${user.uid}`);
    expectQuiet(answer);
    expect([answer.statusCode, answer.json()]).toEqual([500, INTERNAL]);
    await close();
  });
});

describe('a market that cannot accept the order at the moment', () => {
  it.each([
    ['because too many wait', new QueueFullError('2000 commands wait')],
    ['because the database stays away', new DatabaseAwayError('connect ECONNREFUSED')],
    ['because its connection broke', new Error('Connection terminated unexpectedly')],
    ['because the database shuts down', Object.assign(new Error('terminating'), { code: '57P01' })],
  ])('asks to retry in a moment, %s', async (_title, error) => {
    const answer = await askWith(error);
    expectQuiet(answer);
    expectBusy(answer);
  });
});

describe('the log', () => {
  it('names a failed request by the id in its answer, and ignores an id from the client', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const failing = async () => {
      throw new Error('a bug');
    };
    const { app, close } = await appWith(failing, log);
    const answer = await app.inject({
      url: `/api/getUserData/${user.uid}`,
      headers: { 'request-id': 'chosen', 'x-request-id': 'chosen', traceparent: 'chosen' },
    });
    await close();
    const { requestId } = answer.json<{ requestId: string }>();
    expect(requestId).toMatch(/^[0-9A-F]{8}$/);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'a request failed', requestId }]);
    expect(lines.join('')).not.toContain('chosen');
  });

  it('at its most detailed contains no code from an address', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const { app, close } = await appWith(async () => null, log);
    await app.inject('/reset-password?oobCode=a-reset-code');
    await app.inject('/api/auth/github/callback?code=a-github-code&state=a-state');
    await close();
    const text = lines.join('');
    expect(text).toContain('/reset-password');
    expect(text).not.toMatch(/a-reset-code|a-github-code|a-state/);
  });
});

describe('an answer with a user’s data', () => {
  it('is cached nowhere', async () => {
    const { headers } = await user.get(`/getUserData/${user.uid}`);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('every refusal', () => {
  const post = (path: string, body: object) => () => user.post(path, body);
  const raw =
    (headers: Record<string, string>, payload: string, path = '/payout') =>
    () =>
      market.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { cookie: user.cookie, 'content-type': 'application/json', ...headers },
        payload,
      });

  it.each<[number, string, string, () => Promise<Response>]>([
    [400, 'bad-json', 'Bad Request', raw({}, '{')],
    [401, 'not-signed-in', 'Unauthorized', raw({ cookie: '' }, '{}')],
    [403, 'not-yours', 'Forbidden', post('/payout', { uid: 'unknown' })],
    [403, 'foreign-origin', 'Forbidden', raw({ origin: 'https://evil.example' }, '{}')],
    [404, 'not-found', 'Not Found', post('/nothing', {})],
    [404, 'unknown-product', 'Not Found', post('/ask', { ...order(), name: 'x' })],
    [404, 'unknown-order', 'Not Found', post('/deleteAsk', { id: randomUUID() })],
    [409, 'no-bids', 'Conflict', post('/sell', order())],
    [413, 'too-large', 'Payload Too Large', raw({}, ' '.repeat(20_000))],
    [415, 'unsupported-type', 'Unsupported Media Type', raw({ 'content-type': 'text/plain' }, 'x')],
    [422, 'unknown-size', 'Unprocessable Entity', post('/ask', { ...order(), size: '47' })],
    [422, 'invalid-price', 'Unprocessable Entity', post('/ask', { ...order(), price: 0 })],
    [422, 'invalid-body', 'Unprocessable Entity', post('/ask', {})],
  ])(
    '%i %s has the same form, a message for users, and the headers of a page',
    async (status, code, title, call) => {
      const answer = await call();
      expectQuiet(answer);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json(; charset=utf-8)?$/);
      expect(answer.json()).toEqual({
        type: 'about:blank',
        requestId: expect.any(String),
        title,
        status,
        code,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
      });
      expectGuarded(answer);
    },
  );

  it('and every other answer has the security headers', async () => {
    for (const answer of [
      await market.app.inject('/api/'),
      await market.app.inject('/api/health'),
      await market.app.inject('/drawings/1.svg'),
      await market.app.inject('/'),
      await user.get(`/getUserData/${user.uid}`),
      await user.post('/payout', { payout: 'CC' }),
      await askWith(new Error('a bug')),
    ]) {
      expectGuarded(answer);
    }
  });

  function expectGuarded(answer: Response): void {
    const { headers } = answer;
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
  }
});

/** Another server on the same database, with this identity. */
function appWith(
  signedIn: () => Promise<{ uid: string } | null>,
  log = pino({ level: 'silent' }),
): Promise<TestApp> {
  return buildTestApp({ database: market.database, identity: identityThatSays(signedIn), log });
}
