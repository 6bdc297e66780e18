import { describe, expect, it, vi } from 'vitest';
import type { Mailer } from '../../src/mail/mailer.js';
import { newOutbox, testMailer } from '../test-senders.js';
import { type IdentityTest, newEmail, PASSWORD, signedUp, testApp, testPool } from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';

const pool = await testPool();
const NEW_PASSWORD = 'battery staple';

/** As on a server that is killed before any mail is sent. */
const mailerOfKilled: Mailer = { send: () => new Promise(() => {}) };
const killed = await testApp(pool, { mailer: mailerOfKilled, requiresEmailProof: true });

/** The killed server has claimed the job, and would hold it for half a minute. */
async function letTimePass(): Promise<void> {
  const untaken = 'select 1 from jobs where attempts = 0';
  await vi.waitFor(async () => expect((await pool.query(untaken)).rows).toEqual([]), 60_000);
  await pool.query('update jobs set run_at = now()');
}

const waiting = async () => (await pool.query<{ row: string }>('select jobs::text as row from jobs')).rows;

/** The subjects of the mails that the next server sends from the jobs left to it. */
async function sentByTheNext(email: string): Promise<string[]> {
  const outbox = newOutbox();
  const next = await testApp(pool, { mailer: testMailer(outbox) });
  await letTimePass();
  next.jobs.start();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), 60_000);
  await next.app.close();
  const mails = await readOutbox(outbox);
  expect(mails.map(({ headers }) => headers.get('to'))).toEqual(mails.map(() => email));
  return mails.map(({ headers }) => headers.get('subject') ?? '').sort();
}

/** A user who has signed up, and whose verification mail was sent long ago. */
async function user({ post }: IdentityTest) {
  const email = newEmail();
  const { cookie } = await signedUp(killed, email);
  await pool.query('delete from jobs');
  return { email, call: (name: string, payload: object) => post(name, payload, { cookie }) };
}

describe('a server that is killed right after answering', () => {
  it('a sign-up leaves the mail with the link to the next server', async () => {
    const email = newEmail();
    await signedUp(killed, email);
    expect(await sentByTheNext(email)).toEqual(['PerkeX: Confirm your e-mail']);
  });

  it('a forgotten password leaves a working link', async () => {
    const { email } = await user(killed);
    expect((await killed.post('request-password-reset', { email })).statusCode).toBe(200);
    const outbox = newOutbox();
    const next = await testApp(pool, { mailer: testMailer(outbox) });
    await letTimePass();
    next.jobs.start();
    await vi.waitFor(async () => expect(await readOutbox(outbox)).toHaveLength(1), 60_000);
    const [mail] = await readOutbox(outbox);
    const reset = { token: mail && codeIn(mail), newPassword: NEW_PASSWORD };
    expect((await next.post('reset-password', reset)).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await readOutbox(outbox)).toHaveLength(2), 60_000);
    await next.app.close();
  });

  it('a new password leaves the notification of it', async () => {
    const { email, call } = await user(killed);
    const change = { password: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await call('password', change)).statusCode).toBe(200);
    expect(await sentByTheNext(email)).toEqual(['PerkeX: Your password was changed']);
  });

  it('an account deletion leaves the last mail, though nothing else of the account remains', async () => {
    const { email, call } = await user(killed);
    expect((await call('account/delete', { password: PASSWORD })).statusCode).toBe(200);
    expect(await sentByTheNext(email)).toEqual(['PerkeX: Your account was deleted']);
  });
});

describe('a mail that waits', () => {
  it('is sent as every earlier version queued it', async () => {
    const email = newEmail();
    const notice = { type: 'notice', email, event: 'password-changed', isHandedOver: true };
    const claimed = `insert into jobs (kind, data, run_at, attempts) values ('account-mail', $1, now(), 1)`;
    await pool.query(claimed, [notice]);
    expect(await sentByTheNext(email)).toEqual(['PerkeX: Your password was changed']);
  });

  it('contains neither a code nor a password', async () => {
    const { email, call } = await user(killed);
    await killed.post('request-password-reset', { email });
    await call('email-proof/send', {});
    await call('password', { password: PASSWORD, newPassword: NEW_PASSWORD });
    const { rows } = await pool.query(`select kind, data from jobs order by data->>'type'`);
    expect(rows).toEqual([
      { kind: 'link-mail', data: { type: 'confirmation-link', email } },
      {
        kind: 'account-mail',
        data: { type: 'notice', email, event: 'password-changed', isHandedOver: false },
      },
      { kind: 'link-mail', data: { type: 'reset-link', email } },
    ]);
  });

  it('is sent once in normal operation', async () => {
    const outbox = newOutbox();
    await pool.query('delete from jobs');
    const test = await testApp(pool, { mailer: testMailer(outbox) });
    test.jobs.start();
    const email = newEmail();
    await signedUp(test, email);
    await Promise.all([1, 2, 3].map(() => test.post('request-password-reset', { email })));
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), 60_000);
    await test.app.close();
    expect(await readOutbox(outbox)).toHaveLength(3);
  });
});
