import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { CALL_ADDRESSES, type CallAddress } from '@perkex/contract/call-addresses.js';
import { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import type { OwnKey } from '@perkex/contract/keys.js';
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import type pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../src/errors/busy-error.js';
import { findKeyOf } from '../src/keys/identity-with-keys.js';
import { newKeyText } from '../src/keys/key-text.js';
import { KeysOfOrders } from '../src/keys/keys-of-orders.js';
import { changedOrderId } from '../src/orders/change-order.js';
import { MatchingEngine } from '../src/orders/matching-engine.js';
import type { OrderCommand } from '../src/orders/order-command.js';
import { EventReader, listen } from './event-reader.js';
import { faultyPool } from './faulty-pool.js';
import { buildProducts, openEngine } from './market.js';
import {
  buildTestApp,
  buildTrader,
  identityThatSays,
  PASSWORD,
  signIn,
  type TestApp,
  type TestUser,
  useMarket,
  useSoundMarket,
} from './test-app.js';

const market = useSoundMarket({ rateLimits: true, trustProxy: true });
/** A second server on the same database, without limits of requests. */
const other = useMarket(() => ({ database: market.database }));
let owner: TestUser;
let name: string;
let productId: number;

beforeEach(async () => {
  owner = await buildTrader(other, `${randomUUID()}@shop.example`);
  name = `Air ${randomUUID()}`;
  [productId = 0] = await buildProducts(market.database, [name]);
});

const ANYTHING = {
  name: 'Bot',
  scopes: ['read', 'trade'],
  maxOrder: null,
  maxDay: null,
  side: null,
  products: null,
  addresses: null,
  days: null,
};

async function makeKey(terms: object = {}, of = owner): Promise<{ text: string; key: OwnKey }> {
  const answer = await of.post('/keys/make', { ...ANYTHING, ...terms });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Makes requests as a program does. */
function program(text: string, { app }: TestApp = market, headers: InjectOptions['headers'] = {}) {
  const all = { authorization: `Bearer ${text}`, ...headers };
  return {
    get: (path: string) => app.inject({ method: 'GET', url: `/api${path}`, headers: all }),
    post: (path: string, body: object, more: InjectOptions['headers'] = {}) =>
      app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { ...all, ...more },
        payload: { uid: owner.uid, ...body },
      }),
  };
}

const order = (price: number, more: object = {}) => ({ id: randomUUID(), name, price, size: '9', ...more });

const noOrder = async () => ({ refused: 'unknown-order' }) as const;

function keysInto(pool: pg.Pool): KeysOfOrders {
  const findProduct = async () => ({ id: productId });
  return new KeysOfOrders({
    ...{ pool, findProduct, findOrder: noOrder, changedOrderId },
    onFailure: () => {},
  });
}

async function keyWith(terms: object) {
  const { text } = await makeKey(terms);
  const key = await findKeyOf(market.database.pool, { authorization: `Bearer ${text}` });
  if (key === null) {
    throw new Error('The key was not found.');
  }
  return key;
}

/** The status, and the code of a refusal. */
function outcome({ statusCode, headers, body }: Response): string {
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  return isProblem ? `${statusCode} ${JSON.parse(body).code}` : String(statusCode);
}

const keysOf = async (user = owner) => (await user.get('/keys')).json<{ keys: OwnKey[] }>().keys;

