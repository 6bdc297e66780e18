import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf, newToken } from '../../src/identity/embedded/base/tokens.js';
import { HOUR_SECONDS, QUARTER_SECONDS } from '../../src/identity/embedded/limits/attempt-limits.js';
import { passwordHashing } from '../../src/identity/embedded/passwords/password-hash.js';
import {
  type Answer,
  cookiesOf,
  countAttempts,
  doMaintenance,
  type IdentityTest,
  limitedApp,
  newEmail,
  PASSWORD,
  testApp,
  testPool,
} from './identity-app.js';

const pool = await testPool();
const { post } = await testApp(pool);

/** Creates an account. @returns its user's id */
async function accountOf(email: string): Promise<string> {
  return (await post('sign-up/email', { email, password: PASSWORD })).json().user.id;
}

describe('a common password', () => {
  it.each(['123456', 'password', 'Password1', 'QWERTY123', 'iloveyou'])(
    'such as %s is refused at a sign-up, with the reason',
    async (password) => {
      const answer = await post('sign-up/email', { email: newEmail(), password });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 'PASSWORD_TOO_COMMON',
        requestId: expect.any(String),
        message: 'This password is too common and easy to guess. Please choose another.',
      });
    },
  );

  it('still works at sign-in for users who already have it', async () => {
    const email = newEmail();
    const uid = await accountOf(email);
    await pool.query('update identity_logins set password = $2 where user_id = $1', [
      uid,
      await passwordHashing.hash('123456'),
    ]);
    expect((await post('sign-in/email', { email, password: '123456' })).statusCode).toBe(200);
  });
});

describe('a password that is easy to guess', () => {
  const email = 'ada.lovelace@example.com';
  const [PATTERN, OWN] = [
    'This is a sequence or a repetition, and those are guessed first. Please choose another.',
    'This is your e-mail or our name, and those are guessed first. Please choose another.',
  ];
  const GUESSABLE = [
    'abcdefgh',
    'ABCDEF',
    'zzzzzz',
    '98765432',
    'lkjhgfds',
    'qwertzu',
    'aaaaabbbb',
    'abcabc',
    'ａｂｃａｂｃ',
    'xq7xq7',
    'x-x-x-x',
    'abcd6789',
    '      ',
    '        ',
    '......',
  ].map((password) => [password, PATTERN]);
  const NAMES = ['Ada.Lovelace@example.com', 'ADA.lovelace', 'perkex', 'PerkeX2026!'].map((name) => [
    name,
    OWN,
  ]);
  let uid = '';

  beforeAll(async () => {
    uid = await accountOf(email);
  });

  /** As in a reset mail. */
  async function newCode(): Promise<string> {
    const code = newToken();
    await pool.query(
      `insert into identity_verifications (id, identifier, value, expires_at)
        values ($1, $2, $3, now() + interval '1 minute')`,
      [code, `reset-password:${hashOf(code)}`, uid],
    );
    return code;
  }

  it.each([...GUESSABLE, ...NAMES])(
    '(%j) is refused at a sign-up and at a reset',
    async (password, message) => {
      const token = await newCode();
      for (const answer of [
        await post('sign-up/email', { email, password }),
        await post('reset-password', { token, newPassword: password }),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          { requestId: expect.any(String), code: 'PASSWORD_TOO_COMMON', message },
        ]);
      }
      const { rowCount } = await pool.query('select 1 from identity_verifications where id = $1', [token]);
      expect(rowCount).toBe(1);
    },
  );

  it.each(['football', '123456'])('(%s, a common one) is refused at a reset, too', async (newPassword) => {
    const answer = await post('reset-password', { token: await newCode(), newPassword });
    expect(answer.json()).toEqual({
      code: 'PASSWORD_TOO_COMMON',
      requestId: expect.any(String),
      message: expect.stringContaining('too common and easy to guess'),
    });
  });

  it.each(['kx9$2b', 'correct horse', 'abc 123 xyz', 'lovelace of Perkex', 'oslo-oslo-', '   a b   '])(
    '(%j) is accepted',
    async (password) => {
      const answer = await post('sign-up/email', { email: newEmail(), password });
      expect(answer.statusCode).toBe(200);
    },
  );
});

