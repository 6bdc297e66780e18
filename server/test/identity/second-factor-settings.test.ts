import { describe, expect, it, vi } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { cookiesOf, limitedApp, newEmail, PASSWORD, signedUp, standing } from './identity-app.js';
import { readOutbox } from './mail-reader.js';
import {
  firstProof,
  openFactorTest,
  turnAppOn,
  userWithApp,
  userWithPhone,
  wrongAppCode,
} from './second-factor-user.js';

const { pool, outbox, test, post, get, uidOf } = await openFactorTest();

describe('the second-factor settings', () => {
  it('turn an app on with its own first code, and give recovery codes once', async () => {
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

  it('have no effect until they are confirmed, and start over after half an hour', async () => {
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

  it('give recovery codes with the first of two factors, and keep them until the last is off', async () => {
    const { cookie, phone } = await userWithPhone(test, outbox);
    expect((await turnAppOn(test, cookie)).recoveryCodes).toEqual([]);
    const read = async () => (await get('security', { cookie })).json();
    expect(await read()).toMatchObject({ app: true, phone: `•••• ${phone.slice(-4)}`, recoveryCodes: 10 });
    await post('second-factor/phone/off', { password: PASSWORD }, { cookie });
    expect(await read()).toMatchObject({ app: true, phone: null, recoveryCodes: 10 });
    await post('second-factor/app/off', { password: PASSWORD }, { cookie });
    expect(await read()).toMatchObject({ app: false, phone: null, recoveryCodes: 0 });
  });

  it('make the password sufficient again when the factor is off', async () => {
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

  it.each(SETTINGS)('at %s need the password', async (call, fields) => {
    const { cookie } = await userWithApp(test);
    for (const password of ['a wrong password', '', undefined, 1, 'a'.repeat(200)]) {
      const answer = await post(`second-factor/${call}`, { ...fields, password }, { cookie });
      expect(standing(answer)).toEqual([403, 'INVALID_PASSWORD']);
    }
    expect((await get('security', { cookie })).json()).toMatchObject({ app: true, recoveryCodes: 10 });
  });

  it.each([...SETTINGS.map(([call]) => call), 'app/confirm', 'phone/confirm'])(
    'at %s need a session',
    async (call) => {
      for (const cookie of ['other=1', 'better-auth.session_token=forged.forged']) {
        const answer = await post(
          `second-factor/${call}`,
          { password: PASSWORD, code: '123456' },
          { cookie },
        );
        expect([answer.statusCode, answer.json()]).toEqual([
          401,
          { requestId: expect.any(String), code: 'NOT_SIGNED_IN', message: 'Please log in.' },
        ]);
      }
    },
  );

  it('allow few guesses of the password with a stolen session, and lock no other session out', async () => {
    const email = newEmail();
    const limited = await limitedApp(pool);
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

  it('inform the owner by mail, without any secret', async () => {
    const { cookie, email, secret, recoveryCodes } = await userWithApp(test);
    await post('second-factor/recovery', { password: PASSWORD }, { cookie });
    await post('second-factor/app/off', { password: PASSWORD }, { cookie });
    await vi.waitFor(async () => {
      const mails = (await readOutbox(outbox)).filter(({ headers }) => headers.get('to') === email);
      expect(mails.map(({ headers }) => headers.get('subject')).sort()).toEqual([
        'PerkeX: An authenticator app was turned on',
        'PerkeX: The authenticator app was turned off',
        'PerkeX: You have new recovery codes',
      ]);
      for (const { text, html } of mails) {
        expect(text).toContain('http://localhost:3000/dashboard/settings/security');
        expect(text + html).not.toContain(secret);
        expect(text + html).not.toContain(recoveryCodes[0]);
      }
    }, 60_000);
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

  it('can turn a factor on while its session is recent', async () => {
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
        {
          requestId: expect.any(String),
          code: 'PASSWORD_MISSING',
          message: 'Set a password first: ask for a reset mail.',
        },
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
