import { afterAll, describe, expect, it } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { countWaiting } from '../test-database.js';
import { newOutbox, testMailer, testSmsSender } from '../test-senders.js';
import { githubPerson, openGithubStandIn } from './github-stand-in.js';
import { cookiesOf, limitedApp, newEmail, PASSWORD, signedUp, testApp, testPool } from './identity-app.js';
import { codeIn, readOutbox } from './mail-reader.js';
import { codeSentTo, firstProof, newNumber, turnAppOn, userWithApp } from './second-factor-user.js';

/** Ways to get, or to keep, another user's account. */

const pool = await testPool();
const outbox = newOutbox();
const github = await openGithubStandIn();
afterAll(() => github.close());
const options = { mailer: testMailer(outbox), smsSender: testSmsSender(outbox), github: github.settings };
const test = await testApp(pool, options);
const { app, post, get, uidOf } = test;
const NEW_PASSWORD = 'another long password';

/** Resets the password by a mail, as the owner of the mailbox. */
async function reset(email: string): Promise<void> {
  await post('request-password-reset', { email });
  const mailTo = async () =>
    (await readOutbox(outbox)).find(
      ({ headers, text }) => headers.get('to')?.includes(email) && text.includes('oobCode'),
    );
  await expect.poll(mailTo).toBeDefined();
  const mail = await mailTo();
  const answer = await post('reset-password', { token: mail && codeIn(mail), newPassword: NEW_PASSWORD });
  expect(answer.statusCode).toBe(200);
}

/** Signs in with GitHub up to the answer of `github/finish`. @returns it, and the cookies of the browser */
async function withGithub(
  session = '',
): Promise<{ answer: Awaited<ReturnType<typeof post>>; cookie: string }> {
  const start = await post('github/start');
  const cookie = [session, cookiesOf(start)].filter((part) => part !== '').join('; ');
  const { pathname, search } = new URL(github.authorize(start.json().url));
  await app.inject({ url: pathname + search, headers: { cookie } });
  const answer = await post('github/finish', {}, { cookie });
  return { answer, cookie: cookiesOf(answer) };
}

const githubLogins = async (uid: string) =>
  (await pool.query(`select 1 from identity_logins where provider_id = 'github' and user_id = $1`, [uid]))
    .rowCount;

/** The number of statements that wait for a lock of this kind. */
async function waitingFor(event: string): Promise<number> {
  const { rowCount } = await pool.query(
    'select 1 from pg_stat_activity where datname = current_database() and wait_event = $1',
    [event],
  );
  return rowCount ?? 0;
}

describe('a stranger who signed up with another person’s e-mail', () => {
  it('cannot keep the owner out by a second factor: it is removed when the owner verifies the e-mail', async () => {
    const { email, uid, cookie } = await userWithApp(test);
    await reset(email);
    expect(await uidOf(cookie)).toBeNull();
    const { answer } = await firstProof(test, email, { password: NEW_PASSWORD });
    expect(answer.json().user.id).toBe(uid);
    const { rows } = await pool.query('select 1 from identity_recovery_codes where user_id = $1', [uid]);
    expect(rows).toEqual([]);
  });

  it('does not affect an owner who has verified the e-mail: the second factor stays on', async () => {
    const { email, uid } = await userWithApp(test);
    await pool.query('update identity_users set email_verified = true where id = $1', [uid]);
    await reset(email);
    const { answer } = await firstProof(test, email, { password: NEW_PASSWORD });
    expect(answer.json().secondFactor.factors).toEqual(['app', 'recovery']);
  });
});

describe('a thief of the password and the GitHub account, without the second factor', () => {
  it('cannot link the two: the link waits for the second step', async () => {
    const { email, uid, secret } = await userWithApp(test);
    github.person = githubPerson({ email });
    const { cookie } = await withGithub();
    const linking = await post('github/link', { password: PASSWORD }, { cookie });
    expect(linking.json()).toHaveProperty('secondFactor');
    expect(await githubLogins(uid)).toBe(0);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: false };
    const done = await post('second-factor/confirm', proof, { cookie: cookiesOf(linking) });
    expect(done.json()).toEqual({ user: { id: uid } });
    expect(await githubLogins(uid)).toBe(1);
  });
});

describe('a linked GitHub account', () => {
  it('is unlinked by the password alone, and its owner gets a mail', async () => {
    const email = newEmail();
    const { uid, cookie } = await signedUp(test, email);
    github.person = githubPerson({ email });
    const { cookie: linking } = await withGithub();
    await post('github/link', { password: PASSWORD }, { cookie: linking });
    // The e-mail was not verified, so the earlier session has ended.
    expect((await post('github/unlink', { password: PASSWORD }, { cookie })).statusCode).toBe(401);
    const session = cookiesOf((await firstProof(test, email)).answer);
    expect((await post('github/unlink', { password: 'not this one' }, { cookie: session })).statusCode).toBe(
      403,
    );
    expect(await githubLogins(uid)).toBe(1);
    expect((await post('github/unlink', { password: PASSWORD }, { cookie: session })).statusCode).toBe(200);
    expect(await githubLogins(uid)).toBe(0);
    expect((await withGithub()).answer.json()).toEqual({ link: { email } });
    // Mails are sent concurrently: a later one may overtake.
    const subjects = async () =>
      (await readOutbox(outbox))
        .filter(({ headers }) => headers.get('to')?.includes(email))
        .map(({ headers }) => headers.get('subject'))
        .sort();
    await expect
      .poll(subjects)
      .toEqual([
        'PerkeX: A login from a new browser',
        'PerkeX: GitHub was linked to your account',
        'PerkeX: GitHub was unlinked from your account',
      ]);
  });
});

