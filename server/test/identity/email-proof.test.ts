import { randomBytes, randomUUID } from 'node:crypto';
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
import { codeIn, confirmationCodeIn, readOutbox } from './mail-reader.js';

/** Signing up verifies no e-mail. A mailed link does, opened in a browser signed in to the same account. */

const NAME = 'Test Runner';
const market = useMarket({ requiresEmailProof: true });

beforeAll(async () => {
  await buildProducts(market.database, [NAME], ['9']);
});

const newEmail = () => `${randomUUID()}@shop.example`;
const ask = (price = 300) => ({ id: randomUUID(), name: NAME, price, size: '9', thumbnail: '' });

async function mailsTo(email: string) {
  const mails = await readOutbox(market.outbox);
  return mails.filter(({ headers }) => headers.get('to') === email);
}

/** The codes of all verification links that this mailbox received. */
async function codesTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(confirmationCodeIn).filter((code) => code !== null);
}

/** The code of the only verification link that this mailbox received. */
async function codeTo(email: string): Promise<string> {
  await expect.poll(() => codesTo(email)).toHaveLength(1);
  return (await codesTo(email))[0] ?? '';
}

const confirm = (user: Pick<TestUser, 'post'>, code: unknown) =>
  user.post('/auth/email-proof/confirm', { code });
const standing = (answer: Awaited<ReturnType<TestUser['post']>>) => [answer.statusCode, answer.json().code];
const proofOf = async (user: TestUser) => (await user.get('/auth/email-proof')).json();

/** A new user with all settings, but without a verified e-mail. */
async function newcomer() {
  const email = newEmail();
  const user = await signUp(market, email);
  await user.post('/payout', { payout: 'PAYPAL' });
  return { email, user };
}

describe('a user without a verified e-mail', () => {
  it('can look around and save settings, but cannot order; the refused order’s id stays free', async () => {
    const email = newEmail();
    const user = await buildTrader(market, email);
    expect(await proofOf(user)).toEqual({ email, isProved: false });
    expect((await user.get(`/getUserData/${user.uid}`)).json().payout).toEqual({ type: 'PAYPAL' });
    const order = ask();
    for (const call of ['/ask', '/bid', '/sell', '/buy']) {
      expect(standing(await user.post(call, order))).toEqual([403, 'email-unproved']);
    }
    expect(standing(await user.post('/ask', { ...order, price: 'much' }))).toEqual([422, 'invalid-body']);

    expect((await confirm(user, await codeTo(email))).statusCode).toBe(200);
    expect(await proofOf(user)).toEqual({ email, isProved: true });
    expect((await user.post('/ask', order)).statusCode).toBe(200);
    expect((await user.get(`/getUserData/${user.uid}`)).json().asks).toHaveLength(2);
  });

  it('can still cancel an order', async () => {
    const { user, email } = await newcomer();
    await confirm(user, await codeTo(email));
    const order = ask(400);
    await user.post('/ask', order);
    await market.database.pool.query('update identity_users set email_verified = false where email = $1', [
      email,
    ]);
    expect((await user.post('/deleteAsk', order)).statusCode).toBe(200);
  });

  it('needs no verification where none is required, and gets no mail', async () => {
    const trial = await buildTestApp();
    try {
      await buildProducts(trial.database, [NAME], ['9']);
      const user = await buildTrader(trial);
      expect((await user.post('/ask', ask())).statusCode).toBe(200);
      expect(await readOutbox(trial.outbox)).toEqual([]);
    } finally {
      await trial.close();
    }
  });
});

