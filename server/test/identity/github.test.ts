import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { appCode } from '../../../e2e/src/authenticator-app.js';
import { newOutbox, testMailer } from '../test-senders.js';
import { type GithubPerson, githubPerson, openGithubStandIn } from './github-stand-in.js';
import {
  type Answer,
  cookiesOf,
  limitedApp,
  newEmail,
  PASSWORD,
  PUBLIC_URL,
  testApp,
  testPool,
} from './identity-app.js';
import { changeCodeIn, readOutbox } from './mail-reader.js';
import { userWithApp } from './second-factor-user.js';

const pool = await testPool();
const github = await openGithubStandIn();
afterAll(() => github.close());
const outbox = newOutbox();
const test = await testApp(pool, { github: github.settings, mailer: testMailer(outbox) });
const { app, post, get, uidOf } = test;

beforeEach(() => {
  github.person = githubPerson();
  github.fault = 'nothing';
});

/** The cookies of one browser, updated by answers. */
class Jar {
  private readonly cookies = new Map<string, string>();

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(answer: Answer): Answer {
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) {
        this.cookies.delete(name);
      } else {
        this.cookies.set(name, encodeURIComponent(value));
      }
    }
    return answer;
  }

  async post(call: string, payload: object = {}): Promise<Answer> {
    return this.keep(await post(call, payload, { cookie: this.header }));
  }

  /** Follows a link, as a browser does. */
  async visit(address: string): Promise<Answer> {
    const { pathname, search } = new URL(address);
    return this.keep(await app.inject({ url: pathname + search, headers: { cookie: this.header } }));
  }

  uid(): Promise<string | null> {
    return uidOf(this.header);
  }
}

async function begun(jar: Jar): Promise<string> {
  return (await jar.post('github/start')).json<{ url: string }>().url;
}

/** Signs in up to the point where GitHub has redirected the popup back with a code. */
async function returned(jar: Jar): Promise<void> {
  await jar.visit(github.authorize(await begun(jar)));
}

async function signedIn(jar = new Jar(), person?: GithubPerson): Promise<Answer> {
  github.person = person ?? github.person;
  await returned(jar);
  return jar.post('github/finish');
}

async function withPassword(email = newEmail()): Promise<{ email: string; uid: string; cookie: string }> {
  const answer = await post('sign-up/email', { email, password: PASSWORD });
  return { email, uid: answer.json().user.id, cookie: cookiesOf(answer) };
}

const loginsOf = async (uid: string) =>
  (
    await pool.query<{ provider_id: string; access_token: string | null }>(
      'select provider_id, access_token from identity_logins where user_id = $1 order by 1',
      [uid],
    )
  ).rows;

