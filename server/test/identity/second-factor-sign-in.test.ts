import { describe, expect, it, vi } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { cookiesOf, limitedApp, PASSWORD, standing } from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';
import { firstProof, openFactorTest, userWithApp, wrongAppCode } from './second-factor-user.js';

const { pool, outbox, test, post, uidOf, confirm, provesEmail } = await openFactorTest();

/** As if the app's current codes had not been used. */
const forgetSteps = (uid: string) =>
  pool.query('update identity_authenticator_apps set last_step = 0 where user_id = $1', [uid]);

async function sessionsOf(uid: string): Promise<number> {
  const { rows } = await pool.query('select 1 from identity_sessions where user_id = $1', [uid]);
  return rows.length;
}

describe('signing in with an authenticator app', () => {
  it('needs its code after the password, and there is no session before', async () => {
    const { uid, email, secret } = await userWithApp(test);
    const { answer, cookie } = await firstProof(test, email);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { secondFactor: { factors: ['app', 'recovery'], phone: null, mayTrustDevice: true } },
    ]);
    expect(answer.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['better-auth.second_factor', true, 'Lax'],
      ['better-auth.known_browser', true, 'Lax'],
    ]);
    expect([await uidOf(cookie), await sessionsOf(uid)]).toEqual([null, 1]);
    const done = await confirm(cookie, 'app', appCode(secret, 1));
    expect([done.statusCode, done.json()]).toEqual([200, { user: { id: uid } }]);
    expect(done.headers['cache-control']).toBe('no-store');
    expect(await uidOf(cookiesOf(done))).toBe(uid);
    expect(done.cookies.find(({ name }) => name === 'better-auth.second_factor')?.maxAge).toBe(0);
  });

  it.each([
    [true, 'number'],
    [false, 'undefined'],
  ])('keeps the choice of whether to be remembered (%s)', async (rememberMe, type) => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email, { rememberMe });
    const done = await confirm(cookie, 'app', appCode(secret, 1));
    const session = done.cookies.find(({ name }) => name === 'better-auth.session_token');
    expect(typeof session?.maxAge).toBe(type);
  });

  it('accepts a code and its time step once: a code seen over a shoulder is useless', async () => {
    const { email, secret, usedCode } = await userWithApp(test);
    const [first, second] = [await firstProof(test, email), await firstProof(test, email)];
    expect(standing(await confirm(first.cookie, 'app', usedCode))).toEqual([400, 'INVALID_CODE']);
    const code = appCode(secret, 1);
    const answers = await Promise.all([first, second].map(({ cookie }) => confirm(cookie, 'app', code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const third = await firstProof(test, email);
    expect(standing(await confirm(third.cookie, 'app', code))).toEqual([400, 'INVALID_CODE']);
    expect(standing(await confirm(third.cookie, 'app', usedCode))).toEqual([400, 'INVALID_CODE']);
  });

  it('accepts the code of a clock that is half a minute off, and no further', async () => {
    const { uid, email, secret } = await userWithApp(test);
    await forgetSteps(uid);
    const { cookie } = await firstProof(test, email);
    for (const steps of [-4, -3, 3]) {
      expect(standing(await confirm(cookie, 'app', appCode(secret, steps)))).toEqual([400, 'INVALID_CODE']);
    }
    expect((await confirm(cookie, 'app', ` ${appCode(secret).replace(/^.../, '$& ')} `)).statusCode).toBe(
      200,
    );
  });

  it.each([
    ['a number', 123_456],
    ['nothing', undefined],
    ['an empty text', ''],
    ['a list', ['123456']],
    ['a null byte', '12345\0'],
    ['other digits', '١٢٣٤٥٦'],
    ['an endless text', '1'.repeat(9_000)],
  ])('refuses %s as a code', async (_what, code) => {
    const { email } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    expect(standing(await confirm(cookie, 'app', code))).toEqual([400, 'INVALID_CODE']);
  });

  it.each(['password', 'constructor', 1, undefined])('refuses %s as a factor', async (factor) => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    expect(standing(await confirm(cookie, factor, appCode(secret, 1)))).toEqual([400, 'INVALID_CODE']);
  });
});

