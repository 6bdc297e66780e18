import { describe, expect, it } from 'vitest';
import { newOutbox, testMailer } from '../test-senders.js';
import { cookiesOf, newEmail, PASSWORD, signedUp, standing, testApp, testPool } from './identity-app.js';
import { readOutbox } from './mail-reader.js';

const pool = await testPool();
const outbox = newOutbox();
const test = await testApp(pool, { mailer: testMailer(outbox) });
const { post, uidOf } = test;
const NEW_PASSWORD = 'battery staple';

const signIn = (email: string, password: string) => post('sign-in/email', { email, password });

async function user() {
  const email = newEmail();
  const { uid, cookie } = await signedUp(test, email);
  return {
    email,
    uid,
    cookie,
    change: (fields: object) => post('password', fields, { cookie }),
  };
}

describe('a password change', () => {
  it('takes effect at once, and ends every other session', async () => {
    const { email, uid, cookie, change } = await user();
    const elsewhere = cookiesOf(await signIn(email, PASSWORD));
    expect((await change({ password: PASSWORD, newPassword: NEW_PASSWORD })).statusCode).toBe(200);
    expect([await uidOf(cookie), await uidOf(elsewhere)]).toEqual([uid, null]);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('invalidates reset links requested before it', async () => {
    const { email, uid, change } = await user();
    await post('request-password-reset', { email });
    const links = () => pool.query('select 1 from identity_verifications where value = $1', [uid]);
    await expect.poll(async () => (await links()).rowCount).toBe(1);
    await change({ password: PASSWORD, newPassword: NEW_PASSWORD });
    expect((await links()).rowCount).toBe(0);
  });

  it('is reported to the owner by mail', async () => {
    const { email, change } = await user();
    await change({ password: PASSWORD, newPassword: NEW_PASSWORD });
    const subjects = async () =>
      (await readOutbox(outbox))
        .filter(({ headers }) => headers.get('to')?.includes(email))
        .map(({ headers }) => headers.get('subject'));
    await expect.poll(subjects).toContain('PerkeX: Your password was changed');
  });

  it.each([
    ['without a session', 401, 'NOT_SIGNED_IN', { password: PASSWORD, newPassword: NEW_PASSWORD }],
    ['with a wrong password', 403, 'INVALID_PASSWORD', { password: 'wrong', newPassword: NEW_PASSWORD }],
    ['without the old one', 403, 'INVALID_PASSWORD', { newPassword: NEW_PASSWORD }],
    ['without a new one', 400, 'VALIDATION_ERROR', { password: PASSWORD }],
    ['to one that is too short', 400, 'PASSWORD_TOO_SHORT', { password: PASSWORD, newPassword: '12345' }],
    ['to a common one', 400, 'PASSWORD_TOO_COMMON', { password: PASSWORD, newPassword: 'password1' }],
    ['to one that is not text', 400, 'VALIDATION_ERROR', { password: PASSWORD, newPassword: { a: 1 } }],
  ])('%s is refused and changes nothing', async (title, status, code, fields) => {
    const { email, change } = await user();
    const answer = title === 'without a session' ? await post('password', fields) : await change(fields);
    expect(standing(answer)).toEqual([status, code]);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('to the user’s own e-mail is refused', async () => {
    const { email, change } = await user();
    const answer = await change({ password: PASSWORD, newPassword: email.toUpperCase() });
    expect(answer.statusCode).toBe(400);
  });

  it('of two at once, one succeeds', async () => {
    const { email, change } = await user();
    const subscriptions = ['first new words', 'second new words'];
    const answers = await Promise.all(
      subscriptions.map((newPassword) => change({ password: PASSWORD, newPassword })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await signIn(email, subscriptions[winner] ?? '')).statusCode).toBe(200);
  });

  it('cannot be brute-forced by the holder of a session', async () => {
    const limited = await testApp(pool, { rateLimits: true });
    const { cookie } = await signedUp(limited);
    const codes: unknown[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const answer = await limited.post(
        'password',
        { password: `guess ${tries}`, newPassword: NEW_PASSWORD },
        { cookie },
      );
      codes.push(answer.statusCode);
    }
    expect(codes).toEqual([...Array(10).fill(403), 429]);
  });
});
