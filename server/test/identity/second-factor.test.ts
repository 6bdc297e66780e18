import { describe, expect, it, vi } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { newOutbox, testMailer, testSmsSender } from '../test-senders.js';
import {
  cookiesOf,
  newEmail,
  PASSWORD,
  SECRET,
  signedUp,
  standing,
  testApp,
  testPool,
} from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';
import {
  codeSentTo,
  firstProof,
  readMessages,
  turnAppOn,
  userWithApp,
  userWithPhone,
  wrongAppCode,
} from './second-factor-user.js';

const pool = await testPool();
const outbox = newOutbox();
const test = await testApp(pool, { mailer: testMailer(outbox), smsSender: testSmsSender(outbox) });
const { post, get, uidOf } = test;

const confirm = (cookie: string, factor: unknown, code: unknown, trustDevice: unknown = false) =>
  post('second-factor/confirm', { factor, code, trustDevice }, { cookie });

/** As if the app's codes of now had not been used. */
const forgetSteps = (uid: string) =>
  pool.query('update identity_authenticator_apps set last_step = 0 where user_id = $1', [uid]);

async function sessionsOf(uid: string): Promise<number> {
  const { rows } = await pool.query('select 1 from identity_sessions where user_id = $1', [uid]);
  return rows.length;
}