describe('making a key', () => {
  it('shows it once, stores only its hash, and reports it to its owner', async () => {
    const { text, key } = await makeKey({ maxOrder: 300, products: [productId, productId], days: 30 });
    expect(text).toMatch(/^pkx_live_[0-9A-Za-z]{38}$/);
    expect(await keysOf()).toEqual([key]);
    expect(key).toMatchObject({ products: [{ id: productId, name }], maxOrder: 300, lastUsedAt: null });
    const { rows } = await market.database.pool.query('select * from api_keys where user_id = $1', [
      owner.uid,
    ]);
    expect(JSON.stringify(rows)).not.toContain(text.slice(9, 41));
    const { events } = (await owner.get('/auth/events')).json<{ events: { kind: string }[] }>();
    expect(events.map(({ kind }) => kind)).toContain('key-made');
    await vi.waitFor(async () => {
      const { notices } = (await owner.get('/notices')).json<{ notices: { kind: string; mail: string }[] }>();
      expect(notices).toMatchObject([{ kind: 'key-made', mail: 'none' }]);
    }, 60_000);
    const exported = (await owner.get('/export')).json<{ keys: OwnKey[] }>();
    expect(exported.keys).toEqual([key]);
  });

  it('takes a recent proof, and so do a change and the end of a key', async () => {
    const { key } = await makeKey();
    await market.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [owner.uid],
    );
    const { days: _, ...terms } = ANYTHING;
    const outcomes = [
      await owner.post('/keys/make', ANYTHING),
      await owner.post('/keys/change', { key: key.key, ...terms, scopes: ['money'] }),
      await owner.post('/keys/revoke', { key: key.key }),
    ].map(outcome);
    expect(outcomes).toEqual(Array(3).fill('403 proof-needed'));
    expect(await keysOf()).toEqual([key]);
  });

  it.each([
    [
      'wrong terms',
      [
        { scopes: [] },
        { scopes: ['admin'] },
        { scopes: ['read', 'read'] },
        { name: ' ' },
        { addresses: ['203.0.113.0/33'] },
        { addresses: ['shop.example'] },
        { products: Array(51).fill(1) },
        { maxDay: 0 },
        { days: 0 },
        { text: 'pkx_live_1' },
      ],
      '422 invalid-body',
    ],
    ['a limit that is not a price', [{ maxOrder: 0.5 }], '422 invalid-price'],
    ['an unknown product', [{ products: [2 ** 31 - 1] }], '404 unknown-product'],
  ])('is refused with %s', async (_what, all, expected) => {
    for (const terms of all) {
      const answer = await owner.post('/keys/make', { ...ANYTHING, ...terms });
      expect(outcome(answer), JSON.stringify(terms)).toBe(expected);
    }
  });

  it('is limited to 20 keys', async () => {
    await market.database.pool.query(
      `insert into api_keys (user_id, id, key_hash, name, scopes)
       select $1, id, id::text, '', '{read}' from (select gen_random_uuid() as id from generate_series(1, 19)) as ids`,
      [owner.uid],
    );
    await makeKey();
    expect(outcome(await owner.post('/keys/make', ANYTHING))).toBe('409 too-many-keys');
  });
});

