import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  cookiesOf,
  type IdentityTest,
  newEmail,
  PASSWORD,
  testApp,
  testPool,
} from './identity-app.js';

const pool = await testPool();
const { post } = await testApp(pool);

describe('a common password', () => {
  it.each(['123456', 'password', 'Password1', 'QWERTY123', 'iloveyou'])(
    'such as %s is refused at a sign-up, with the reason',
    async (password) => {
      const answer = await post('sign-up/email', { email: newEmail(), password });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 'PASSWORD_TOO_COMMON',
        message:
          'This password is one of the most common ones, which are guessed first. Please choose another.',
      });
    },
  );

  it('is refused at a reset before the code is looked at', async () => {
    const answer = await post('reset-password', { token: 'whatever', newPassword: 'football' });
    expect(answer.json().code).toBe('PASSWORD_TOO_COMMON');
  });

  it('still lets somebody in who has had it from before', async () => {
    const email = newEmail();
    await post('sign-up/email', { email, password: PASSWORD });
    expect((await post('sign-in/email', { email, password: '123456' })).statusCode).toBe(401);
  });
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

  /** One try more than all strangers together may have. */
  async function guessFromEverywhere(email: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < 101; turn += 1) {
      statuses.push((await from(`198.51.100.${turn}`, email, 'not this one')).statusCode);
    }
    return statuses;
  }

  beforeAll(async () => {
    limited = await testApp(pool, { rateLimits: true }, { trustProxy: true });
    victim = await member();
    expect(await guessFromEverywhere(victim.email)).toEqual([...Array(100).fill(401), 429]);
  }, 120_000);

  it('from many addresses ends after a hundred tries, with a clear text', async () => {
    const answer = await from('203.0.113.9', victim.email.toUpperCase(), PASSWORD);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  });

  it('locks its owner out of no browser that has logged in before', async () => {
    const browser = victim.cookie.split('; ').find((pair) => pair.includes('known_browser')) ?? '';
    expect((await from('203.0.113.1', victim.email, PASSWORD, browser)).statusCode).toBe(200);
    expect((await from('203.0.113.1', newEmail(), PASSWORD, browser)).statusCode).toBe(401);
  });

  it('is not helped by the mark of a browser that knows another account, or by a forged one', async () => {
    const { cookie: own } = await member();
    const forged = `better-auth.known_browser=${'a'.repeat(22)}.${'b'.repeat(43)}`;
    for (const cookie of [own, forged, 'better-auth.known_browser=x']) {
      expect((await from('203.0.113.5', victim.email, PASSWORD, cookie)).statusCode).toBe(429);
    }
  });

  it('with a marked browser has an end, too', async () => {
    const { email, cookie } = await member();
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      statuses.push((await from(`198.51.100.${turn}`, email, 'not this one', cookie)).statusCode);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
  });

  it('counts failures only: an owner may log in as often as wanted', async () => {
    const { email } = await member();
    const statuses = new Set<number>();
    for (let turn = 0; turn < 22; turn += 1) {
      statuses.add((await from(`203.0.113.${turn % 2}`, email, PASSWORD)).statusCode);
    }
    expect([...statuses]).toEqual([200]);
  });
});

describe('signing up', () => {
  it('is limited per address', async () => {
    const limited = await testApp(pool, { rateLimits: true });
    const email = newEmail();
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) {
      statuses.push((await limited.post('sign-up/email', { email, password: PASSWORD })).statusCode);
    }
    expect(statuses).toEqual([200, ...Array(29).fill(422), 429]);
  });
});

describe('what is over', () => {
  it('is deleted when the server starts', async () => {
    await pool.query(
      `insert into identity_challenges (token_hash, purpose, data, expires_at) values ('old', 'github', '{}', now() - interval '2 hours')`,
    );
    const another = await testApp(pool);
    await another.app.ready();
    const left = async () =>
      (await pool.query(`select 1 from identity_challenges where token_hash = 'old'`)).rowCount;
    await expect.poll(left).toBe(0);
  });
});
