import { describe, expect, it } from 'vitest';
import { cookiesOf, newEmail, PASSWORD, signedUp, standing, testApp, testPool } from './identity-app.js';

const pool = await testPool();
const test = await testApp(pool);
const { app, post, get, uidOf } = test;

interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: string;
  readonly userAgent: string;
  readonly address: string;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const securityOf = async (cookie: string) => (await get('security', { cookie })).json();
const sessionsOf = async (cookie: string): Promise<Session[]> => (await securityOf(cookie)).sessions;

/** A user with three sessions, oldest first. */
async function threeBrowsers() {
  const email = newEmail();
  const { uid, cookie: first } = await signedUp(test, email);
  const logIn = async (userAgent: string, remoteAddress: string) =>
    cookiesOf(
      await app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress,
        headers: { origin: 'http://localhost:3000', 'user-agent': userAgent },
        payload: { email, password: PASSWORD },
      }),
    );
  const second = await logIn(FIREFOX, '203.0.113.7');
  const third = await logIn('x'.repeat(5_000), '2001:db8::7');
  return { uid, email, first, second, third };
}

describe('the security page', () => {
  it('shows the sign-in methods and sessions: newest first, this browser marked, and no token', async () => {
    const { email, second, first } = await threeBrowsers();
    const answer = await get('security', { cookie: second });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { sessions, ...login } = answer.json();
    expect(login).toEqual({
      email,
      hasPassword: true,
      github: null,
      app: false,
      phone: null,
      recoveryCodes: 0,
    });
    expect(sessions.map(({ isCurrent }: Session) => isCurrent)).toEqual([false, true, false]);
    expect(sessions[1]).toEqual({
      id: expect.any(String),
      isCurrent: true,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      userAgent: FIREFOX,
      address: '203.0.113.7',
    });
    expect(sessions[0].userAgent.length).toBeLessThanOrEqual(256);
    const { rows } = await pool.query<{ token: string }>('select token from identity_sessions');
    for (const { token } of rows) {
      expect(answer.body).not.toContain(token);
    }
    expect((await sessionsOf(first)).findIndex(({ isCurrent }) => isCurrent)).toBe(2);
  });

  it('names the linked GitHub account, and shows when there is no password', async () => {
    const { uid, cookie } = await signedUp(test);
    await pool.query(
      "update identity_logins set provider_id = 'github', account_id = '583231', password = null where user_id = $1",
      [uid],
    );
    expect(await securityOf(cookie)).toMatchObject({ hasPassword: false, github: '583231' });
  });

  it('leaves out expired sessions', async () => {
    const { uid, first, second } = await threeBrowsers();
    await pool.query(
      "update identity_sessions set expires_at = now() where user_id = $1 and user_agent like 'Mozilla%'",
      [uid],
    );
    expect(await sessionsOf(first)).toHaveLength(2);
    expect(standing(await get('security', { cookie: second }))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('needs a session', async () => {
    expect(standing(await get('security'))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(standing(await get('security', { cookie: 'better-auth.session_token=a.b' }))).toEqual([
      401,
      'NOT_SIGNED_IN',
    ]);
  });
});

describe('ending sessions', () => {
  it('ends one of the user’s own at once, and no other', async () => {
    const { uid, first, second, third } = await threeBrowsers();
    const target = (await sessionsOf(first)).find(({ userAgent }) => userAgent === FIREFOX)!;
    const ended = await post('sessions/end', { id: target.id }, { cookie: first });
    expect([ended.statusCode, ended.json()]).toEqual([200, { status: true }]);
    expect([await uidOf(first), await uidOf(second), await uidOf(third)]).toEqual([uid, null, uid]);
    const again = await post('sessions/end', { id: target.id }, { cookie: first });
    expect(standing(again)).toEqual([404, 'NO_SUCH_SESSION']);
  });

  it('may end that of this browser', async () => {
    const { cookie } = await signedUp(test);
    const [own] = await sessionsOf(cookie);
    expect((await post('sessions/end', { id: own?.id }, { cookie })).statusCode).toBe(200);
    expect(await uidOf(cookie)).toBeNull();
  });

  it('ends all others of this user, and none of other users', async () => {
    const { uid, first, second, third } = await threeBrowsers();
    const stranger = await signedUp(test);
    expect((await post('sessions/end-others', {}, { cookie: second })).statusCode).toBe(200);
    expect([await uidOf(first), await uidOf(second), await uidOf(third)]).toEqual([null, uid, null]);
    expect(await uidOf(stranger.cookie)).toBe(stranger.uid);
    expect(await sessionsOf(second)).toHaveLength(1);
  });

  it('never ends another user’s session, and answers as if it did not exist', async () => {
    const victim = await signedUp(test);
    const attacker = await signedUp(test);
    const [target] = await sessionsOf(victim.cookie);
    const answer = await post('sessions/end', { id: target?.id }, { cookie: attacker.cookie });
    const unknown = await post('sessions/end', { id: 'unknown' }, { cookie: attacker.cookie });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { ...unknown.json(), requestId: expect.any(String) },
    ]);
    expect(await uidOf(victim.cookie)).toBe(victim.uid);
  });

  it.each([undefined, null, 1, '', '%', "' or true --", '\0', ['a'], { id: 'a' }])(
    'does nothing for %j',
    async (id) => {
      const { uid, cookie } = await signedUp(test);
      expect(standing(await post('sessions/end', { id }, { cookie }))).toEqual([404, 'NO_SUCH_SESSION']);
      expect(await uidOf(cookie)).toBe(uid);
    },
  );

  it.each(['sessions/end', 'sessions/end-others'])(
    'by %s needs a session, and refuses requests of other websites',
    async (call) => {
      expect(standing(await post(call, { id: 'a' }))).toEqual([401, 'NOT_SIGNED_IN']);
      const { first, second, uid } = await threeBrowsers();
      const [target] = await sessionsOf(first);
      const foreign = { cookie: first, origin: 'https://attacker.example' };
      expect((await post(call, { id: target?.id }, foreign)).statusCode).toBe(403);
      expect(await uidOf(second)).toBe(uid);
    },
  );
});

describe('a browser that signs in again', () => {
  const logIn = async (email: string, cookie: string) =>
    post('sign-in/email', { email, password: PASSWORD }, { cookie });

  it('ends its older session, and no other user’s', async () => {
    const { email, uid, first, second, third } = await threeBrowsers();
    const again = cookiesOf(await logIn(email, second));
    expect([await uidOf(first), await uidOf(second), await uidOf(third)]).toEqual([uid, null, uid]);
    expect(await uidOf(again)).toBe(uid);
  });

  it('ends it also when the session was another account’s, or the account is new', async () => {
    const [one, other] = [await signedUp(test), await signedUp(test)];
    const email = newEmail();
    await post('sign-up/email', { email, password: PASSWORD }, { cookie: one.cookie });
    await logIn(email, other.cookie);
    expect([await uidOf(one.cookie), await uidOf(other.cookie)]).toEqual([null, null]);
  });

  it('keeps it when the password is wrong', async () => {
    const { cookie, uid } = await signedUp(test);
    await post('sign-in/email', { email: newEmail(), password: PASSWORD }, { cookie });
    expect(await uidOf(cookie)).toBe(uid);
  });
});

describe('the sessions of one user', () => {
  it('are fifty at most, however many begin at once: the least recently used ends', async () => {
    const email = newEmail();
    const { uid, cookie } = await signedUp(test, email);
    await pool.query(
      `insert into identity_sessions (id, token, user_id, expires_at, created_at)
        select 'old ' || n || $1, 'old ' || n || $1, $1, now() + interval '1 day', now() - make_interval(mins => n)
        from generate_series(1, 48) as n`,
      [uid],
    );
    const stranger = await signedUp(test);
    const idsOf = async () =>
      (
        await pool.query<{ id: string }>(
          `select id from identity_sessions where user_id = $1 order by created_at, id`,
          [uid],
        )
      ).rows.map(({ id }) => id);
    const before = await idsOf();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('sign-in/email', { email, password: PASSWORD })),
    );
    const after = await idsOf();
    expect(after.slice(0, 45)).toEqual(before.slice(4));
    expect(after).toHaveLength(50);
    const uids = await Promise.all([cookie, ...answers.map(cookiesOf)].map(uidOf));
    expect(uids).toEqual(Array(6).fill(uid));
    expect(await uidOf(stranger.cookie)).toBe(stranger.uid);
  });

  it('never end the one in use, even if it is the oldest', async () => {
    const email = newEmail();
    const { uid, cookie } = await signedUp(test, email);
    await pool.query(
      `update identity_sessions set created_at = now() - interval '3 days', used_at = now() - interval '2 days'
       where user_id = $1`,
      [uid],
    );
    await pool.query(
      `insert into identity_sessions (id, token, user_id, expires_at)
        select 'new ' || n || $1, 'new ' || n || $1, $1, now() + interval '1 day' from generate_series(1, 49) as n`,
      [uid],
    );
    expect(await uidOf(cookie)).toBe(uid);
    const answers = [1, 2, 3].map(() => post('sign-in/email', { email, password: PASSWORD }));
    const begun = (await Promise.all(answers)).map(cookiesOf);
    expect(await Promise.all([cookie, ...begun].map(uidOf))).toEqual(Array(4).fill(uid));
  });
});