describe('a program with a key', () => {
  it('acts as its user, without an origin, and learns how many requests it has left', async () => {
    const { text } = await makeKey();
    const bot = program(text, market, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    const placed = await bot.post('/bid', order(200));
    expect(outcome(placed)).toBe('200');
    expect(placed.headers['ratelimit-policy']).toBe('"key";q=3000;w=60');
    expect(placed.headers.ratelimit).toMatch(/^"key";r=2999;t=60$/);
    const data = (await bot.get(`/getUserData/${owner.uid}`)).json<{ bids: object[] }>();
    expect(data.bids).toHaveLength(2);
    const [key] = await keysOf();
    expect(Date.parse(key?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('names its user, so that its program need not', async () => {
    const { text } = await makeKey();
    expect((await program(text).get('/getUserData/me')).json()).toMatchObject({ payout: { type: 'PAYPAL' } });
    const body = { ...order(200), uid: undefined };
    expect(outcome(await program(text).post('/ask', body))).toBe('200');
    expect(outcome(await owner.get('/getUserData/me'))).toBe('403 not-yours');
    expect(outcome(await owner.post('/ask', { ...order(210), uid: undefined }))).toBe('422 invalid-body');
  });

  it('is refused by another user’s data', async () => {
    const { text } = await makeKey();
    const stranger = await buildTrader(other);
    expect(outcome(await program(text).get(`/getUserData/${stranger.uid}`))).toBe('403 not-yours');
    expect(outcome(await program(text).post('/bid', order(200, { uid: stranger.uid })))).toBe(
      '403 not-yours',
    );
    const { key } = await makeKey({}, stranger);
    expect(outcome(await owner.post('/keys/revoke', { key: key.key }))).toBe('200');
    expect(await keysOf(stranger)).toHaveLength(1);
  });

  it('makes no call without its scope, and none that names no scope', async () => {
    const calls = { ...CALL_ADDRESSES, ...IDENTITY_ADDRESSES } as Record<string, CallAddress>;
    const { text } = await makeKey({ scopes: ['money'] });
    const answers: Record<string, string> = {};
    for (const [call, { method, path, for: audience, scope }] of Object.entries(calls)) {
      if (audience === 'user' && scope !== 'money') {
        const url = `/api${path.replaceAll(/:\w+/g, randomUUID())}`;
        const headers = { authorization: `Bearer ${text}`, cookie: owner.cookie };
        const body = method === 'POST' ? { payload: { uid: owner.uid } } : {};
        answers[call] = outcome(await market.app.inject({ method, url, headers, ...body }));
      }
    }
    // Without deals, their addresses are unknown. The identity service has its own refusals.
    const isRefused = (answer: string) => ['403 missing-scope', '404 not-found', '401'].includes(answer);
    expect(Object.entries(answers).filter(([, answer]) => !isRefused(answer))).toEqual([]);
    expect(answers).toMatchObject({
      userData: '403 missing-scope',
      makeKey: '403 missing-scope',
      bid: '403 missing-scope',
    });
    expect(answers.security).toBe('401');
  });

  it('is not a member, and reads no cookie beside the key', async () => {
    const { text } = await makeKey();
    expect(outcome(await program(text, market, { cookie: owner.cookie }).get('/desk'))).toBe('404 not-found');
    const wrong = program(newKeyText(), market, { cookie: owner.cookie });
    expect(outcome(await wrong.get(`/getUserData/${owner.uid}`))).toBe('401 invalid-key');
    expect(outcome(await wrong.post('/auth/sign-out', {}))).toBe('200');
    expect(outcome(await owner.get('/keys'))).toBe('200');
  });

  it('is refused with a mistyped, unknown, cut, doubled or oversized key', async () => {
    const { text } = await makeKey();
    for (const authorization of [
      `Bearer ${text.slice(0, -1)}?`,
      `Bearer ${newKeyText()}`,
      `Bearer ${text.slice(0, 20)}`,
      `Bearer ${text},Bearer ${text}`,
      `Bearer ${text}${'0'.repeat(9_000)}`,
    ]) {
      const headers = { authorization, cookie: owner.cookie };
      const answer = await market.app.inject({ url: '/api/notices', headers });
      expect(outcome(answer), authorization).toBe('401 invalid-key');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    // A proxy may have judged the second header.
    const url = `${await listen(market)}/api/notices`;
    const twice = [
      'Authorization',
      `Bearer ${text}`,
      'Authorization',
      `Bearer ${newKeyText()}`,
      'Host',
      'localhost',
    ];
    const [answer] = await once(request(url, { headers: twice }).end(), 'response');
    answer.resume();
    expect(answer.statusCode).toBe(401);
  });

  it('is not signed in by a key elsewhere than in the header', async () => {
    const { text } = await makeKey();
    for (const [url, headers] of [
      [`/api/notices?key=${text}&authorization=Bearer%20${text}`, {}],
      ['/api/notices', { cookie: `perkex.session=${text}` }],
      ['/api/notices', { authorization: `Basic ${text}` }],
      ['/api/notices', { authorization: text }],
      ['/api/notices', { 'x-api-key': text }],
    ] as const) {
      expect(outcome(await market.app.inject({ url, headers })), url).toBe('401 not-signed-in');
    }
  });

  it('is refused from other addresses', async () => {
    const { text } = await makeKey({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) =>
      program(text, market, { 'x-forwarded-for': `203.0.113.1, ${address}` }).get('/notices');
    const answers = [await from('203.0.113.9'), await from('2001:db8::7'), await from('198.51.100.1')];
    expect(answers.map(outcome)).toEqual(['200', '200', '403 key-address']);
  });

  it('is refused once the key has expired, or its user is blocked or gone', async () => {
    const { text, key } = await makeKey({ days: 1 });
    const { pool } = market.database;
    await pool.query(
      `update accounts set blocked_at = now(), blocked_by = 'ada', block_reason = 'conduct' where user_id = $1`,
      [owner.uid],
    );
    expect(outcome(await program(text).get('/notices'))).toBe('403 blocked');
    await pool.query(
      'update accounts set blocked_at = null, blocked_by = null, block_reason = null where user_id = $1',
      [owner.uid],
    );
    expect(outcome(await program(text).get('/notices'))).toBe('200');
    await pool.query(`update api_keys set expires_at = now() where id = $1`, [key.key]);
    expect(outcome(await program(text).get('/notices'))).toBe('401 invalid-key');
    expect((await keysOf())[0]?.isExpired).toBe(true);
    const { text: last } = await makeKey();
    expect(outcome(await owner.post('/auth/account/delete', { password: PASSWORD }))).toBe('200');
    expect(outcome(await program(last).get('/notices'))).toBe('401 invalid-key');
  });

  it('takes the id of an order from its Idempotency-Key', async () => {
    const { text } = await makeKey();
    const [id, bot] = [randomUUID(), program(text)];
    const { id: _, ...body } = order(100);
    const key = { 'idempotency-key': `"${id}"` };
    const first = await bot.post('/ask', body, key);
    expect([
      outcome(first),
      (await bot.post('/ask', { id, ...body }, { 'idempotency-key': id })).body,
    ]).toEqual(['200', first.body]);
    expect(outcome(await bot.post('/ask', { ...body, id: randomUUID() }, key))).toBe('422 invalid-body');
    expect(outcome(await bot.post('/ask', body, { 'idempotency-key': '"1"' }))).toBe('422 invalid-body');
    expect(
      outcome(
        await owner.post('/ask', body, {
          headers: { cookie: owner.cookie, origin: 'http://localhost:3000', ...key },
        }),
      ),
    ).toBe('422 invalid-body');
  });
});

it('a key works where another service manages the logins, and is judged instead of them', async () => {
  let isSignedIn = true;
  const identity = identityThatSays(async () => (isSignedIn ? { uid: 'ann' } : null));
  const hosted = await buildTestApp({ database: market.database, identity });
  const payload = { uid: 'ann', ...ANYTHING };
  const made = await hosted.app.inject({ method: 'POST', url: '/api/keys/make', payload });
  const { text } = made.json<{ text: string }>();
  isSignedIn = false;
  const bot = program(text, hosted);
  expect(outcome(await bot.get('/getUserData/ann'))).toBe('200');
  expect(outcome(await bot.post('/ask', { ...order(100), uid: 'ann' }))).toBe('409 payout-missing');
  isSignedIn = true;
  expect(outcome(await program(newKeyText(), hosted).get('/getUserData/ann'))).toBe('401 invalid-key');
  expect(outcome(await bot.post('/keys/make', payload))).toBe('403 missing-scope');
  await hosted.close();
});

describe('a revoked key', () => {
  it('is refused at once on every server, and its streams end', async () => {
    const { text, key } = await makeKey();
    const stream = await EventReader.open(market, '/live/me', { authorization: `Bearer ${text}` });
    expect(outcome(await program(text).get('/notices'))).toBe('200');
    expect(outcome(await owner.post('/keys/revoke', { key: key.key }))).toBe('200');
    expect(outcome(await program(text).get('/notices'))).toBe('401 invalid-key');
    expect(outcome(await program(text).post('/bid', order(200)))).toBe('401 invalid-key');
    await stream.end();
    expect(await keysOf()).toEqual([]);
  });

  it('of a changed scope ends the streams that it began, and works by its new scopes', async () => {
    const { text, key } = await makeKey();
    const { days: _, ...terms } = ANYTHING;
    expect(
      outcome(await owner.post('/keys/change', { key: key.key, ...terms, scopes: ['trade'], side: 'ask' })),
    ).toBe('200');
    expect(outcome(await program(text, other).get('/notices'))).toBe('403 missing-scope');
    expect(outcome(await program(text, other).post('/ask', order(100)))).toBe('200');
    const elsewhere = await signIn(other, (await owner.get('/auth/get-session')).json().user.email);
    expect(outcome(await elsewhere.post('/keys/change', { key: randomUUID(), ...terms }))).toBe(
      '404 unknown-key',
    );
  });
});

describe('the limits of a key', () => {
  it('hold for its orders and their removal', async () => {
    const { text } = await makeKey({ side: 'bid', maxOrder: 150, products: [productId] });
    const bot = program(text);
    const mine = order(150);
    const asked = order(400);
    await owner.post('/ask', asked);
    const another = `Air ${randomUUID()}`;
    await buildProducts(market.database, [another]);
    const answers = [
      await bot.post('/bid', mine),
      await bot.post('/bid', order(151)),
      await bot.post('/ask', order(100)),
      await bot.post('/bid', order(100, { name: another })),
      await bot.post('/deleteAsk', { id: asked.id }),
      await bot.post('/deleteBid', { id: mine.id }),
    ];
    expect(answers.map(outcome)).toEqual([
      '200',
      '403 key-limit',
      '403 key-limit',
      '403 key-limit',
      '403 key-limit',
      '200',
    ]);
    expect(answers[1]?.json().detail).toBe('An order of this key may be at most 150$.');
  });

  it('hold for changes of its orders, and another price counts as an order', async () => {
    const { text } = await makeKey({ side: 'bid', maxOrder: 150, maxDay: 400 });
    const bot = program(text);
    const [mine, asked] = [order(100), order(400)];
    await owner.post('/ask', asked);
    const answers = [
      await bot.post('/bid', mine),
      await bot.post('/changeOrder', { id: mine.id, expiresIn: 7 }),
      await bot.post('/changeOrder', { id: mine.id, price: 151 }),
      await bot.post('/changeOrder', { id: asked.id, price: 149 }),
      await bot.post('/changeOrder', { id: mine.id, price: 150 }),
      await bot.post('/changeOrder', { id: mine.id, price: 150 }),
      await bot.post('/bid', order(150)),
      await bot.post('/bid', order(1)),
    ];
    expect(answers.map(outcome)).toEqual([
      ...['200', '200', '403 key-limit', '403 key-limit', '200', '200', '200'],
      '403 key-limit',
    ]);
    expect((await keysOf())[0]?.placedToday).toBe(400);
  });

  it('hold for a change of an order that is placed in the same moment', async () => {
    const keys = keysInto(market.database.pool);
    const key = await keyWith({ maxOrder: 100 });
    const body = { uid: owner.uid, id: randomUUID(), price: 50_000 };
    const change = { call: 'changeOrder', body } as const;
    const run = vi.fn(async () => 'changed');
    expect(await keys.run(key, change, run)).toEqual({ refused: 'unknown-order' });
    expect(run).not.toHaveBeenCalled();
  });

  it('keep no answer of an order back, if its outcome cannot be saved', async () => {
    let isOut = false;
    const pool = faultyPool(market.database.pool, async (_client, _query, run) => {
      if (isOut) {
        throw new Error('The connection is lost.');
      }
      return run();
    });
    const keys = keysInto(pool);
    const placed = keys.run(
      await keyWith({ maxDay: 400 }),
      { call: 'bid', body: { uid: owner.uid, ...order(100) } },
      async () => {
        isOut = true;
        return 'placed';
      },
    );
    expect(await placed).toBe('placed');
    expect((await keysOf())[0]?.placedToday).toBe(100);
  });

  it('of a day are never exceeded by requests that race on two servers', async () => {
    const { text } = await makeKey({ maxDay: 500 });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        program(text, index % 2 ? other : market).post('/bid', order(100 + (index % 3))),
      ),
    );
    const placed = answers.filter(({ statusCode }) => statusCode === 200);
    expect(placed).toHaveLength(4);
    expect(answers.filter((answer) => outcome(answer) === '403 key-limit')).toHaveLength(20);
    const { rows } = await market.database.pool.query<{ cents: number }>(
      'select sum(price_cents)::int as cents from orders where user_id = $1',
      [owner.uid],
    );
    const [key] = await keysOf();
    expect((key?.placedToday ?? 0) * 100).toBe(rows[0]?.cents);
    expect(key?.placedToday).toBeLessThanOrEqual(500);
  });

  it('of a day count an id once, and what was refused not at all', async () => {
    const { text } = await makeKey({ maxDay: 500 });
    const bot = program(text);
    const placedToday = async () => (await keysOf())[0]?.placedToday;
    const one = order(300);
    await Promise.all([bot.post('/bid', one), program(text, other).post('/bid', one), bot.post('/bid', one)]);
    expect(outcome(await bot.post('/bid', { ...one, price: 150 }))).toBe('409 id-reused');
    expect(await placedToday()).toBe(300);
    expect(outcome(await bot.post('/buy', order(200)))).toBe('409 no-asks');
    expect(outcome(await bot.post('/bid', order(200, { size: '99' })))).toBe('422 unknown-size');
    expect(await placedToday()).toBe(300);
    const tooMuch = await bot.post('/bid', order(201));
    expect(tooMuch.json().detail).toBe(
      'The orders of this key may come to 500$ a day (UTC). Today 200$ are left.',
    );
    // A placed order counts although it is removed.
    await bot.post('/deleteBid', { id: one.id });
    expect(outcome(await bot.post('/bid', order(201)))).toBe('403 key-limit');
    // A day later.
    for (const table of ['api_keys', 'key_orders']) {
      await market.database.pool.query(`update ${table} set placed_on = placed_on - 1 where user_id = $1`, [
        owner.uid,
      ]);
    }
    expect(outcome(await bot.post('/bid', order(500)))).toBe('200');
  });

  it('of a day count an order whose outcome is unknown, until it is known', async () => {
    let isLost = true;
    const faulty = await buildTestApp({
      database: market.database,
      engine: (database) => {
        const engine = openEngine(database);
        const submit = async (command: OrderCommand) => {
          const answer = await MatchingEngine.prototype.submit.call(engine, command);
          if (isLost) {
            throw new OutcomeUnknownError('The answer was lost.');
          }
          return answer;
        };
        return Object.assign(engine, { submit: submit as MatchingEngine['submit'] });
      },
    });
    const { text } = await makeKey({ maxDay: 500 });
    const [one, bot] = [order(300), program(text, faulty)];
    expect(outcome(await bot.post('/buy', one))).toBe('503 outcome-unknown');
    expect(outcome(await bot.post('/bid', order(201)))).toBe('403 key-limit');
    isLost = false;
    expect(outcome(await bot.post('/buy', one))).toBe('409 no-asks');
    await faulty.close();
    // The attempt without an answer still counts: too much rather than too little.
    expect((await keysOf())[0]?.placedToday).toBe(300);
  });
});
