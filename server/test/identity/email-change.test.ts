import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts } from '../market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  PUBLIC_URL,
  signIn,
  signUp,
  type TestUser,
  useMarket,
} from '../test-app.js';
import { changeCodeIn, codeIn, confirmationCodeIn, readOutbox } from './mail-reader.js';

/** An e-mail changes once links in both mailboxes were opened, in a session of the account. */

const NAME = 'Test Runner';
const market = useMarket();

beforeAll(async () => {
  await buildProducts(market.database, [NAME], ['9']);
});

type Answered = Awaited<ReturnType<TestUser['post']>>;
type Asker = Pick<TestUser, 'post'>;

const newEmail = () => `${randomUUID()}@shop.example`;
const standing = (answer: Answered) => [answer.statusCode, answer.json().code];
const ask = (user: Asker, email: unknown) => user.post('/auth/email', { newEmail: email });
const open = (user: Asker, code: unknown) => user.post('/auth/email/confirm', { code });
const emailOf = async (user: TestUser) => (await user.get('/auth/security')).json().email;
const mailsTo = async (email: string, { outbox } = market) =>
  (await readOutbox(outbox)).filter(({ headers }) => headers.get('to') === email);
const subjectsTo = async (email: string) =>
  (await mailsTo(email)).map(({ headers }) => headers.get('subject')?.slice('PerkeX: '.length));
const codesTo = async (email: string, app = market) =>
  (await mailsTo(email, app)).map(changeCodeIn).filter((code) => code !== null);

/** The code of the only change link that this mailbox received. */
async function codeTo(email: string, app = market): Promise<string> {
  await expect.poll(() => codesTo(email, app)).toHaveLength(1);
  return (await codesTo(email, app))[0] ?? '';
}

/** The code of a reset link requested now. */
async function resetCodeOf(user: Asker, email: string): Promise<string> {
  const resetMail = async () => (await mailsTo(email)).find(({ text }) => text.includes('oobCode'));
  await user.post('/auth/request-password-reset', { email });
  await expect.poll(resetMail).toBeDefined();
  return codeIn((await resetMail())!);
}

async function owner() {
  const email = newEmail();
  return { email, user: await signUp(market, email) };
}

/** A user whose two links have been sent. */
async function asker() {
  const { email, user } = await owner();
  const subscription = newEmail();
  expect((await ask(user, subscription)).json()).toEqual({ status: true, isOldAsked: true });
  return { email, user, subscription, oldCode: await codeTo(email), newCode: await codeTo(subscription) };
}

