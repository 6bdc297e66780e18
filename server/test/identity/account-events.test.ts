import { describe, expect, it, vi } from 'vitest';
import { transaction } from '../../src/database/transaction.js';
import { noteEvent } from '../../src/identity/embedded/base/account-events.js';
import { deleteOver } from '../../src/identity/embedded/sweeping.js';
import { newOutbox, testMailer } from '../test-senders.js';
import {
  cookiesOf,
  limitedApp,
  newEmail,
  PASSWORD,
  signedUp,
  standing,
  testApp,
  testPool,
} from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';
import { userWithApp } from './second-factor-user.js';

const pool = await testPool();
const outbox = newOutbox();
const test = await testApp(pool, { mailer: testMailer(outbox) });
const { post, get } = test;

const FIREFOX = { 'user-agent': 'Firefox/140.0' };

/** A new user, and a second browser of theirs that has signed in. */
async function user() {
  const email = newEmail();
  const { uid } = await signedUp(test, email);
  const cookie = await signIn(email);
  return { email, uid, cookie };
}

async function signIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  return cookiesOf(await post('sign-in/email', { email, password: PASSWORD }, headers));
}

async function kindsOf(cookie: string): Promise<string[]> {
  const { events } = (await get('events', { cookie })).json();
  return events.map(({ kind }: { kind: string }) => kind);
}

describe('the security log of an account', () => {
  it('lists the sign-up and each sign-in, newest first, with method, browser and address', async () => {
    const { email, cookie } = await user();
    await signIn(email, { cookie, ...FIREFOX });
    const own = await signIn(email, { cookie, ...FIREFOX });
    const { events } = (await get('events', { cookie: own })).json();
    expect(events.map(({ kind, proofs }: { kind: string; proofs: string[] }) => [kind, ...proofs])).toEqual([
      ['signed-in', 'password'],
      ['signed-in', 'password'],
      ['signed-in', 'password'],
      ['signed-up'],
    ]);
    expect(events[0]).toEqual({
      id: expect.any(String),
      kind: 'signed-in',
      proofs: ['password'],
      happenedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      userAgent: 'Firefox/140.0',
      address: '127.0.0.1',
    });
  });

  it('calls a browser new that has not signed in before, except for the first one after the sign-up', async () => {
    const { email, cookie } = await user();
    const other = await signIn(email);
    expect(await kindsOf(other)).toEqual(['signed-in-new-browser', 'signed-in', 'signed-up']);
    const again = await signIn(email, { cookie: other });
    expect((await kindsOf(again))[0]).toBe('signed-in');
    expect((await kindsOf(cookie))[0]).toBe('signed-in');
  });

  it('calls a browser new that has given the password before, but not the second factor', async () => {
    const { email, cookie, recoveryCodes } = await userWithApp(test);
    const [code, next] = recoveryCodes;
    const first = cookiesOf(await post('sign-in/email', { email, password: PASSWORD }));
    await post('second-factor/confirm', { factor: 'recovery', code }, { cookie: first });
    expect((await kindsOf(cookie))[0]).toBe('signed-in');
    const stranger = cookiesOf(await post('sign-in/email', { email, password: PASSWORD }));
    const repeated = cookiesOf(
      await post('sign-in/email', { email, password: PASSWORD }, { cookie: stranger }),
    );
    const theirs = `${repeated}; ${stranger}`;
    await post('second-factor/confirm', { factor: 'recovery', code: next }, { cookie: theirs });
    expect((await kindsOf(cookie))[0]).toBe('signed-in-new-browser');
  });

  it('calls a browser new again after the password has changed', async () => {
    const { email, cookie } = await user();
    const other = await signIn(email);
    await post('password', { password: PASSWORD, newPassword: 'battery staple' }, { cookie });
    const answer = await post('sign-in/email', { email, password: 'battery staple' }, { cookie: other });
    expect((await kindsOf(cookiesOf(answer)))[0]).toBe('signed-in-new-browser');
  });

  it('lists ended sessions and changed passwords', async () => {
    const { email, cookie } = await user();
    await signIn(email);
    const { sessions } = (await get('security', { cookie })).json();
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await post('sessions/end', { id }, { cookie });
    await post('sessions/end', { id }, { cookie });
    await post('sessions/end-others', {}, { cookie });
    await post('password', { password: 'wrong', newPassword: 'battery staple' }, { cookie });
    await post('password', { password: PASSWORD, newPassword: 'battery staple' }, { cookie });
    expect((await kindsOf(cookie)).slice(0, 3)).toEqual([
      'password-changed',
      'sessions-ended',
      'session-ended',
    ]);
  });

  it('starts empty when the account passes to the owner of its mailbox', async () => {
    const { email } = await user();
    await post('request-password-reset', { email });
    const mails = async () =>
      (await readOutbox(outbox)).filter(
        ({ headers, text }) => headers.get('to') === email && text.includes('oobCode'),
      );
    await expect.poll(mails).toHaveLength(1);
    const [mail] = await mails();
    await post('reset-password', { token: codeIn(mail!), newPassword: PASSWORD });
    expect(await kindsOf(await signIn(email))).toEqual(['signed-in-new-browser', 'password-reset']);
  });

  it('is visible to its owner only', async () => {
    const { uid } = await user();
    const stranger = await user();
    expect(standing(await get('events'))).toEqual([401, 'NOT_SIGNED_IN']);
    const { events } = (await get(`events?uid=${uid}`, { cookie: stranger.cookie })).json();
    const { rows } = await pool.query('select id::text from identity_events where user_id = $1', [uid]);
    const theirs = rows.map(({ id }) => id);
    expect(events.filter(({ id }: { id: string }) => theirs.includes(id))).toEqual([]);
  });

  it('keeps a login from a new browser, however often a session alone changes a setting', async () => {
    const { email, uid } = await user();
    const stranger = await signIn(email);
    expect((await kindsOf(stranger))[0]).toBe('signed-in-new-browser');
    await transaction(pool, async (tx) => {
      for (let times = 0; times < 250; times += 1) {
        await noteEvent(tx, uid, 'shipping-changed', { address: '', userAgent: '' });
      }
    });
    const kinds = await kindsOf(stranger);
    expect(kinds.filter((kind) => kind !== 'shipping-changed')).toEqual([
      'signed-in-new-browser',
      'signed-in',
      'signed-up',
    ]);
    expect(kinds).toHaveLength(50 + 3);
  });

  it('keeps its events for a year', async () => {
    const { uid, cookie } = await user();
    await post('sessions/end-others', {}, { cookie });
    expect(await kindsOf(cookie)).toEqual(['sessions-ended', 'signed-in', 'signed-up']);
    await pool.query(
      `update identity_events set happened_at = now() - interval '367 days'
        where user_id = $1 and kind <> 'sessions-ended'`,
      [uid],
    );
    await deleteOver(pool);
    expect(await kindsOf(cookie)).toEqual(['sessions-ended']);
  });
});

