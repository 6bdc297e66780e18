import { describe, expect, it, vi } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { cookiesOf, PASSWORD } from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';
import { firstProof, openFactorTest, turnAppOn, userWithApp } from './second-factor-user.js';

const { pool, outbox, test, post, uidOf, confirm, provesEmail } = await openFactorTest();

describe('a trusted device', () => {
  async function trusted(user: { email: string; secret: string }): Promise<string> {
    const { cookie } = await firstProof(test, user.email);
    const done = await confirm(cookie, 'app', appCode(user.secret, 1), true);
    const trust = done.cookies.find(({ name }) => name === 'better-auth.trusted_device');
    expect(trust).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 });
    return `${trust?.name}=${trust?.value}`;
  }

  it('is not asked for the second factor again for thirty days', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    const { answer } = await firstProof(test, user.email, { cookie });
    expect(answer.json().user.id).toBe(user.uid);
    expect(await uidOf(cookiesOf(answer))).toBe(user.uid);
    await pool.query('update identity_trusted_devices set expires_at = now() where user_id = $1', [user.uid]);
    expect((await firstProof(test, user.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it('exists only if the user asked for it', async () => {
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

  it('of one user is not trusted for another', async () => {
    const [attacker, victim] = [await userWithApp(test), await userWithApp(test)];
    const cookie = await trusted(attacker);
    expect((await firstProof(test, victim.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it.each([
    ['forged', 'A'.repeat(43)],
    ['empty', ''],
    ['broken', '%'],
    ['endless', 'A'.repeat(9_000)],
  ])('cannot be forged: %s', async (_what, token) => {
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

  it('is forgotten with the last factor, even when a factor is turned on again', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    await post('second-factor/app/off', { password: PASSWORD }, { cookie: user.cookie });
    await turnAppOn(test, user.cookie);
    expect((await firstProof(test, user.email, { cookie })).answer.json()).toHaveProperty('secondFactor');
  });

  it('is forgotten with the password', async () => {
    const user = await userWithApp(test);
    const cookie = await trusted(user);
    await provesEmail(user.uid);
    await post('request-password-reset', { email: user.email });
    const mail = await vi.waitFor(async () => {
      const found = (await readOutbox(outbox)).find(
        ({ headers, text }) => headers.get('to') === user.email && text.includes('oobCode'),
      );
      return found ?? Promise.reject(new Error('no mail yet'));
    }, 60_000);
    await post('reset-password', { token: codeIn(mail), newPassword: 'battery staple' });
    const { answer } = await firstProof(test, user.email, { cookie, password: 'battery staple' });
    expect(answer.json()).toHaveProperty('secondFactor');
  });
});