describe('a browser', () => {
  const isMarked = ({ cookies }: { cookies: { name: string }[] }) =>
    cookies.some(({ name }) => name.endsWith('.known_browser'));

  it('does not become recognised by a made-up code after the e-mail is verified', async () => {
    const { user, email } = await newcomer();
    const code = await codeTo(email);
    await confirm(user, code);
    for (const other of [randomBytes(32).toString('base64url'), code]) {
      const answer = await confirm(user, other);
      expect([answer.statusCode, isMarked(answer)]).toEqual([200, false]);
    }
  });

  it('counts as recognised by the limits of an account only once its e-mail is verified', async () => {
    const email = newEmail();
    const credentials = { email, password: PASSWORD, name: '' };
    const headers = { origin: PUBLIC_URL };
    const enter = (call: string) =>
      market.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers, payload: credentials });
    expect(isMarked(await enter('sign-up/email'))).toBe(false);
    expect(isMarked(await enter('sign-in/email'))).toBe(false);
    const user = await signIn(market, email);
    expect(isMarked(await confirm(user, await codeTo(email)))).toBe(true);
    expect(isMarked(await enter('sign-in/email'))).toBe(true);
  });
});

describe('the verification mail', () => {
  it('links to our page, and says what to do if the reader did not sign up', async () => {
    const { email } = await newcomer();
    const code = await codeTo(email);
    const [mail] = await mailsTo(email);
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain(`${PUBLIC_URL}/confirm-email?code=${code}`);
      expect(part).toContain(`${PUBLIC_URL}/forgot-password`);
      expect(part).toContain(email);
      expect(part).toContain('24 hours');
      expect(part).toContain('where you are logged in');
    }
  });

  it('contains a code of which the table stores only the hash', async () => {
    const { email } = await newcomer();
    const code = await codeTo(email);
    const { rows } = await market.database.pool.query(
      `select count(*)::int as codes, count(*) filter (where v::text like $1)::int as readable
        from identity_verifications as v`,
      [`%${code}%`],
    );
    expect(rows[0]).toMatchObject({ codes: expect.any(Number), readable: 0 });
    expect(rows[0]?.codes).toBeGreaterThan(0);
  });
});