describe('a sign-in with GitHub', () => {
  it('creates an account with a verified e-mail, and finds it again when the e-mail at GitHub has changed', async () => {
    const jar = new Jar();
    const first = await signedIn(jar);
    const { uid } = { uid: first.json().user.id as string };
    expect(await jar.uid()).toBe(uid);
    const { rows } = await pool.query('select email, email_verified from identity_users where id = $1', [
      uid,
    ]);
    expect(rows).toEqual([{ email: github.person.emails[1]?.email, email_verified: true }]);

    const moved = { ...github.person, emails: [{ email: newEmail(), primary: true, verified: true }] };
    expect((await signedIn(new Jar(), moved)).json()).toEqual({ user: { id: uid } });
  });

  it('finds the account again when its e-mail here has changed', async () => {
    const jar = new Jar();
    const { id } = (await signedIn(jar)).json().user;
    const emails = [github.person.emails.find(({ primary }) => primary)?.email ?? '', newEmail()];
    expect((await jar.post('email', { newEmail: emails[1] })).statusCode).toBe(200);
    for (const email of emails) {
      const codes = async () =>
        (await readOutbox(outbox)).filter(({ headers }) => headers.get('to') === email).map(changeCodeIn);
      await expect.poll(codes).toHaveLength(1);
      expect((await jar.post('email/confirm', { code: (await codes())[0] })).statusCode).toBe(200);
    }
    expect((await signedIn()).json().user.id).toBe(id);
    const { rows } = await pool.query('select email from identity_users where id = $1', [id]);
    expect(rows).toEqual([{ email: emails[1] }]);
  });

  it('lasts: its cookie survives a restart of the browser', async () => {
    const answer = await signedIn();
    const session = answer.cookies.find(({ name }) => name.endsWith('.session_token'));
    expect(session?.maxAge).toBeGreaterThan(86_400);
  });

  it('stores no token of GitHub', async () => {
    const { id } = (await signedIn()).json().user;
    expect(await loginsOf(id)).toEqual([{ provider_id: 'github', access_token: null }]);
  });

  it('does not exist where GitHub is not set up', async () => {
    const plain = await testApp(pool);
    const answer = await plain.post('github/start');
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        requestId: expect.any(String),
        code: 'GITHUB_NOT_SET_UP',
        message: 'GitHub sign-in is not set up here.',
      },
    ]);
  });

  it('requests the e-mail with a state, a PKCE challenge and the public address', async () => {
    const { searchParams } = new URL(await begun(new Jar()));
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: github.settings.clientId,
      redirect_uri: `${PUBLIC_URL}/api/auth/github/callback`,
      scope: 'read:user user:email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it.each([
    ['token refused', 502, 'GITHUB_NO_ANSWER'],
    ['api down', 502, 'GITHUB_NO_ANSWER'],
    ['nonsense', 502, 'GITHUB_NO_ANSWER'],
  ] as const)('is refused when GitHub fails: %s', async (fault, status, code) => {
    github.fault = fault;
    const jar = new Jar();
    const answer = await signedIn(jar);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await jar.uid()).toBeNull();
  });

  it('is refused when the user declines there', async () => {
    const jar = new Jar();
    await jar.visit(github.deny(await begun(jar)));
    const answer = await jar.post('github/finish');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'GITHUB_DENIED']);
  });
});