describe('an e-mail change', () => {
  it.each([
    ['the old mailbox first', false],
    ['the new mailbox first', true],
  ])('takes effect when both links have been opened, %s', async (_order, isNewFirst) => {
    const { email, user, subscription, oldCode, newCode } = await asker();
    const [first, second] = isNewFirst ? [newCode, oldCode] : [oldCode, newCode];
    expect((await open(user, first)).json()).toEqual({ status: true, isChanged: false });
    expect(await emailOf(user)).toBe(email);
    expect((await open(user, second)).json()).toEqual({ status: true, isChanged: true });
    expect((await user.get('/auth/get-session')).json().user).toMatchObject({
      id: user.uid,
      email: subscription,
      emailVerified: true,
    });
    const { events } = (await user.get('/auth/events')).json();
    expect(events[0]).toMatchObject({ kind: 'email-changed', address: '127.0.0.1' });
    await expect
      .poll(() => subjectsTo(email))
      .toEqual(['Your e-mail is about to change', 'Your e-mail was changed']);
    await expect
      .poll(() => subjectsTo(subscription))
      .toEqual(['Confirm your new e-mail', 'Your e-mail was changed']);
    const withNewEmail = { email: subscription, password: PASSWORD };
    const withOldEmail = { email, password: PASSWORD };
    expect((await user.post('/auth/sign-in/email', withOldEmail)).statusCode).toBe(401);
    expect((await user.post('/auth/sign-in/email', withNewEmail)).statusCode).toBe(200);
    expect((await signUp(market, email)).uid).not.toBe(user.uid);
  });

  it('keeps orders and settings, and ends other sessions and the reset links of the old mailbox', async () => {
    const email = newEmail();
    const user = await buildTrader(market, email);
    await user.post('/ask', { id: randomUUID(), name: NAME, price: 300, size: '9', thumbnail: '' });
    const elsewhere = await signIn(market, email);
    const token = await resetCodeOf(user, email);
    const subscription = newEmail();
    await ask(user, subscription);
    await open(user, await codeTo(email));
    expect((await elsewhere.get('/auth/security')).statusCode).toBe(200);
    await open(user, await codeTo(subscription));
    expect((await elsewhere.get('/auth/security')).statusCode).toBe(401);
    const renewal = await user.post('/auth/reset-password', { token, newPassword: 'another long one' });
    expect(standing(renewal)).toEqual([400, 'INVALID_TOKEN']);
    const data = (await user.get(`/getUserData/${user.uid}`)).json();
    expect([data.asks.at(-1).price, data.payout.type, data.shipping.surname]).toEqual([
      300,
      'PAYPAL',
      'Lovelace',
    ]);
  });

  it('needs a recently verified session', async () => {
    const { email, user } = await owner();
    await market.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [user.uid],
    );
    const subscription = newEmail();
    expect(standing(await ask(user, subscription))).toEqual([403, 'PROOF_NEEDED']);
    expect(standing(await user.post('/auth/prove', { password: 'wrong' }))).toEqual([
      403,
      'INVALID_PASSWORD',
    ]);
    expect(standing(await ask(user, subscription))).toEqual([403, 'PROOF_NEEDED']);
    await user.post('/auth/prove', { password: PASSWORD });
    expect((await ask(user, subscription)).statusCode).toBe(200);
    await Promise.all([codeTo(email), codeTo(subscription)]);
  });

  it.each([
    ['nothing', undefined, 'VALIDATION_ERROR'],
    ['no e-mail', 'nobody', 'INVALID_EMAIL'],
    ['two', 'a@shop.example, b@shop.example', 'INVALID_EMAIL'],
    ['a header', 'a@shop.example\r\nBcc: b@shop.example', 'INVALID_EMAIL'],
    ['no text', ['a@shop.example'], 'VALIDATION_ERROR'],
  ])('to %s is refused', async (_what, subscription, code) => {
    const { user } = await owner();
    expect(standing(await ask(user, subscription))).toEqual([400, code]);
  });

  it('to the current e-mail is refused, in capitals as well', async () => {
    const { email, user } = await owner();
    expect(standing(await ask(user, email.toUpperCase()))).toEqual([400, 'INVALID_EMAIL']);
  });

  it('needs a session, and refuses requests of other websites', async () => {
    const { user, oldCode } = await asker();
    const calls = { '/auth/email': { newEmail: newEmail() }, '/auth/email/confirm': { code: oldCode } };
    for (const [call, body] of Object.entries(calls)) {
      const foreign = { headers: { cookie: user.cookie, origin: 'https://evil.example' } };
      expect((await user.post(call, body, foreign)).statusCode).toBe(403);
      const anybody = { headers: { origin: PUBLIC_URL } };
      expect(standing(await user.post(call, body, anybody))).toEqual([401, 'NOT_SIGNED_IN']);
    }
  });
});