describe('logging in with an authenticator app', () => {
  it('takes its code besides the password, and before it there is no session', async () => {
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
  ])('keeps to what was said of remembering (%s)', async (rememberMe, type) => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email, { rememberMe });
    const done = await confirm(cookie, 'app', appCode(secret, 1));
    const session = done.cookies.find(({ name }) => name === 'better-auth.session_token');
    expect(typeof session?.maxAge).toBe(type);
  });

  it('takes a code once, and its time step too: nothing is gained by looking over a shoulder', async () => {
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

  it('takes the code of a clock that is half a minute off, and of none that is further off', async () => {
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

describe('somebody who has stolen the password', () => {
  it('has five codes to guess, even all at once, and then has to begin again', async () => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    const wrong = wrongAppCode(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(cookie, 'app', wrong)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      400, 400, 400, 400, 400, 401, 401, 401,
    ]);
    expect(standing(await confirm(cookie, 'app', appCode(secret, 1)))).toEqual([401, 'SIGN_IN_OVER']);
  });

  it('is slowed down when beginning again and again; nobody without the password is counted', async () => {
    const { email, secret } = await userWithApp(test);
    const limited = await testApp(pool, { rateLimits: true });
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

  it('gets nowhere with a challenge that is over, used, or meant for something else', async () => {
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

  it('is thrown out by a new password, which leaves the second factor on', async () => {
    const { email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    await post('request-password-reset', { email });
    const mail = await vi.waitFor(async () => {
      const found = (await readOutbox(outbox)).find(
        ({ headers, text }) => headers.get('to') === email && text.includes('oobCode'),
      );
      expect(found).toBeDefined();
      return found!;
    });
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

describe('a recovery code', () => {
  it('logs in once, however it is typed', async () => {
    const { uid, email, recoveryCodes } = await userWithApp(test);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    const first = await firstProof(test, email);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
    expect((await confirm(first.cookie, 'recovery', typed)).json()).toEqual({ user: { id: uid } });
    const second = await firstProof(test, email);
    expect(standing(await confirm(second.cookie, 'recovery', code))).toEqual([400, 'INVALID_CODE']);
    const cookie = cookiesOf(await confirm(second.cookie, 'recovery', recoveryCodes[1]));
    expect((await get('security', { cookie })).json().recoveryCodes).toBe(8);
  });

  it('that two use at once logs one of them in', async () => {
    const { email, recoveryCodes } = await userWithApp(test);
    const browsers = [await firstProof(test, email), await firstProof(test, email)];
    const answers = await Promise.all(
      browsers.map(({ cookie }) => confirm(cookie, 'recovery', recoveryCodes[0])),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is replaced by new ones, for the password', async () => {
    const { cookie, email, recoveryCodes } = await userWithApp(test);
    const renewed = await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    const fresh: string[] = renewed.json().recoveryCodes;
    expect(fresh).toHaveLength(10);
    const browser = await firstProof(test, email);
    const old = await confirm(browser.cookie, 'recovery', recoveryCodes[0]);
    expect(standing(old)).toEqual([400, 'INVALID_CODE']);
    expect((await confirm(browser.cookie, 'recovery', fresh[9])).statusCode).toBe(200);
  });

  it('is not offered any more when all are used', async () => {
    const { uid, email } = await userWithApp(test);
    await pool.query('delete from identity_recovery_codes where user_id = $1', [uid]);
    expect((await firstProof(test, email)).answer.json().secondFactor.factors).toEqual(['app']);
  });

  it('is given to nobody without a second factor', async () => {
    const { cookie } = await signedUp(test);
    const answer = await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    expect(standing(answer)).toEqual([409, 'NOTHING_ON']);
  });
});

describe('a trusted device', () => {
  async function trusted(user: { email: string; secret: string }): Promise<string> {
    const { cookie } = await firstProof(test, user.email);
    const done = await confirm(cookie, 'app', appCode(user.secret, 1), true);
    const trust = done.cookies.find(({ name }) => name === 'better-auth.trusted_device');
    expect(trust).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 });
    return `${trust?.name}=${trust?.value}`;
  }

  it('is not asked again, for thirty days', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    const { answer } = await firstProof(test, user.email, { cookie });
    expect(answer.json().user.id).toBe(user.uid);
    expect(await uidOf(cookiesOf(answer))).toBe(user.uid);
    await pool.query('update identity_trusted_devices set expires_at = now() where user_id = $1', [user.uid]);
    expect((await firstProof(test, user.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it('is one only when asked for', async () => {
    const { email, secret } = await userWithApp(test);
    for (const [trust, steps] of [
      [false, 0],
      ['true', 1],
    ] as const) {
      const { cookie } = await firstProof(test, email);
      await pool.query('update identity_authenticator_apps set last_step = 0');
      const done = await confirm(cookie, 'app', appCode(secret, steps), trust);
      expect(done.statusCode).toBe(200);
      expect(done.cookies.map(({ name }) => name)).not.toContain('better-auth.trusted_device');
    }
  });

  it('of one user is none of another', async () => {
    const [attacker, victim] = [await userWithApp(test), await userWithApp(test)];
    const cookie = await trusted(attacker);
    expect((await firstProof(test, victim.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it.each([
    ['forged', 'A'.repeat(43)],
    ['empty', ''],
    ['broken', '%'],
    ['endless', 'A'.repeat(9_000)],
  ])('cannot be made up: %s', async (_what, token) => {
    const { email } = await userWithApp(test);
    const cookie = `better-auth.trusted_device=${token}`;
    expect((await firstProof(test, email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it('does not open the account without the password', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    const { answer } = await firstProof(test, user.email, { cookie, password: 'a wrong password' });
    expect(answer.statusCode).toBe(401);
  });

  it('is forgotten with the last factor, and stays so when one is turned on again', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    await post('second-factor/app/off', { password: PASSWORD }, { cookie: user.cookie });
    await turnAppOn(test, user.cookie);
    expect((await firstProof(test, user.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it('is forgotten with the password', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    await post('request-password-reset', { email: user.email });
    const mail = await vi.waitFor(async () => {
      const found = (await readOutbox(outbox)).find(
        ({ headers, text }) => headers.get('to') === user.email && text.includes('oobCode'),
      );
      return found ?? Promise.reject(new Error('no mail yet'));
    });
    await post('reset-password', { token: codeIn(mail), newPassword: 'battery staple' });
    const { answer } = await firstProof(test, user.email, { cookie, password: 'battery staple' });
    expect(answer.json()).toHaveProperty('secondFactor');
  });
});

describe('turning a factor on and off', () => {
  it('takes the app’s own first code, and gives recovery codes once', async () => {
    const { uid, cookie } = await signedUp(test);
    const started = await post('second-factor/app/start', { password: PASSWORD }, { cookie });
    const { secret, uri } = started.json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/PerkeX:user\d+%40example\.com\?issuer=PerkeX&secret=/);
    const wrong = await post('second-factor/app/confirm', { code: wrongAppCode(secret) }, { cookie });
    expect(standing(wrong)).toEqual([400, 'INVALID_CODE']);
    expect((await get('security', { cookie })).json()).toMatchObject({ app: false, recoveryCodes: 0 });
    const done = await post('second-factor/app/confirm', { code: appCode(secret) }, { cookie });
    expect(done.json().recoveryCodes).toHaveLength(10);
    expect((await get('security', { cookie })).json()).toMatchObject({ app: true, recoveryCodes: 10 });
    const again = await post('second-factor/app/start', { password: PASSWORD }, { cookie });
    expect(standing(again)).toEqual([409, 'ALREADY_ON']);
    expect(await uidOf(cookie)).toBe(uid);
  });

  it('does nothing before it is confirmed, and begins anew after half an hour', async () => {
    const email = newEmail();
    const { uid, cookie } = await signedUp(test, email);
    const { secret } = (await post('second-factor/app/start', { password: PASSWORD }, { cookie })).json();
    expect((await firstProof(test, email)).answer.json().user.id).toBe(uid);
    await pool.query(
      "update identity_authenticator_apps set started_at = now() - interval '30 minutes' where user_id = $1",
      [uid],
    );
    const late = await post('second-factor/app/confirm', { code: appCode(secret) }, { cookie });
    expect(standing(late)).toEqual([409, 'NOT_STARTED']);
  });

  it('of two gives recovery codes with the first, and keeps them until the last is off', async () => {
    const { cookie, phone } = await userWithPhone(test, outbox);
    expect((await turnAppOn(test, cookie)).recoveryCodes).toEqual([]);
    const read = async () => (await get('security', { cookie })).json();
    expect(await read()).toMatchObject({ app: true, phone: `•••• ${phone.slice(-4)}`, recoveryCodes: 10 });
    await post('second-factor/phone/off', { password: PASSWORD }, { cookie });
    expect(await read()).toMatchObject({ app: true, phone: null, recoveryCodes: 10 });
    await post('second-factor/app/off', { password: PASSWORD }, { cookie });
    expect(await read()).toMatchObject({ app: false, phone: null, recoveryCodes: 0 });
  });

  it('off makes the password enough again', async () => {
    const { uid, email, cookie } = await userWithApp(test);
    const off = await post('second-factor/app/off', { password: PASSWORD }, { cookie });
    expect(off.statusCode).toBe(200);
    expect((await firstProof(test, email)).answer.json().user.id).toBe(uid);
  });

  const SETTINGS = [
    ['app/start', {}],
    ['app/off', {}],
    ['phone/start', { phone: '+1 555 0100' }],
    ['phone/off', {}],
    ['recovery', {}],
  ] as const;

  it.each(SETTINGS)('at %s takes the password', async (call, fields) => {
    const { cookie } = await userWithApp(test);
    for (const password of ['a wrong password', '', undefined, 1, 'a'.repeat(200)]) {
      const answer = await post(`second-factor/${call}`, { ...fields, password }, { cookie });
      expect(standing(answer)).toEqual([403, 'INVALID_PASSWORD']);
    }
    expect((await get('security', { cookie })).json()).toMatchObject({ app: true, recoveryCodes: 10 });
  });

  it.each([...SETTINGS.map(([call]) => call), 'app/confirm', 'phone/confirm'])(
    'at %s takes a session',
    async (call) => {
      for (const cookie of ['other=1', 'better-auth.session_token=forged.forged']) {
        const answer = await post(
          `second-factor/${call}`,
          { password: PASSWORD, code: '123456' },
          { cookie },
        );
        expect([answer.statusCode, answer.json()]).toEqual([
          401,
          { code: 'NOT_SIGNED_IN', message: 'Please log in.' },
        ]);
      }
    },
  );

  it('by a stolen session allows few guesses of the password, and locks no other session out', async () => {
    const email = newEmail();
    const limited = await testApp(pool, { rateLimits: true });
    const { cookie: stolen } = await signedUp(limited, email);
    const own = cookiesOf((await firstProof(limited, email)).answer);
    const start = (cookie: string, password: string) =>
      limited.post('second-factor/app/start', { password }, { cookie });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      statuses.push((await start(stolen, `guess number ${turn}`)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    expect((await start(own, PASSWORD)).statusCode).toBe(200);
  });

  it('tells the owner by mail, and says no secret in it', async () => {
    const { cookie, email, secret, recoveryCodes } = await userWithApp(test);
    await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    await post('second-factor/app/off', { password: PASSWORD }, { cookie });
    await vi.waitFor(async () => {
      const mails = (await readOutbox(outbox)).filter(({ headers }) => headers.get('to') === email);
      expect(mails.map(({ headers }) => headers.get('subject')).sort()).toEqual([
        'PerkeX: An authenticator app was turned on',
        'PerkeX: New recovery codes were made',
        'PerkeX: The authenticator app was turned off',
      ]);
      for (const { text, html } of mails) {
        expect(text).toContain('http://localhost:3000/dashboard/settings/security');
        expect(text + html).not.toContain(secret);
        expect(text + html).not.toContain(recoveryCodes[0]);
      }
    });
  });
});

describe('an account without a password', () => {
  async function withoutPassword() {
    const user = await signedUp(test);
    await pool.query(
      "update identity_logins set provider_id = 'github', password = null where user_id = $1",
      [user.uid],
    );
    return user;
  }

  it('turns a factor on while its session is young', async () => {
    const { cookie } = await withoutPassword();
    expect((await turnAppOn(test, cookie)).recoveryCodes).toHaveLength(10);
  });

  it('needs a password for the rest, and for everything in an older session', async () => {
    const { uid, cookie } = await withoutPassword();
    const calls = ['app/off', 'phone/off', 'recovery'];
    for (const call of calls) {
      const answer = await post(`second-factor/${call}`, { password: '' }, { cookie });
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { code: 'PASSWORD_MISSING', message: 'Set a password first: ask for a reset mail.' },
      ]);
    }
    await pool.query(
      "update identity_sessions set created_at = now() - interval '10 minutes' where user_id = $1",
      [uid],
    );
    const late = await post('second-factor/app/start', { password: '' }, { cookie });
    expect(standing(late)).toEqual([409, 'PASSWORD_MISSING']);
  });
});

describe('what is kept and said', () => {
  it('opens no account: no secret, number, code or token is in the tables', async () => {
    const { uid, email, cookie, secret, recoveryCodes } = await userWithApp(test);
    const phone = '+441632960961';
    await post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie });
    const code = await codeSentTo(outbox, phone);
    const { cookie: challenge } = await firstProof(test, email);
    const done = await confirm(challenge, 'app', appCode(secret, 1), true);
    const token = done.cookies.find(({ name }) => name === 'better-auth.trusted_device')!.value;
    let kept = '';
    for (const table of [
      'authenticator_apps',
      'phones',
      'phone_codes',
      'recovery_codes',
      'trusted_devices',
    ]) {
      const { rows } = await pool.query(`select * from identity_${table} where user_id = $1`, [uid]);
      expect(rows.length).toBeGreaterThan(0);
      kept += JSON.stringify(rows);
    }
    for (const text of [secret, phone, phone.slice(1), `"${code}"`, token, ...recoveryCodes]) {
      expect(kept).not.toContain(text);
      expect(kept).not.toContain(text.replaceAll('-', ''));
    }
  });

  it('is bound to its user and to the server’s secret', async () => {
    const [attacker, victim] = [await userWithApp(test), await userWithApp(test)];
    await pool.query(
      `update identity_authenticator_apps set last_step = 0, sealed_secret = (
         select sealed_secret from identity_authenticator_apps where user_id = $1) where user_id = $2`,
      [attacker.uid, victim.uid],
    );
    const { cookie } = await firstProof(test, victim.email);
    expect(standing(await confirm(cookie, 'app', appCode(attacker.secret)))).toEqual([400, 'INVALID_CODE']);
    const other = await testApp(pool, { secret: `${SECRET} Another one.` });
    const there = await firstProof(other, attacker.email);
    const answer = await other.post(
      'second-factor/confirm',
      { factor: 'app', code: appCode(attacker.secret, 1) },
      { cookie: there.cookie },
    );
    expect(standing(answer)).toEqual([400, 'INVALID_CODE']);
  });

  it('is not in the log, nor in answers after the first', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
    const own = newOutbox();
    const logged = await testApp(pool, { smsSender: testSmsSender(own) }, { logger });
    const { cookie, email, secret, recoveryCodes } = await userWithApp(logged);
    const phone = '+441632960999';
    await logged.post('second-factor/phone/start', { password: PASSWORD, phone }, { cookie });
    const code = await codeSentTo(own, phone);
    await logged.post('second-factor/phone/confirm', { code }, { cookie });
    const security = await logged.get('security', { cookie });
    const { answer } = await firstProof(logged, email);
    for (const text of [secret, phone, code, ...recoveryCodes]) {
      expect(lines.join('')).not.toContain(text);
      expect(security.body + answer.body).not.toContain(text);
    }
    expect(answer.json().secondFactor.phone).toBe('•••• 0999');
    expect((await readMessages(own)).map(({ to }) => to)).toEqual([phone]);
  });
});