describe('a password that changes in the meantime', () => {
  /** Applies the change of a reset at the latest moment: when the session is about to be created. */
  async function changingAtTheEnd<Result>(uid: string, work: () => Promise<Result>): Promise<Result> {
    const reset = await pool.connect();
    try {
      await reset.query('begin');
      await reset.query('select 1 from identity_users where id = $1 for update', [uid]);
      const working = work();
      await expect.poll(() => countWaiting(pool), { timeout: 10_000 }).toBe(1);
      await reset.query(`update identity_logins set password = password || 'x' where user_id = $1`, [uid]);
      await reset.query('commit');
      return await working;
    } finally {
      reset.release();
    }
  }

  it('ends a sign-in with the old one that is in progress', async () => {
    const email = newEmail();
    const { uid, cookie: before } = await signedUp(test, email);
    const { answer } = await changingAtTheEnd(uid, () => firstProof(test, email));
    expect(answer.statusCode).toBe(401);
    expect(await uidOf(cookiesOf(answer))).toBeNull();
    expect(await uidOf(before)).toBe(uid);
    const { rows } = await pool.query('select 1 from identity_sessions where user_id = $1', [uid]);
    expect(rows).toHaveLength(1); // that of the sign-up
  });

  it('ends a sign-in in its second step, and the trust in its browser', async () => {
    const { uid, email, cookie: before, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: true };
    const answer = await changingAtTheEnd(uid, () => post('second-factor/confirm', proof, { cookie }));
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SIGN_IN_OVER']);
    expect(await uidOf(cookiesOf(answer))).toBeNull();
    expect(await uidOf(before)).toBe(uid);
    const { rows } = await pool.query(
      `select 1 from identity_sessions where user_id = $1
        union all select 1 from identity_trusted_devices where user_id = $1`,
      [uid],
    );
    expect(rows).toHaveLength(1); // the session of the sign-up
  });

  it('ends a challenge that was opened a moment after the change', async () => {
    const { uid, email, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email);
    // As if the challenge had been opened just after a reset.
    await pool.query(`update identity_logins set password = password || 'x' where user_id = $1`, [uid]);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: false };
    const answer = await post('second-factor/confirm', proof, { cookie });
    expect(answer.json().code).toBe('SIGN_IN_OVER');
    expect(await uidOf(cookiesOf(answer))).toBeNull();
  });

  it('is the one that counts for changes that waited in the queue with the old one', async () => {
    const { uid, cookie } = await userWithApp(test);
    const crowd = [newEmail(), newEmail()];
    await Promise.all(crowd.map((email) => signedUp(test, email)));
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from identity_users where email = any ($1) for update', [crowd]);
    // Their sessions cannot be created yet, so no other password is checked until then.
    const signIns = crowd.map((email) => firstProof(test, email));
    await expect.poll(() => waitingFor('transactionid'), { timeout: 20_000 }).toBe(2);
    const off = post('second-factor/app/off', { password: PASSWORD }, { cookie });
    await get('security', { cookie });
    await pool.query(
      `with changed as (update identity_logins set password = password || 'x' where user_id = $1)
        delete from identity_sessions where user_id = $1`,
      [uid],
    );
    await holder.query('rollback');
    holder.release();
    expect((await off).statusCode).toBe(401);
    await Promise.all(signIns);
    const { rows } = await pool.query('select 1 from identity_authenticator_apps where user_id = $1', [uid]);
    expect(rows).toHaveLength(1);
  });
});

describe('the older session of a browser', () => {
  it('ends when the second step is completed, and not before', async () => {
    const { email, uid, cookie: older, secret } = await userWithApp(test);
    const { cookie } = await firstProof(test, email, { cookie: older });
    expect(await uidOf(older)).toBe(uid);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: false };
    const answer = await post('second-factor/confirm', proof, { cookie });
    expect([await uidOf(older), await uidOf(cookiesOf(answer))]).toEqual([null, uid]);
  });

  it('ends with a sign-in by GitHub', async () => {
    const { cookie: older } = await signedUp(test);
    github.person = githubPerson();
    const { answer } = await withGithub(older);
    expect(await uidOf(older)).toBeNull();
    expect(await uidOf(cookiesOf(answer))).toBe(answer.json().user.id);
  });
});

