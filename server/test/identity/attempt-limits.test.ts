import fastify from 'fastify';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock/system-clock.js';
import { identityCookies } from '../../src/identity/embedded/base/cookies.js';
import { RecognisedDevices } from '../../src/identity/embedded/base/recognised-devices.js';
import { passwordMark } from '../../src/identity/embedded/base/users.js';
import {
  type AttemptLimit,
  HOUR_SECONDS,
  limitMaker,
  MINUTE_SECONDS,
} from '../../src/identity/embedded/limits/attempt-limits.js';
import { buildTestApp } from '../test-app.js';
import { createTestDatabase, openTestPool } from '../test-database.js';
import {
  cookiesOf,
  countAttempts,
  doMaintenance,
  type IdentityTest,
  limitedApp,
  newEmail,
  PASSWORD,
  PUBLIC_URL,
  SECRET,
  signedUp,
  testApp,
  testPool,
} from './identity-app.js';

const pool = await testPool();
const newLimits = (isOn = true) => limitMaker({ pool, secret: SECRET, isOn });

let names = 0;

/** One limit as a server has it, and the same limit on a second server that shares its counts. */
function limitOf(most: number): { limit: AttemptLimit; another: AttemptLimit; name: string } {
  names += 1;
  const name = `test ${names}`;
  return {
    name,
    limit: newLimits()(name, most, MINUTE_SECONDS),
    another: newLimits()(name, most, MINUTE_SECONDS),
  };
}

const allowedOf = (answers: readonly (number | null)[]) => answers.filter((answer) => answer === null).length;

describe('an attempt limit', () => {
  it('lets the allowed attempts through, returns the time to wait, and starts over when the window ends', async () => {
    const { limit, another, name } = limitOf(2);
    expect([await limit.take('a'), await limit.take('a')]).toEqual([null, null]);
    const waitSeconds = await limit.take('a');
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(MINUTE_SECONDS);
    await pool.query(`update identity_attempts set expire = 1 where key like $1`, [`${name}:%`]);
    expect([await another.take('a'), await another.take('a')]).toEqual([null, null]);
    expect(await another.take('a')).not.toBeNull();
  });

  it('counts each key separately, and each limit', async () => {
    const [one, other] = [limitOf(1), limitOf(1)];
    expect([await one.limit.take('a'), await one.limit.take('b'), await other.limit.take('a')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await one.limit.take('a')).not.toBeNull();
  });

  it('lets no more through when many attempts arrive at once, on several servers', async () => {
    const { limit, another } = limitOf(10);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => (turn % 2 ? limit : another).take('a')),
    );
    expect(allowedOf(answers)).toBe(10);
  });

  it('gives back an attempt that should not count', async () => {
    const { limit, another } = limitOf(1);
    expect(await limit.take('a')).toBeNull();
    await another.giveBack('a');
    expect(await limit.take('a')).toBeNull();
    expect(await another.take('a')).not.toBeNull();
  });

  it('does not evict the key of an exhausted limit for made-up ones', async () => {
    const { limit, another } = limitOf(2);
    await Promise.all([limit.take('victim'), limit.take('victim')]);
    await Promise.all(Array.from({ length: 500 }, (_, turn) => limit.take(`made up ${turn}`)));
    expect([await limit.take('victim'), await another.take('victim')]).not.toContain(null);
  });

  it('refuses exhausted keys without a query', async () => {
    const { limit } = limitOf(1);
    await Promise.all([limit.take('a'), limit.take('a')]);
    const locker = await pool.connect();
    await locker.query('begin');
    await locker.query('lock table identity_attempts in access exclusive mode');
    expect(await limit.take('a')).not.toBeNull();
    await locker.query('rollback');
    locker.release();
  });

  it('stores no readable key in its table', async () => {
    const { limit, name } = limitOf(1);
    await limit.take('address 203.0.113.77 ada@example.com');
    const { rows } = await pool.query<{ key: string }>('select * from identity_attempts where key like $1', [
      `${name}:%`,
    ]);
    expect(rows).toEqual([
      { key: expect.stringMatching(/^test \d+:[\w-]{43}$/), points: 1, expire: expect.any(String) },
    ]);
  });

  it('allows everything when limits are turned off', async () => {
    const limit = newLimits(false)('off', 1, MINUTE_SECONDS);
    expect([await limit.take('a'), await limit.take('a')]).toEqual([null, null]);
  });

  it('allows nothing when the database fails', async () => {
    const away = new pg.Pool({ host: '127.0.0.1', port: 1 });
    afterAll(() => away.end());
    const limit = limitMaker({ pool: away, secret: SECRET, isOn: true })('away', 1, MINUTE_SECONDS);
    await expect(limit.take('a')).rejects.toThrow();
    await limit.giveBack('a');
  });
});

