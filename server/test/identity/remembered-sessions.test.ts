import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { buildProducts } from '../market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  PUBLIC_URL,
  SHIPPING,
  signIn,
  signUp,
  type TestApp,
  type TestUser,
  useMarket,
} from '../test-app.js';
import { changeCodeIn, codeIn, confirmationCodeIn, type ReadMail, readOutbox } from './mail-reader.js';

/** Two servers on one database remember valid sessions. A lost session gives access to nothing. */

const NAME = 'Test Runner';
const NEW_PASSWORD = 'another long password';

const here = useMarket();
const elsewhere = useMarket(() => ({ database: here.database }));

beforeAll(async () => {
  await buildProducts(here.database, [NAME], ['9']);
});

const newEmail = () => `${randomUUID()}@shop.example`;

/** A request that only a signed-in user may make. */
async function ask(server: TestApp, { uid, cookie }: TestUser): Promise<number> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/getUserData/${uid}`,
    headers: { cookie },
  });
  return answer.statusCode;
}

const isRemembered = (server: TestApp, { cookie }: TestUser) =>
  server.identity.remembered({ cookie }) !== null;

/** Has servers remember the sessions. */
async function useEverywhere(users: readonly TestUser[], servers = [here, elsewhere]): Promise<void> {
  for (const server of servers) {
    for (const user of users) {
      const use = async () => {
        const status = await ask(server, user);
        await server.feed.poll();
        return [status, isRemembered(server, user)];
      };
      await expect.poll(use).toEqual([200, true]);
    }
  }
}

/** At once in the process that made the change, in the other once it has read the feed. */
async function expectEndedEverywhere(user: TestUser): Promise<void> {
  expect([isRemembered(here, user), await ask(here, user)]).toEqual([false, 401]);
  await elsewhere.feed.poll();
  expect([isRemembered(elsewhere, user), await ask(elsewhere, user)]).toEqual([false, 401]);
}

async function mailTo(email: string, fits: (mail: ReadMail) => boolean): Promise<ReadMail> {
  const find = async () =>
    (await readOutbox(here.outbox)).find((mail) => mail.headers.get('to') === email && fits(mail));
  await expect.poll(find).toBeDefined();
  return (await find()) as ReadMail;
}

async function resetPassword(email: string): Promise<void> {
  const post = (call: string, payload: object) =>
    here.app.inject({
      method: 'POST',
      url: `/api/auth/${call}`,
      headers: { origin: PUBLIC_URL },
      payload,
    });
  await post('request-password-reset', { email });
  const token = codeIn(await mailTo(email, ({ text }) => text.includes('oobCode')));
  expect((await post('reset-password', { token, newPassword: NEW_PASSWORD })).statusCode).toBe(200);
}

async function changeEmail(user: TestUser, email: string): Promise<void> {
  const subscription = newEmail();
  await user.post('/auth/email', { newEmail: subscription });
  for (const mailbox of [email, subscription]) {
    const code = changeCodeIn(await mailTo(mailbox, (mail) => changeCodeIn(mail) !== null));
    expect((await user.post('/auth/email/confirm', { code })).statusCode).toBe(200);
  }
}

describe('a remembered session', () => {
  it('is accepted without a query, except where it has to be certain', async () => {
    const user = await buildTrader(here);
    await useEverywhere([user]);
    await here.database.pool.query('delete from identity_sessions where user_id = $1', [user.uid]);
    await here.feed.poll();
    expect(await ask(here, user)).toBe(200);
    expect((await user.get('/auth/security')).statusCode).toBe(401);
    expect((await user.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(401);
    expect((await user.post('/payout', { payout: 'CC' })).statusCode).toBe(401);
    expect((await user.post('/shipping', SHIPPING)).statusCode).toBe(401);
    expect(await here.identity.signedIn({ cookie: user.cookie })).toBeNull();
    expect(await ask(here, user)).toBe(401);
  });

  it.each<[string, (user: TestUser, email: string) => Promise<unknown>]>([
    ['signing out', (user) => user.post('/auth/sign-out')],
    ['deleting the account', (user) => user.post('/auth/account/delete', { password: PASSWORD })],
    ['a new password by mail', (_user, email) => resetPassword(email)],
    [
      'being ended in the list of sessions',
      async (user, email) => {
        const other = await signIn(here, email);
        const { sessions } = (await user.get('/auth/security')).json();
        const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
        return other.post('/auth/sessions/end', { id });
      },
    ],
    [
      'the end of all other sessions',
      async (_user, email) => (await signIn(here, email)).post('/auth/sessions/end-others'),
    ],
    [
      'a new password, set elsewhere',
      async (_user, email) => {
        const other = await signIn(here, email);
        return other.post('/auth/password', { password: PASSWORD, newPassword: NEW_PASSWORD });
      },
    ],
    ['a new e-mail, set elsewhere', async (_user, email) => changeEmail(await signIn(here, email), email)],
    [
      "another user's sign-in in the same browser",
      async (user) => {
        const email = newEmail();
        await signUp(here, email);
        return here.app.inject({
          method: 'POST',
          url: '/api/auth/sign-in/email',
          headers: { origin: PUBLIC_URL, cookie: user.cookie },
          payload: { email, password: PASSWORD },
        });
      },
    ],
  ])('is invalid in every process after %s', async (_what, end) => {
    const email = newEmail();
    const user = await signUp(here, email);
    await useEverywhere([user]);
    await end(user, email);
    await expectEndedEverywhere(user);
  });

  it('is evicted when it is the least recently used of too many', async () => {
    const email = newEmail();
    const user = await signUp(here, email);
    await here.database.pool.query(
      `insert into identity_sessions (id, token, user_id, created_at, expires_at)
       select gen_random_uuid()::text, gen_random_uuid()::text, $1, now() + interval '1 second', now() + interval '1 day'
       from generate_series(1, 49)`,
      [user.uid],
    );
    await useEverywhere([user]);
    await here.database.pool.query(
      `update identity_sessions set used_at = now() - make_interval(mins => case when created_at > now() then 0 else 20 end)
       where user_id = $1`,
      [user.uid],
    );
    await signIn(here, email);
    await expectEndedEverywhere(user);
  });

  it('of another user, or of another browser of the same user, stays valid', async () => {
    const email = newEmail();
    const [user, stranger] = [await signUp(here, email), await signUp(here)];
    const other = await signIn(here, email);
    await useEverywhere([user, other, stranger]);
    await user.post('/auth/sign-out');
    await expectEndedEverywhere(user);
    expect([await ask(here, other), await ask(elsewhere, other)]).toEqual([200, 200]);
    expect([await ask(here, stranger), await ask(elsewhere, stranger)]).toEqual([200, 200]);
  });

  it('is not used while the feed cannot be read', async () => {
    const user = await signUp(here);
    await useEverywhere([user]);
    elsewhere.feed.doubt();
    expect(isRemembered(elsewhere, user)).toBe(false);
    expect(await ask(elsewhere, user)).toBe(200);
  });

  it('is announced once when its user signs out several times at once', async () => {
    const user = await signUp(here);
    const { pool } = here.database;
    const countRows = async () => {
      const { rows } = await pool.query("select from batches where changes->'sessionsOf' ? $1", [user.uid]);
      return rows.length;
    };
    const signedOut = { method: 'POST', url: '/api/auth/sign-out', headers: { origin: PUBLIC_URL } } as const;
    const headers = { ...signedOut.headers, cookie: user.cookie };
    await Promise.all([1, 2, 3].map(() => here.app.inject({ ...signedOut, headers })));
    expect(await countRows()).toBe(1);
  });
});

it('a newly verified e-mail counts at once on its server, and soon on the others', async () => {
  const strict = await buildTestApp({ database: here.database, requiresEmailProof: true });
  const user = await signUp(strict);
  const order = () =>
    user.post('/ask', { id: randomUUID(), name: NAME, price: 300, size: '9', thumbnail: '' });
  expect([(await order()).statusCode, (await order()).json().code]).toEqual([403, 'email-unproved']);
  await useEverywhere([user], [elsewhere, strict]);
  const codes = async () =>
    (await readOutbox(strict.outbox)).flatMap((mail) => confirmationCodeIn(mail) ?? []);
  await expect.poll(codes).toHaveLength(1);
  const [code] = await codes();
  expect((await user.post('/auth/email-proof/confirm', { code })).statusCode).toBe(200);
  expect((await order()).json().code).toBe('payout-missing');
  await elsewhere.feed.poll();
  expect(isRemembered(elsewhere, user)).toBe(false);
  await strict.close();
});

it("no other statements end sessions or change their users' data", () => {
  const changing = /(delete from|update) identity_(sessions|users|handovers)|insert into identity_handovers/;
  const names = declaredStatements().flatMap(({ name, text }) => (changing.test(text) ? [name] : []));
  const telling = [
    'identity-change-email',
    'identity-delete-identity_sessions',
    'identity-end-least-used-sessions',
    'identity-end-other-sessions',
    'identity-end-own-session',
    'identity-end-session',
    'identity-insert-handover',
    'identity-mark-proved',
    'identity-note-cleared',
  ];
  const ofWhatIsOver = [
    'identity-delete-session-that-is-over',
    'identity-sweep-identity_sessions',
    'identity-forget-handover',
  ];
  const ofNothingThatIsRemembered = [
    'identity-forget-name',
    'identity-mark-factor-proved',
    'identity-mark-session-proved',
    'identity-note-use-of-session',
    'identity-refresh-session',
  ];
  const afterItsSessions = ['identity-delete-user'];
  const known = [...telling, ...ofWhatIsOver, ...ofNothingThatIsRemembered, ...afterItsSessions];
  expect(names.sort()).toEqual(known.sort());
});