describe('the link of an e-mail change', () => {
  it('works for no other user, and does nothing when it is only opened', async () => {
    const { email, user, subscription, oldCode, newCode } = await asker();
    const stranger = await signUp(market);
    for (const code of [oldCode, newCode]) {
      expect(standing(await open(stranger, code))).toEqual([403, 'OTHER_ACCOUNT']);
      await user.get(`/auth/email/confirm?code=${code}`);
      await market.app.inject({ url: `/confirm-email?change=${code}`, headers: { cookie: user.cookie } });
    }
    expect((await open(user, oldCode)).json().isChanged).toBe(false);
    expect(await emailOf(user)).toBe(email);
    expect((await open(user, newCode)).json().isChanged).toBe(true);
    expect(await emailOf(user)).toBe(subscription);
  });

  it.each(['old', 'new'] as const)(
    'in the %s mailbox alone changes nothing, however often it is used',
    async (end) => {
      const { email, user, oldCode, newCode } = await asker();
      const code = end === 'old' ? oldCode : newCode;
      const answers = await Promise.all([open(user, code), open(user, code), open(user, code)]);
      expect(answers.map((answer) => answer.json().isChanged)).toEqual([false, false, false]);
      expect(await emailOf(user)).toBe(email);
    },
  );

  it('expires once the e-mail has changed; if both are used at once, one completes the change', async () => {
    const { user, subscription, oldCode, newCode } = await asker();
    const answers = await Promise.all([open(user, oldCode), open(user, newCode)]);
    expect(answers.map((answer) => answer.json().isChanged).sort()).toEqual([false, true]);
    for (const code of [oldCode, newCode]) {
      expect(standing(await open(user, code))).toEqual([400, 'INVALID_TOKEN']);
    }
    expect(await emailOf(user)).toBe(subscription);
  });

  it('expires after 24 hours', async () => {
    const { user, oldCode, newCode } = await asker();
    await open(user, oldCode);
    const { rows } = await market.database.pool.query(
      `update identity_email_changes as changes set expires_at = now()
       from (select user_id, expires_at - now() as rest from identity_email_changes) as before
       where changes.user_id = before.user_id and changes.user_id = $1
       returning before.rest between '23:59' and '24:00' as is_a_day`,
      [user.uid],
    );
    expect(rows).toEqual([{ is_a_day: true }]);
    for (const code of [oldCode, newCode]) {
      expect(standing(await open(user, code))).toEqual([400, 'INVALID_TOKEN']);
    }
  });

  it('expires when another change is requested, and its earlier confirmation no longer counts', async () => {
    const { email, user, oldCode, newCode } = await asker();
    await open(user, oldCode);
    const other = newEmail();
    await ask(user, other);
    const otherCode = await codeTo(other);
    await expect.poll(() => codesTo(email)).toHaveLength(2);
    for (const code of [oldCode, newCode]) {
      expect(standing(await open(user, code))).toEqual([400, 'INVALID_TOKEN']);
    }
    expect((await open(user, otherCode)).json().isChanged).toBe(false);
    const [newest] = (await codesTo(email)).filter((code) => code !== oldCode);
    expect((await open(user, newest)).json().isChanged).toBe(true);
    expect(await emailOf(user)).toBe(other);
  });

  it.each(['a changed password', 'a reset'])('expires after %s', async (how) => {
    const { email, user, oldCode, newCode } = await asker();
    const newPassword = 'battery staple';
    if (how === 'a reset') {
      await user.post('/auth/reset-password', { token: await resetCodeOf(user, email), newPassword });
    } else {
      await user.post('/auth/password', { password: PASSWORD, newPassword });
    }
    const again = await signIn(market, email, newPassword);
    for (const code of [oldCode, newCode]) {
      expect(standing(await open(again, code))).toEqual([400, 'INVALID_TOKEN']);
    }
    expect(await emailOf(again)).toBe(email);
  });

  it.each([undefined, '', 'guessed', 'x'.repeat(43), '\0'.repeat(43), 5, { a: 1 }])(
    'cannot be guessed (%j)',
    async (code) => {
      const { user } = await asker();
      expect(standing(await open(user, code))).toEqual([400, 'INVALID_TOKEN']);
    },
  );

  it('is neither a verification link nor a reset link, and its code is stored in no table', async () => {
    const { user, oldCode, newCode } = await asker();
    for (const code of [oldCode, newCode]) {
      expect(standing(await user.post('/auth/email-proof/confirm', { code }))).toEqual([
        400,
        'INVALID_TOKEN',
      ]);
      const reset = { token: code, newPassword: 'another long password' };
      expect(standing(await user.post('/auth/reset-password', reset))).toEqual([400, 'INVALID_TOKEN']);
      const { rows } = await market.database.pool.query(
        'select 1 from identity_email_changes as changes where changes::text like $1',
        [`%${code}%`],
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('a change to an e-mail that is already registered', () => {
  it('gets the same answers and the same mail, and only the e-mail’s owner learns why', async () => {
    const { email, user } = await owner();
    const other = await owner();
    const answer = await ask(user, other.email);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, isOldAsked: true }]);
    const free = await asker();
    const code = await codeTo(email);
    const [mail] = await mailsTo(email);
    const [mailOfFree] = await mailsTo(free.email);
    const without = (text: string, ...parts: string[]) =>
      parts.reduce((left, part) => left.replaceAll(part, ''), text);
    expect(without(mail!.text, email, other.email, code)).toBe(
      without(mailOfFree!.text, free.email, free.subscription, free.oldCode),
    );
    expect((await open(user, code)).json()).toEqual({ status: true, isChanged: false });
    await expect.poll(() => subjectsTo(other.email)).toEqual(['Your e-mail was asked for']);
    expect(await codesTo(other.email)).toEqual([]);
    expect((await mailsTo(other.email))[0]!.text).not.toContain(email);
    expect(await emailOf(other.user)).toBe(other.email);
  });

  it('does not take it from a user who has signed up with it in the meantime', async () => {
    const { email, user, subscription, oldCode, newCode } = await asker();
    await open(user, newCode);
    const other = await signUp(market, subscription);
    expect(standing(await open(user, oldCode))).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']);
    expect([await emailOf(user), await emailOf(other)]).toEqual([email, subscription]);
    const { events } = (await user.get('/auth/events')).json();
    expect(events.map(({ kind }: { kind: string }) => kind)).not.toContain('email-changed');
  });

  it('succeeds for one of several users who change to it at once', async () => {
    const subscription = newEmail();
    const people: { user: TestUser; code: string }[] = [];
    for (const { user, email } of [await owner(), await owner(), await owner()]) {
      await ask(user, subscription);
      await expect.poll(() => codesTo(subscription)).toHaveLength(people.length + 1);
      const code =
        (await codesTo(subscription)).find((each) => people.every((person) => person.code !== each)) ?? '';
      await open(user, await codeTo(email));
      people.push({ user, code });
    }
    const answers = await Promise.all(people.map(async ({ user, code }) => standing(await open(user, code))));
    expect(answers.sort()).toEqual([
      [200, undefined],
      [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
      [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
    ]);
    const emails = await Promise.all(people.map(({ user }) => emailOf(user)));
    expect(emails.filter((email) => email === subscription)).toHaveLength(1);
  });
});

describe('the links of an e-mail change', () => {
  it('go only to the new mailbox where orders need a verified e-mail and the old one is not verified', async () => {
    const strict = await buildTestApp({ requiresEmailProof: true });
    try {
      const [email, subscription, next] = [newEmail(), newEmail(), newEmail()];
      const user = await signUp(strict, email);
      await expect.poll(async () => (await mailsTo(email, strict)).map(confirmationCodeIn)).toHaveLength(1);
      expect((await ask(user, subscription)).json()).toEqual({ status: true, isOldAsked: false });
      expect((await open(user, await codeTo(subscription, strict))).json()).toEqual({
        status: true,
        isChanged: true,
      });
      expect((await user.get('/auth/email-proof')).json()).toEqual({ email: subscription, isProved: true });
      expect(await codesTo(email, strict)).toEqual([]);
      // Now there is something to lose.
      expect((await ask(user, next)).json()).toEqual({ status: true, isOldAsked: true });
      expect((await open(user, await codeTo(next, strict))).json()).toEqual({
        status: true,
        isChanged: false,
      });
      await expect.poll(() => codesTo(subscription, strict)).toHaveLength(2);
    } finally {
      await strict.close();
    }
  });

  it('are dead once the old mailbox is verified, which they did not ask', async () => {
    const strict = await buildTestApp({ requiresEmailProof: true });
    try {
      const [email, strange] = [newEmail(), newEmail()];
      const user = await signUp(strict, email);
      const codes = async () => (await mailsTo(email, strict)).map(confirmationCodeIn);
      await expect.poll(codes).toHaveLength(1);
      expect((await ask(user, strange)).json()).toEqual({ status: true, isOldAsked: false });
      const code = await codeTo(strange, strict);
      expect((await user.post('/auth/email-proof/confirm', { code: (await codes())[0] })).statusCode).toBe(
        200,
      );
      expect(standing(await open(user, code))).toEqual([400, 'INVALID_TOKEN']);
      expect((await user.get('/auth/email-proof')).json()).toEqual({ email, isProved: true });
    } finally {
      await strict.close();
    }
  });

  it('are limited per user and per mailbox', async () => {
    const limited = await buildTestApp({ rateLimits: true, trustProxy: true });
    try {
      const users = await Promise.all([1, 2, 3].map(() => signUp(limited)));
      const subscription = newEmail();
      const statuses: number[] = [];
      for (const [at, user] of users.flatMap((each) => [each, each, each, each]).entries()) {
        const headers = { cookie: user.cookie, origin: PUBLIC_URL, 'x-forwarded-for': `10.0.0.${at}` };
        const answer = await user.post('/auth/email', { newEmail: subscription }, { headers });
        statuses.push(answer.statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429, 429, 429, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});