describe('guessing the password of one account', () => {
  let limited: IdentityTest;
  let victim: { email: string; cookie: string };

  const from = (address: string, email: string, password: string, cookie = ''): Promise<Answer> =>
    limited.post(
      'sign-in/email',
      { email, password },
      { 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }) },
    );

  async function member(): Promise<{ email: string; cookie: string }> {
    const email = newEmail();
    return { email, cookie: cookiesOf(await limited.post('sign-up/email', { email, password: PASSWORD })) };
  }

  /** Uses up all attempts of all strangers together but the last, and makes one more. */
  async function guessFromEverywhere(email: string): Promise<number[]> {
    await countAttempts(pool, 'wrong passwords of all', `strangers ${email}`, {
      attempts: 97,
      windowSeconds: HOUR_SECONDS,
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      statuses.push((await from(`198.51.100.${turn}`, email, 'not this one')).statusCode);
    }
    return statuses;
  }

  beforeAll(async () => {
    limited = await limitedApp(pool, {}, { trustProxy: true });
    victim = await member();
    expect(await guessFromEverywhere(victim.email)).toEqual([401, 401, 401, 429]);
  });

  it('from many addresses ends after a hundred attempts, with a clear message', async () => {
    const answer = await from('203.0.113.9', victim.email.toUpperCase(), PASSWORD);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      requestId: expect.any(String),
      message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  });

  it('does not lock the owner out of a browser that has signed in before', async () => {
    const browser = victim.cookie.split('; ').find((pair) => pair.includes('known_browser')) ?? '';
    expect((await from('203.0.113.1', victim.email, PASSWORD, browser)).statusCode).toBe(200);
    expect((await from('203.0.113.1', newEmail(), PASSWORD, browser)).statusCode).toBe(401);
  });

  it('is not helped by a forged browser mark, or by that of another account', async () => {
    const { cookie: own } = await member();
    const forged = `better-auth.known_browser=${'a'.repeat(22)}.${'b'.repeat(43)}`;
    for (const cookie of [own, forged, 'better-auth.known_browser=x']) {
      expect((await from('203.0.113.5', victim.email, PASSWORD, cookie)).statusCode).toBe(429);
    }
  });

  it('with a marked browser is limited, too', async () => {
    const { email, cookie } = await member();
    const id = /known_browser=([\w-]+)/.exec(cookie)?.[1];
    await countAttempts(pool, 'wrong passwords of one', `browser ${id} ${email}`, {
      attempts: 18,
      windowSeconds: QUARTER_SECONDS,
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await from(`198.51.100.${turn}`, email, 'not this one', cookie)).statusCode);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('cannot use a mark from before a password change, nor use up the attempts of later marks', async () => {
    const { email, cookie } = await member();
    const old = await from('203.0.113.1', email, PASSWORD);
    const newPassword = 'battery staple';
    const changed = await limited.post('password', { password: PASSWORD, newPassword }, { cookie });
    const [browser] = changed.cookies.filter(({ name }) => name.endsWith('.known_browser'));
    expect(await guessFromEverywhere(email)).toEqual([401, 401, 401, 429]);
    expect((await from('198.51.100.1', email, newPassword, cookiesOf(old))).statusCode).toBe(429);
    const known = `${browser?.name}=${browser?.value}`;
    expect((await from('203.0.113.1', email, newPassword, known)).statusCode).toBe(200);
  });

  it('counts failures only: an owner may sign in any number of times', async () => {
    const { email } = await member();
    await countAttempts(pool, 'wrong passwords of one', `address 203.0.113.1 ${email}`, {
      attempts: 19,
      windowSeconds: QUARTER_SECONDS,
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await from('203.0.113.1', email, PASSWORD)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200]);
  });
});

describe('signing up', () => {
  it('is limited per address', async () => {
    const limited = await limitedApp(pool);
    const email = newEmail();
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) {
      statuses.push((await limited.post('sign-up/email', { email, password: PASSWORD })).statusCode);
    }
    expect(statuses).toEqual([200, ...Array(29).fill(422), 429]);
  });
});

describe('an expired count', () => {
  it('is deleted by the maintenance', async () => {
    await pool.query(
      `insert into identity_challenges (token_hash, purpose, data, expires_at) values ('old', 'github', '{}', now() - interval '2 hours')`,
    );
    await doMaintenance(await testApp(pool));
    const left = await pool.query(`select from identity_challenges where token_hash = 'old'`);
    expect(left.rowCount).toBe(0);
  });
});