describe('a verification link', () => {
  it('does not verify a stranger’s account when the e-mail’s owner clicks it', async () => {
    const { email, user: stranger } = await newcomer();
    const code = await codeTo(email);
    // The owner of the mailbox, signed in to another account or not at all.
    const owner = await signUp(market);
    expect(standing(await confirm(owner, code))).toEqual([403, 'OTHER_ACCOUNT']);
    const anybody = await market.app.inject({
      method: 'POST',
      url: '/api/auth/email-proof/confirm',
      headers: { origin: PUBLIC_URL },
      payload: { code },
    });
    expect(standing(anybody)).toEqual([401, 'NOT_SIGNED_IN']);
    expect((await proofOf(stranger)).isProved).toBe(false);
    expect((await proofOf(owner)).isProved).toBe(false);
    expect(standing(await stranger.post('/ask', ask()))).toEqual([403, 'email-unproved']);
  });

  it('changes nothing when it is only opened', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    await user.get(`/auth/email-proof/confirm?code=${code}`);
    await market.app.inject({ url: `/confirm-email?code=${code}`, headers: { cookie: user.cookie } });
    expect((await proofOf(user)).isProved).toBe(false);
  });

  it('refuses requests of other websites', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    const headers = { cookie: user.cookie, origin: 'https://evil.example' };
    const answer = await user.post('/auth/email-proof/confirm', { code }, { headers });
    expect(answer.statusCode).toBe(403);
    expect((await proofOf(user)).isProved).toBe(false);
  });

  it('works once, and is no longer stored', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    const answers = await Promise.all([confirm(user, code), confirm(user, code)]);
    // The second request finds the e-mail verified, which is what it asked for.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await market.database.pool.query('update identity_users set email_verified = false where email = $1', [
      email,
    ]);
    expect(standing(await confirm(user, code))).toEqual([400, 'INVALID_TOKEN']);
  });

  it('expires after 24 hours', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    const lifetime = await market.database.pool.query(
      `update identity_verifications set expires_at = now() where value = $1
        returning (select extract(epoch from before.expires_at - before.created_at)::int
          from identity_verifications as before where before.value = $1) as seconds`,
      [user.uid],
    );
    expect(lifetime.rows).toEqual([{ seconds: 24 * 60 * 60 }]);
    expect(standing(await confirm(user, code))).toEqual([400, 'INVALID_TOKEN']);
  });

  it('expires when a newer one is sent', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    expect((await user.post('/auth/email-proof/send')).statusCode).toBe(200);
    await expect.poll(() => codesTo(email)).toHaveLength(2);
    expect(standing(await confirm(user, code))).toEqual([400, 'INVALID_TOKEN']);
    const [newer] = (await codesTo(email)).filter((other) => other !== code);
    expect((await confirm(user, newer)).statusCode).toBe(200);
    await user.post('/auth/email-proof/send');
  });

  it.each([undefined, '', 'guessed', 'x'.repeat(43), '\0'.repeat(43), 5, { a: 1 }])(
    'cannot be guessed (%j)',
    async (code) => {
      const { user } = await newcomer();
      expect(standing(await confirm(user, code))).toEqual([400, 'INVALID_TOKEN']);
      expect((await proofOf(user)).isProved).toBe(false);
    },
  );

  it('is not a reset link, and a reset link is not a verification link', async () => {
    const { email, user } = await newcomer();
    const code = await codeTo(email);
    const reset = { token: code, newPassword: 'another long password' };
    expect(standing(await user.post('/auth/reset-password', reset))).toEqual([400, 'INVALID_TOKEN']);
    await user.post('/auth/request-password-reset', { email });
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
    const mail = (await mailsTo(email)).find((each) => confirmationCodeIn(each) === null);
    expect(standing(await confirm(user, codeIn(mail!)))).toEqual([400, 'INVALID_TOKEN']);
  });

  it('is no longer needed after a reset, which verifies the mailbox as well', async () => {
    const { email, user } = await newcomer();
    await user.post('/auth/request-password-reset', { email });
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
    const mail = (await mailsTo(email)).find((each) => confirmationCodeIn(each) === null);
    await user.post('/auth/reset-password', { token: codeIn(mail!), newPassword: 'battery staple' });
    const owner = await signIn(market, email, 'battery staple');
    expect((await proofOf(owner)).isProved).toBe(true);
  });
});

describe("'Send again'", () => {
  it('is limited per user, and per address with its sign-ups, and needs a session', async () => {
    const limited = await buildTestApp({ requiresEmailProof: true, rateLimits: true });
    try {
      const send = async (user: TestUser) => (await user.post('/auth/email-proof/send')).statusCode;
      const statuses: number[] = [];
      const first = await signUp(limited);
      for (let time = 0; time < 4; time += 1) {
        statuses.push(await send(first));
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      const others = await Promise.all([1, 2, 3].map(() => signUp(limited)));
      const ofOthers: number[] = [];
      for (const user of others.flatMap((other) => [other, other, other])) {
        ofOthers.push(await send(user));
      }
      // Four sign-ups have sent a mail each, and the first user has asked four times.
      expect(ofOthers).toEqual([...Array(4).fill(200), ...Array(5).fill(429)]);
      const unwelcomed = newEmail();
      await signUp(limited, unwelcomed);
      const later = await readOutbox(limited.outbox);
      expect(later.map(({ headers }) => headers.get('to'))).not.toContain(unwelcomed);
      const anybody = await limited.app.inject({
        method: 'POST',
        url: '/api/auth/email-proof/send',
        headers: { origin: PUBLIC_URL },
        payload: {},
      });
      expect(anybody.statusCode).toBe(401);
    } finally {
      await limited.close();
    }
  });

  it('sends nothing to a user whose e-mail is verified', async () => {
    const { email, user } = await newcomer();
    await confirm(user, await codeTo(email));
    expect((await user.post('/auth/email-proof/send')).statusCode).toBe(200);
    const { email: other } = await newcomer();
    await codeTo(other); // mails go out one after the other
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