describe('a sign-in from a new browser', () => {
  const mailsOf = async (email: string) =>
    (await readOutbox(outbox)).filter(
      ({ headers }) =>
        headers.get('to') === email && headers.get('subject') === 'PerkeX: A login from a new browser',
    );

  const jobsFor = async (email: string) =>
    (await pool.query('select data from jobs where strpos(data::text, $1) > 0', [email])).rows;

  it('is reported to the owner by mail, unlike one from a recognised device', async () => {
    const { email, cookie } = await user();
    await signIn(email, { cookie });
    await signIn(email);
    await expect.poll(() => mailsOf(email)).toHaveLength(1);
    const [mail] = await mailsOf(email);
    expect(mail?.text).toContain('/dashboard/settings/security');
  });

  it('is reported at most three times an hour, and logged each time', async () => {
    const limited = await limitedApp(pool, { mailer: testMailer(outbox) });
    const email = newEmail();
    const { cookie } = await signedUp(limited, email);
    for (let times = 0; times < 9; times += 1) {
      await limited.post('sign-in/email', { email, password: PASSWORD });
    }
    // The work that a stopping server has not begun is left to the next one.
    await vi.waitFor(async () => expect(await jobsFor(email)).toEqual([]), { timeout: 60_000 });
    await limited.app.close();
    expect(await mailsOf(email)).toHaveLength(3);
    const kinds = await kindsOf(cookie);
    expect(kinds.filter((kind) => kind === 'signed-in-new-browser')).toHaveLength(8);
  });
});