describe('a lost browser', () => {
  it.each(['sessions/end', 'sessions/end-others'])('is no longer trusted after %s', async (call) => {
    const { email, secret, cookie } = await userWithApp(test);
    const { cookie: challenge } = await firstProof(test, email);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: true };
    const lost = cookiesOf(await post('second-factor/confirm', proof, { cookie: challenge }));
    const { sessions } = (await get('security', { cookie })).json();
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await post(call, { id: other.id }, { cookie })).statusCode).toBe(200);
    const { answer } = await firstProof(test, email, { cookie: lost });
    expect(answer.json()).toHaveProperty('secondFactor');
  });
});

describe('a factor that is turned on while the other one is turned off', () => {
  it.each(['app', 'phone'] as const)(
    '(the %s) never leaves its user with a factor and no recovery codes',
    async (on) => {
      const email = newEmail();
      const { uid, cookie } = await signedUp(test, email);
      const own = { cookie };
      const phone = newNumber();
      const startApp = async () =>
        appCode((await post('second-factor/app/start', { password: PASSWORD }, own)).json().secret);
      const startPhone = async () => {
        await post('second-factor/phone/start', { password: PASSWORD, phone }, own);
        return codeSentTo(outbox, phone);
      };
      const [off, starts] =
        on === 'app'
          ? (['phone', [startPhone, startApp]] as const)
          : (['app', [startApp, startPhone]] as const);
      await post(`second-factor/${off}/confirm`, { code: await starts[0]() }, own);
      const code = await starts[1]();
      const [turnedOff, turnedOn] = await heldInDeletion(async (release) => {
        const isHeld = () => waitingFor('advisory');
        const turningOff = post(`second-factor/${off}/off`, { password: PASSWORD }, own);
        await expect.poll(isHeld, { timeout: 20_000 }).toBe(1);
        let isOn = false;
        const turningOn = post(`second-factor/${on}/confirm`, { code }, own).finally(() => {
          isOn = true;
        });
        await expect
          .poll(async () => isOn || (await waitingFor('transactionid')) > 0, { timeout: 20_000 })
          .toBe(true);
        await release();
        return Promise.all([turningOff, turningOn]);
      });
      expect([turnedOff.statusCode, turnedOn.statusCode]).toEqual([200, 200]);
      expect(turnedOn.json().recoveryCodes).toHaveLength(10);
      const { rows } = await pool.query('select 1 from identity_recovery_codes where user_id = $1', [uid]);
      expect(rows).toHaveLength(10);
    },
  );

  /**
   * Holds the turning-off of a factor before its deletion is committed, until the work releases it. The work waits for
   * its own requests: dropping the trigger beside them would be a deadlock.
   */
  async function heldInDeletion<Result>(
    work: (release: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const holder = await pool.connect();
    const release = async () => {
      await holder.query('select pg_advisory_unlock_all()');
    };
    await holder.query(`
      create function wait_here() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(77);
        return null;
      end $$;
      create trigger held_app after delete on identity_authenticator_apps
        for each row execute function wait_here();
      create trigger held_phone after delete on identity_phones
        for each row execute function wait_here();
      select pg_advisory_lock(77)`);
    try {
      return await work(release);
    } finally {
      await release();
      await holder.query(`
        drop trigger held_app on identity_authenticator_apps;
        drop trigger held_phone on identity_phones;
        drop function wait_here()`);
      holder.release();
    }
  }
});

describe('recovery codes', () => {
  it('that are renewed several times at once are those of one renewal', async () => {
    const { uid, cookie } = await userWithApp(test);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('second-factor/recovery', { password: PASSWORD }, { cookie })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    const { rows } = await pool.query('select 1 from identity_recovery_codes where user_id = $1', [uid]);
    expect(rows).toHaveLength(10);
  });
});

describe('mails about changes', () => {
  it('are limited, so that a mailbox is not flooded', async () => {
    const limited = await limitedApp(pool, options);
    const { cookie } = await signedUp(limited);
    await turnAppOn(limited, cookie);
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await limited.post('second-factor/recovery', { password: PASSWORD }, { cookie });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(11).fill(200), 429]);
  });
});

describe('an unusual answer from GitHub', () => {
  it('such as a second e-mail that cannot exist is no reason to refuse the first', async () => {
    github.person = githubPerson();
    github.person = {
      ...github.person,
      emails: [{ email: 'o!d@müller', primary: false, verified: true }, ...github.person.emails],
    };
    expect((await withGithub()).answer.json()).toHaveProperty('user');
  });

  it('such as a code with a null byte is refused', async () => {
    const start = await post('github/start');
    const cookie = cookiesOf(start);
    const state = new URL(start.json().url).searchParams.get('state');
    const url = `/api/auth/github/callback?code=%00&state=${state}`;
    expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    expect((await post('github/finish', {}, { cookie })).statusCode).toBe(502);
  });
});

describe('a password that contains the e-mail', () => {
  it.each(['Ada.Lovelace@example.com', 'ADA.lovelace'])('(%s) is refused', async (password) => {
    const answer = await post('sign-up/email', { email: 'ada.lovelace@example.com', password });
    expect(answer.json().code).toBe('PASSWORD_TOO_COMMON');
  });
});