describe('an attacker at the sign-in with GitHub', () => {
  const users = async () => (await pool.query('select id from identity_users')).rowCount;

  it.each([
    [
      'an e-mail that GitHub has not verified',
      [{ email: 'mine@example.com', primary: true, verified: false }],
    ],
    [
      'a verified e-mail that is not the primary one',
      [{ email: 'mine@example.com', primary: false, verified: true }],
    ],
    ['no e-mail', []],
  ])('gets nothing with %s', async (_what, emails) => {
    const before = await users();
    const answer = await signedIn(new Jar(), { ...githubPerson(), emails });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'GITHUB_NO_EMAIL']);
    expect(await users()).toBe(before);
  });

  it('cannot plant a code of theirs in a victim’s browser', async () => {
    const victim = new Jar();
    await begun(victim);
    const attacker = new Jar();
    const trap = github.authorize(await begun(attacker));
    await victim.visit(trap);
    expect((await victim.post('github/finish')).json().code).toBe('GITHUB_NOT_FINISHED');
    expect(await victim.uid()).toBeNull();
  });

  it.each([
    '',
    '?code=x',
    '?state=x&code=x',
    '?state=&error=access_denied',
    '?state=a&state=b&code=a&code=b',
  ])('achieves nothing by opening the callback with %j', async (query) => {
    const jar = new Jar();
    await begun(jar);
    const page = await jar.visit(`${PUBLIC_URL}/api/auth/github/callback${query}`);
    expect(page.statusCode).toBe(200);
    expect((await jar.post('github/finish')).json().code).toBe('GITHUB_NOT_FINISHED');
  });

  it('cannot replace the code that a browser returned with', async () => {
    const jar = new Jar();
    const url = await begun(jar);
    await jar.visit(github.authorize(url));
    const { uid } = await withPassword();
    github.person = githubPerson();
    await jar.visit(github.authorize(url));
    const answer = await jar.post('github/finish');
    expect(answer.json().user.id).not.toBe(uid);
    const { rows } = await pool.query('select account_id from identity_logins where user_id = $1', [
      answer.json().user.id,
    ]);
    expect(rows).not.toEqual([{ account_id: String(github.person.id) }]);
  });

  it('cannot finish in another browser, nor a second time', async () => {
    const jar = new Jar();
    await returned(jar);
    expect((await new Jar().post('github/finish')).json().code).toBe('GITHUB_NOT_FINISHED');
    const copy = jar.header;
    expect((await jar.post('github/finish')).statusCode).toBe(200);
    expect((await post('github/finish', {}, { cookie: copy })).statusCode).toBe(400);
  });

  it('finds no trace of a sign-in that was cancelled or replaced by a newer one', async () => {
    const jar = new Jar();
    const url = await begun(jar);
    await jar.visit(github.authorize(url));
    const cancelled = jar.header;
    await jar.post('github/cancel');
    expect((await post('github/finish', {}, { cookie: cancelled })).statusCode).toBe(400);

    const older = await begun(jar);
    await begun(jar);
    await jar.visit(github.authorize(older));
    expect((await jar.post('github/finish')).json().code).toBe('GITHUB_NOT_FINISHED');
    const { rows } = await pool.query(
      `select 1 from identity_challenges where data ->> 'outcome' is not null`,
    );
    expect(rows).toEqual([]);
  });

  it('cannot begin, finish or link from another website', async () => {
    for (const call of ['github/start', 'github/finish', 'github/cancel', 'github/link']) {
      const answer = await post(call, {}, { origin: 'https://attacker.example' });
      expect([call, answer.statusCode]).toEqual([call, 403]);
    }
  });

  it('is refused at any address but the public one, where cookies would be lost', async () => {
    const answer = await post('github/start', {}, { origin: 'http://127.0.0.1:3000' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'OTHER_ADDRESS']);
  });

  it('finds no token in the popup’s last page, whose policy lets it reach its opener', async () => {
    const jar = new Jar();
    const page = await jar.visit(github.authorize(await begun(jar)));
    const script = await app.inject('/api/auth/github/return.js');
    expect(page.body + script.body).not.toMatch(/[\w-]{20}\.|code=|state=|gho_/);
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('is limited per address', async () => {
    const limited = await limitedApp(pool, { github: github.settings });
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) {
      statuses.push((await limited.post('github/finish')).statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('an account with a password', () => {
  it('is not linked automatically: its password is required first', async () => {
    const { email, uid } = await withPassword();
    const jar = new Jar();
    const answer = await signedIn(jar, githubPerson({ email: email.toUpperCase() }));
    expect(answer.json()).toEqual({ link: { email } });
    expect(await jar.uid()).toBeNull();
    expect(await loginsOf(uid)).toHaveLength(1);
    expect((await get('github/link', { cookie: jar.header })).json()).toEqual({ methods: ['password'] });

    const linked = await jar.post('github/link', { password: PASSWORD });
    expect(linked.json()).toEqual({ user: { id: uid } });
    expect(await jar.uid()).toBe(uid);
    expect((await loginsOf(uid)).map((login) => login.provider_id)).toEqual(['credential', 'github']);
    expect((await signedIn(new Jar())).json()).toEqual({ user: { id: uid } });
    expect((await get('security', { cookie: jar.header })).json()).toMatchObject({
      hasPassword: true,
      github: github.person.login,
    });
    const subjects = async () =>
      (await readOutbox(outbox))
        .filter((mail) => mail.headers.get('to')?.includes(email))
        .map((mail) => mail.headers.get('subject'));
    await expect
      .poll(subjects)
      .toEqual(['PerkeX: GitHub was linked to your account', 'PerkeX: A login from a new browser']);
  });

  it('with a second factor requires it before it is linked and before a session exists', async () => {
    const { email, uid, secret } = await userWithApp(test);
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    const linking = await jar.post('github/link', { password: PASSWORD });
    const demand = {
      secondFactor: { factors: ['app', 'recovery'], phone: null, mayTrustDevice: true },
    };
    expect(linking.json()).toEqual(demand);
    expect([await jar.uid(), (await loginsOf(uid)).length]).toEqual([null, 1]);
    const proof = { factor: 'app', code: appCode(secret, 1), trustDevice: false };
    expect((await jar.post('second-factor/confirm', proof)).json()).toEqual({ user: { id: uid } });
    expect([await jar.uid(), (await loginsOf(uid)).length]).toEqual([uid, 2]);

    const again = new Jar();
    expect((await signedIn(again)).json()).toEqual(demand);
    expect(await again.uid()).toBeNull();
  });

  it('counts a wrong password as a failed attempt, and accepts the right one afterwards', async () => {
    const { email, uid } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    const wrong = await jar.post('github/link', { password: 'not this one' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'INVALID_PASSWORD']);
    expect((await jar.post('github/link', { password: PASSWORD })).json()).toEqual({ user: { id: uid } });
  });

  it('allows five wrong passwords per link attempt', async () => {
    const { email, uid } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    const wrong = Array.from({ length: 7 }, () => jar.post('github/link', { password: 'not this one' }));
    const codes = (await Promise.all(wrong)).map((answer) => answer.json().code as string).sort();
    expect(codes).toEqual([...Array(5).fill('INVALID_PASSWORD'), 'LINK_OVER', 'LINK_OVER']);
    expect((await jar.post('github/link', { password: PASSWORD })).json().code).toBe('LINK_OVER');
    expect(await loginsOf(uid)).toHaveLength(1);
  });

  it('is not linked by a link attempt that belongs to another browser, is used, cancelled or expired', async () => {
    const { email, uid } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    expect((await new Jar().post('github/link', { password: PASSWORD })).json().code).toBe('LINK_OVER');
    expect((await get('github/link')).json().code).toBe('LINK_OVER');

    const cancelled = new Jar();
    await signedIn(cancelled, githubPerson({ email }));
    const copy = cancelled.header;
    await cancelled.post('github/cancel');
    expect((await post('github/link', { password: PASSWORD }, { cookie: copy })).statusCode).toBe(400);

    await pool.query(`update identity_challenges set expires_at = now() where purpose = 'github-link'`);
    expect((await jar.post('github/link', { password: PASSWORD })).json().code).toBe('LINK_OVER');
    expect(await loginsOf(uid)).toHaveLength(1);
  });

  it('is linked once when a link attempt is used twice at once', async () => {
    const { email } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    const cookie = jar.header;
    const answers = await Promise.all(
      [1, 2].map(() => post('github/link', { password: PASSWORD }, { cookie })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
  });

  it('without a verified e-mail loses its sessions when the owner of the e-mail links it', async () => {
    const { email, uid, cookie } = await withPassword();
    expect(await uidOf(cookie)).toBe(uid);
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    await jar.post('github/link', { password: PASSWORD });
    expect(await uidOf(cookie)).toBeNull();
    expect(await jar.uid()).toBe(uid);
  });

  it('that already has a GitHub account cannot link a second one', async () => {
    const { email } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    await jar.post('github/link', { password: PASSWORD });
    const answer = await signedIn(new Jar(), githubPerson({ email }));
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'GITHUB_OTHER_ACCOUNT']);
  });

  it.each([undefined, '', 5, ['a'], { a: 1 }])('is not linked with the password %j', async (password) => {
    const { email, uid } = await withPassword();
    const jar = new Jar();
    await signedIn(jar, githubPerson({ email }));
    expect((await jar.post('github/link', { password })).statusCode).toBe(400);
    expect(await loginsOf(uid)).toHaveLength(1);
  });
});
