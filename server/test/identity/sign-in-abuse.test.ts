import { randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE_SECONDS } from '../../src/identity/embedded/limits/attempt-limits.js';
import { PASSWORD_COST, passwordHashing } from '../../src/identity/embedded/passwords/password-hash.js';
import {
  cookiesOf,
  countAttempts,
  type IdentityTest,
  limitedApp,
  newEmail,
  PASSWORD,
  PUBLIC_URL,
  signedUp,
  standing,
  testApp,
  testPool,
} from './identity-app.js';

const pool = await testPool();
const test = await testApp(pool);
const { app, post, get, uidOf } = test;

describe('malformed requests', () => {
  it.each([
    ['no object', '[]'],
    ['null', 'null'],
    ['a number', '1e309'],
    ['broken JSON', '{"email":'],
    ['nothing', ''],
    ['a prototype', '{"__proto__":{"email":"a@b.example"}}'],
    ['deep nesting', '['.repeat(8000) + ']'.repeat(8000)],
    ['deep nesting in a field', `{"email":${'['.repeat(7000)}${']'.repeat(7000)},"password":"123456"}`],
    ['numbers for texts', '{"email":1,"password":2}'],
    ['lists for texts', '{"email":["a@b.example"],"password":["123456"],"name":[]}'],
    ['a null byte in the e-mail', JSON.stringify({ email: 'a\0@b.example', password: PASSWORD })],
    ['a null byte in the password', JSON.stringify({ email: 'a1@b.example', password: '123456\0' })],
    ['a null byte in the name', JSON.stringify({ email: 'a2@b.example', password: PASSWORD, name: 'a\0' })],
    [
      'an endless name',
      JSON.stringify({ email: 'a3@b.example', password: PASSWORD, name: 'a'.repeat(9000) }),
    ],
    ['an endless e-mail', JSON.stringify({ email: `${'ab'.repeat(4000)}@b.example`, password: PASSWORD })],
    ['more than 16 kB', JSON.stringify({ email: 'a4@b.example', password: 'a'.repeat(16 * 1024) })],
    ['10 MB', JSON.stringify({ email: 'a5@b.example', password: 'a'.repeat(10_000_000) })],
  ])('with %s are a client error and change nothing', async (_what, payload) => {
    const before = await countUsers();
    for (const call of ['sign-up/email', 'sign-in/email']) {
      const { statusCode } = await post(call, payload);
      expect(statusCode, call).toBeGreaterThanOrEqual(400);
      expect(statusCode, call).toBeLessThan(500);
    }
    expect(await countUsers()).toBe(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'of the type %j are refused',
    async (type) => {
      const answer = await post('sign-in/email', 'email=a@b.example&password=123456', {
        'content-type': type,
      });
      expect(answer.statusCode).toBe(415);
    },
  );

  it('with a null byte in the cookie have no session', async () => {
    expect((await get('get-session', { cookie: 'better-auth.session_token=a\0.b' })).body).toBe('null');
    expect((await get('get-session', { cookie: 'better-auth.session_token=%00.b' })).body).toBe('null');
  });

  it.each([
    'sign-in/social',
    'link-social',
    'change-password',
    'delete-user',
    'update-user',
    'revoke-sessions',
    'verify-password',
    'reset-password/abc',
    'get-session',
  ])('to %s, a call of better-auth that PerkeX never had, are answered 404', async (call) => {
    const { cookie } = await signedUp(test);
    expect((await post(call, {}, { cookie })).statusCode).toBe(404);
  });
});

describe('requests from another site', () => {
  const ATTACKER = 'https://attacker.example';

  it('cannot sign a victim out', async () => {
    const { uid, cookie } = await signedUp(test);
    const answers = [
      await post('sign-out', {}, { cookie, origin: ATTACKER }),
      await post('sign-out', {}, { cookie, origin: 'null' }),
      await post('sign-out', {}, { cookie, origin: '', referer: `${ATTACKER}/page` }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403, 403]);
    expect(await uidOf(cookie)).toBe(uid);
  });

  it('cannot have a sign-out answered, with or without a session', async () => {
    const { cookie } = await signedUp(test);
    for (const headers of [{ origin: ATTACKER }, { origin: ATTACKER, cookie }]) {
      const answer = await post('sign-out', {}, headers);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('are recognised by the absence of an origin', async () => {
    const { cookie } = await signedUp(test);
    const signOut = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
    const answers = [
      await signOut({ cookie }),
      await signOut({ 'sec-fetch-mode': 'cors' }),
      await signOut({ cookie, referer: `${ATTACKER}/page` }),
      await signOut({ cookie, referer: `${PUBLIC_URL}.attacker.example/` }),
    ];
    expect(answers.map(standing)).toEqual([
      [403, 'MISSING_OR_NULL_ORIGIN'],
      [403, 'MISSING_OR_NULL_ORIGIN'],
      [403, 'INVALID_ORIGIN'],
      [403, 'INVALID_ORIGIN'],
    ]);
    expect((await signOut({ cookie, referer: `${PUBLIC_URL}/login` })).statusCode).toBe(200);
  });

  it('cannot sign a visitor in or up, with or without a session', async () => {
    const { cookie } = await signedUp(test);
    const credentials = { email: newEmail(), password: PASSWORD };
    for (const call of ['sign-in/email', 'sign-up/email']) {
      for (const headers of [{ origin: ATTACKER }, { origin: ATTACKER, cookie }]) {
        expect((await post(call, credentials, headers)).statusCode, call).toBe(403);
      }
    }
  });

  it('cannot pass for ours by naming our host', async () => {
    const answer = await post(
      'sign-in/email',
      { email: newEmail(), password: PASSWORD },
      {
        origin: ATTACKER,
        host: 'attacker.example',
        'x-forwarded-host': 'attacker.example',
        'x-forwarded-proto': 'https',
      },
    );
    expect(answer.statusCode).toBe(403);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'are not those from %s, another name of this machine',
    async (origin) => {
      const { host } = new URL(origin);
      const email = newEmail();
      await signedUp(test, email);
      const answer = await post('sign-in/email', { email, password: PASSWORD }, { origin, host });
      expect(answer.statusCode).toBe(200);
      const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
      expect(await uidOf(cookie)).toBe(answer.json().user.id);
      expect((await post('sign-out', {}, { cookie, origin, host })).statusCode).toBe(200);
    },
  );

  it.each(['http://localhost:3001', 'https://localhost:3000', 'http://localhost.attacker.example:3000'])(
    'include those from %s',
    async (origin) => {
      const answer = await post('sign-in/email', { email: newEmail(), password: PASSWORD }, { origin });
      expect(answer.statusCode).toBe(403);
    },
  );

  it('include those from this machine’s names when the public address is another', async () => {
    const site = await testApp(pool, { publicUrl: 'https://perkex.example' });
    const credentials = { email: newEmail(), password: PASSWORD };
    expect((await site.post('sign-up/email', credentials, { origin: PUBLIC_URL })).statusCode).toBe(403);
    expect((await site.post('sign-up/email', credentials)).statusCode).toBe(200);
  });
});

describe('too many requests', () => {
  const attempt = { email: 'unknown@example.com', password: PASSWORD };
  /** All sign-ins but two that one address may make in a minute. */
  const countSignIns = (address: string) =>
    countAttempts(pool, 'sign-ins of an address', address, { attempts: 18, windowSeconds: MINUTE_SECONDS });

  it('from one address are refused after twenty sign-ins, even if a header claims other addresses', async () => {
    const limited = await limitedApp(pool);
    await countSignIns('203.0.113.1');
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const claimed = `198.51.100.${turn}`;
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress: '203.0.113.1',
        headers: { origin: PUBLIC_URL, 'x-forwarded-for': claimed, 'x-perkex-client-address': claimed },
        payload: attempt,
      });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) {
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  it('do not keep another address from signing in', async () => {
    const limited = await limitedApp(pool);
    const answer = await limited.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '203.0.113.2',
      headers: { origin: PUBLIC_URL },
      payload: attempt,
    });
    expect(answer.statusCode).toBe(401);
  });

  it('are counted for the address behind a trusted proxy', async () => {
    const limited = await limitedApp(pool, {}, { trustProxy: true });
    const signInFrom = async (address: string) =>
      (await limited.post('sign-in/email', attempt, { 'x-forwarded-for': address })).statusCode;
    await countSignIns('203.0.113.3');
    expect(await signInFrom('203.0.113.3')).toBe(401);
    expect(await signInFrom('203.0.113.3')).toBe(401);
    expect(await signInFrom('203.0.113.3')).toBe(429);
    expect(await signInFrom('203.0.113.4')).toBe(401);
  });

  it('of an IPv6 address count for its whole network', async () => {
    const limited = await limitedApp(pool);
    await countSignIns('2001:db8:0:7::/64');
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress: `2001:db8:0:7::${turn + 1}`,
        headers: { origin: PUBLIC_URL },
        payload: attempt,
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('do not include those that the server could not judge', async () => {
    const limited = await limitedApp(pool);
    const email = newEmail();
    await signedUp(test, email);
    const signIn = async (network: number) => {
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress: `203.0.113.${network}`,
        headers: { origin: PUBLIC_URL },
        payload: { email, password: PASSWORD },
      });
      return answer.statusCode;
    };
    const statuses = new Set<number>();
    await pool.query('alter table identity_logins rename to identity_logins_away');
    try {
      // More than would use up the attempts of one address, and of all strangers together.
      for (let turn = 0; turn < 120; turn += 1) {
        statuses.add(await signIn(100 + Math.floor(turn / 15)));
      }
    } finally {
      await pool.query('alter table identity_logins_away rename to identity_logins');
    }
    expect(statuses).toEqual(new Set([500]));
    expect(await signIn(100)).toBe(200);
  });

  it('at one account, from a hundred addresses at once, are asked to retry and do not shut out other users', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signedUp(test, email);
    await signedUp(test, other);
    await hashCheaply(email);
    await hashCheaply(other);
    const owner = cookiesOf(await post('sign-in/email', { email, password: PASSWORD }));
    const known = owner.split('; ').find((pair) => pair.includes('known_browser'));
    const ended: string[] = [];
    let limited: IdentityTest;
    const signIn = async (name: string, address: string, fields: object, cookie = '') => {
      const answer = await limited.post('sign-in/email', fields, { 'x-forwarded-for': address, cookie });
      ended.push(`${name} ${answer.statusCode}`);
      return answer;
    };
    const verified: string[] = [];
    const { attack, visits } = await whilePasswordsWait(verified, async () => {
      limited = await limitedApp(pool, {}, { trustProxy: true });
      const attempts = Array.from({ length: 100 }, (_, turn) =>
        signIn('attacker', `198.51.100.${turn}`, { email, password: 'not this one' }),
      );
      await expect.poll(() => ended, { timeout: 20_000 }).toEqual(Array(100 - 2 - 64).fill('attacker 503'));
      const countedBefore = await countAttempted();
      const asOwner = signIn('owner', '203.0.113.1', { email, password: PASSWORD }, known);
      // Counted under three keys, and then queued.
      await expect.poll(countAttempted, { timeout: 20_000 }).toBe(countedBefore + 3);
      const asOther = signIn('other user', '203.0.113.2', { email: other, password: PASSWORD });
      // The queue of strangers is full: the other user takes the place of an attacker.
      await expect.poll(() => ended, { timeout: 20_000 }).toEqual(Array(100 - 2 - 63).fill('attacker 503'));
      return { attack: attempts, visits: [asOwner, asOther] };
    });
    await Promise.all(visits);
    expect(ended).toEqual(expect.arrayContaining(['owner 200', 'other user 200']));
    const answers = await Promise.all(attack);
    // After the two attackers that were inside, and before the 63 that waited.
    expect(verified.slice(0, 4)).toEqual(['not this one', 'not this one', PASSWORD, PASSWORD]);
    const refused = answers.find(({ statusCode }) => statusCode === 503);
    expect([refused?.headers['content-type'], refused?.headers['retry-after']]).toEqual([
      expect.stringContaining('application/problem+json'),
      '1',
    ]);
    expect(refused?.json()).toEqual({
      type: 'about:blank',
      requestId: expect.any(String),
      title: 'Service Unavailable',
      status: 503,
      code: 'busy',
      detail: 'Too many people are logging in. Please try again in a moment.',
    });
  });

  it('to sign up at once leave connections for other users', async () => {
    const { uid, cookie } = await signedUp(test);
    const busy = await testApp(pool, { passwordCost: PASSWORD_COST });
    const crowd = Promise.all(
      Array.from({ length: 20 }, () => busy.post('sign-up/email', { email: newEmail(), password: PASSWORD })),
    );
    let isCrowdDone = false;
    void crowd.then(() => {
      isCrowdDone = true;
    });
    expect(await uidOf(cookie)).toBe(uid);
    expect(isCrowdDone).toBe(false);
    const statuses = (await crowd).map((answer) => answer.statusCode);
    expect(statuses).toEqual(Array(20).fill(200));
  });
});

/** Saves a hundred expensive hashes of this account's password. */
async function hashCheaply(email: string): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  const hash = `scrypt$16$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  await pool.query(
    'update identity_logins set password = $2 where user_id = (select id from identity_users where email = $1)',
    [email, hash],
  );
}

/**
 * Holds the password semaphore while the work is done: running checks do not finish, and no other one starts.
 * @param verified receives the passwords in the order in which they are checked, until the test ends
 */
async function whilePasswordsWait<Result>(verified: string[], work: () => Promise<Result>): Promise<Result> {
  const { verify } = passwordHashing;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  vi.spyOn(passwordHashing, 'verify').mockImplementation(async (attempt) => {
    verified.push(attempt.password);
    await opened;
    return verify(attempt);
  });
  try {
    return await work();
  } finally {
    open();
  }
}

async function countAttempted(): Promise<number> {
  const { rows } = await pool.query<{ keys: number }>('select count(*)::int as keys from identity_attempts');
  return rows[0]!.keys;
}

async function countUsers(): Promise<number> {
  const { rows } = await pool.query<{ users: number }>('select count(*)::int as users from identity_users');
  return rows[0]!.users;
}

describe('a failing database', () => {
  it('is a 500, and its log contains neither password hash nor token', async () => {
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
    const logged = await testApp(pool, {}, { logger });
    await pool.query(
      'alter table identity_logins add constraint refusing check (password is null) not valid',
    );
    const answer = await logged.post('sign-up/email', { email: newEmail(), password: PASSWORD });
    await pool.query('alter table identity_logins drop constraint refusing');
    expect(answer.statusCode).toBe(500);
    const log = lines.join('');
    expect(log).toContain('identity_logins');
    expect(log).not.toContain('scrypt$');
    expect(log).not.toContain(PASSWORD);
  });

  it('does not bring the app down', async () => {
    expect((await app.inject('/api/auth/get-session')).statusCode).toBe(200);
  });
});