describe('a thief of the password', () => {
  it('has five guesses of the code, even all at once, and then has to begin again', async () => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    const wrong = wrongAppCode(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(cookie, 'app', wrong)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      400, 400, 400, 400, 400, 401, 401, 401,
    ]);
    expect(standing(await confirm(cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('is slowed down when beginning again and again; visitors without the password do not count', async () => {
    const { email, secret } = await userWithApp(test);
    const limited = await limitedApp(pool);
    const tryOne = (cookie: string, code: string) =>
      limited.post('second-factor/confirm', { factor: 'app', code }, { cookie });
    for (let turn = 0; turn < 30; turn += 1) {
      await tryOne('better-auth.second_factor=forged', '000000');
    }
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { cookie } = await firstProof(limited, email);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        statuses.push((await tryOne(cookie, wrongAppCode(secret))).statusCode);
      }
    }
    expect(statuses).toEqual([...Array(15).fill(400), ...Array(5).fill(429)]);
    const { cookie } = await firstProof(limited, email);
    const refused = await tryOne(cookie, appCode(secret, 1));
    expect(standing(refused)).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['forged', 'better-auth.second_factor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['empty', 'better-auth.second_factor='],
    ['missing', 'other=1'],
    ['broken', 'better-auth.second_factor=%E0%A4%A'],
  ])('gets nowhere with a challenge that is %s', async (_what, cookie) => {
    const { secret } = await userWithApp(test);
    expect(standing(await confirm(cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
    expect(standing(await post('second-factor/send-code', {}, { cookie }))).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('gets nowhere with a challenge of their own account and the code of another', async () => {
    const victim = await userWithApp(test);
    const attacker = await userWithApp(test);
    const { cookie } = await firstProof(test, attacker.email);
    expect(standing(await confirm(cookie, 'app', appCode(victim.secret, 1)))).toEqual([400, 'INVALID_CODE']);
    expect(standing(await confirm(cookie, 'recovery', victim.recoveryCodes[0]))).toEqual([
      400,
      'INVALID_CODE',
    ]);
    const own = await confirm(cookie, 'app', appCode(attacker.secret, 1));
    expect(own.json()).toEqual({ user: { id: attacker.uid } });
  });

  it('gets nowhere with a challenge that is expired, used, or meant for something else', async () => {
    const { uid, email, secret } = await userWithApp(test);
    const old = await firstProof(test, email);
    await pool.query('update identity_challenges set expires_at = now() where user_id = $1', [uid]);
    expect(standing(await confirm(old.cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
    const other = await firstProof(test, email);
    await pool.query("update identity_challenges set purpose = 'github-link' where user_id = $1", [uid]);
    expect(standing(await confirm(other.cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
    const used = await firstProof(test, email);
    expect((await confirm(used.cookie, 'app', appCode(secret, 1))).statusCode).toBe(200);
    await forgetSteps(uid);
    expect(standing(await confirm(used.cookie, 'app', appCode(secret)))).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('is shut out by a new password, which leaves the second factor on', async () => {
    const { uid, email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    await provesEmail(uid);
    await post('request-password-reset', { email });
    const mail = await vi.waitFor(async () => {
      const found = (await readOutbox(outbox)).find(
        ({ headers, text }) => headers.get('to') === email && text.includes('oobCode'),
      );
      expect(found).toBeDefined();
      return found!;
    }, 60_000);
    const newPassword = 'battery staple';
    expect((await post('reset-password', { token: codeIn(mail), newPassword })).statusCode).toBe(200);
    expect(standing(await confirm(cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
    const again = await firstProof(test, email, { password: newPassword });
    expect(again.answer.json().secondFactor.factors).toEqual(['app', 'recovery']);
    expect((await confirm(again.cookie, 'app', appCode(secret, 1))).statusCode).toBe(200);
  });

  it('cannot act from another website', async () => {
    const { cookie, email, secret } = await userWithApp(test);
    const foreign = { origin: 'https://attacker.example', cookie };
    for (const call of ['app/start', 'app/off', 'phone/start', 'recovery', 'send-code', 'confirm']) {
      expect((await post(`second-factor/${call}`, { password: PASSWORD }, foreign)).statusCode).toBe(403);
    }
    const { cookie: challenge } = await firstProof(test, email);
    const code = appCode(secret, 1);
    const answer = await post(
      'second-factor/confirm',
      { factor: 'app', code },
      { ...foreign, cookie: challenge },
    );
    expect(answer.statusCode).toBe(403);
  });
});