describe('the limits of two servers on one database', () => {
  it('share their counts, and a restart forgets nothing', async () => {
    const first = await limitedApp(pool);
    const second = await testApp(pool, { rateLimits: true });
    const ask = async ({ post }: IdentityTest) =>
      (await post('request-password-reset', { email: newEmail() })).statusCode;
    const statuses: number[] = [];
    for (let turn = 0; turn < 22; turn += 1) {
      statuses.push(await ask(turn % 2 ? first : second));
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    await Promise.all([first.app.close(), second.app.close()]);
    const restarted = await testApp(pool, { rateLimits: true });
    expect(await ask(restarted)).toBe(429);
    // The same address under another limit.
    await signedUp(restarted);
  });

  it('count all marked browsers of an account together, because marks can be collected', async () => {
    const { app } = await limitedApp(pool, {}, { trustProxy: true });
    const browsers = new RecognisedDevices({
      pool,
      cookies: identityCookies(PUBLIC_URL, SECRET, SYSTEM_CLOCK),
      secret: SECRET,
    });
    const marking = fastify();
    marking.get('/', async ({ query }, reply) => {
      await browsers.mark(reply, (query as { email: string }).email);
    });
    const email = newEmail();
    const guess = (address: string, cookie: string) =>
      app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { origin: PUBLIC_URL, 'x-forwarded-for': address, cookie },
        payload: { email, password: 'not this one' },
      });
    await countAttempts(pool, 'wrong passwords of all', `known ${email} ${passwordMark(null)}`, {
      attempts: 98,
      windowSeconds: HOUR_SECONDS,
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const mark = cookiesOf(await marking.inject({ url: '/', query: { email } }));
      statuses.push((await guess(`198.51.100.${turn}`, mark)).statusCode);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await guess('198.51.100.9', '')).statusCode).toBe(401);
  });
});

describe('an expired count', () => {
  it('is deleted once its window is over, and not before', async () => {
    await pool.query('delete from identity_attempts');
    await pool.query(
      `insert into identity_attempts (key, points, expire)
        select 'old ' || n, 1, extract(epoch from now()) * 1000 - 1000 from generate_series(1, 500) as n`,
    );
    await pool.query(
      `insert into identity_attempts (key, points, expire)
        values ('running', 1, extract(epoch from now()) * 1000 + 600000)`,
    );
    await doMaintenance(await testApp(pool));
    const { rows } = await pool.query('select key from identity_attempts');
    expect(rows).toEqual([{ key: 'running' }]);
  });
});

describe('a database whose connections are all in use', () => {
  it('answers busy to session reads and sign-ins: no session, and no bypass either', async () => {
    const database = await createTestDatabase();
    const small = openTestPool({ ...database.address, max: 1, connectionTimeoutMillis: 200 });
    const [healthy, market] = [await testApp(database.pool), await buildTestAppOn(small)];
    const email = newEmail();
    const signedIn = await healthy.post('sign-up/email', { email, password: PASSWORD });
    const [session = ''] = String(signedIn.headers['set-cookie']).split(';');
    const only = await small.connect();
    const headers = { origin: PUBLIC_URL, cookie: session };
    for (const request of [
      { method: 'GET' as const, url: '/api/auth/get-session', headers },
      {
        method: 'POST' as const,
        url: '/api/auth/sign-in/email',
        headers,
        payload: { email, password: PASSWORD },
      },
    ]) {
      const answer = await market.app.inject(request);
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        503,
        'busy',
        '1',
      ]);
    }
    only.release();
    const again = await market.app.inject({ url: '/api/auth/get-session', headers });
    expect(again.json().user.email).toBe(email);
    await market.close();
    await small.end();
    await database.close();
  });

  /** The whole application, whose identity service uses these connections. */
  async function buildTestAppOn(connections: pg.Pool) {
    const { identity } = await testApp(connections, { rateLimits: true });
    return buildTestApp({ identity });
  }
});
