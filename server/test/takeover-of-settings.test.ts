import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@perkex/core/figures/days.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../../e2e/src/authenticator-app.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { githubPerson, openGithubStandIn } from './identity/github-stand-in.js';
import { cookiesOf, doMaintenance } from './identity/identity-app.js';
import { codeIn, readOutbox } from './identity/mail-reader.js';
import { buildProducts, openFaultyEngine } from './market.js';
import { slowly } from './slow-request.js';
import { expectSoundMarket } from './sound-market.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  PUBLIC_URL,
  signIn,
  signUp,
  type TestUser,
  useMarket,
} from './test-app.js';

/** A stranger who signs up with another person's e-mail leaves nothing that its owner would trade with. */

const NEW_PASSWORD = 'the owner’s own password';
const NAME = 'Test Runner';

const github = await openGithubStandIn();
const market = useMarket({
  clock: { ...SYSTEM_CLOCK, wallMs: () => Date.now() + daysAhead * DAY_MS },
  github: github.settings,
  engine: (database) => openFaultyEngine(database, () => takesCancellations),
});
/** False makes the engine refuse cancellations, as in a process that is about to die. */
let takesCancellations = true;
/** How far the clock of the server is ahead. */
let daysAhead = 0;

beforeAll(async () => {
  await buildProducts(market.database, [NAME], ['8', '9', '10']);
});

afterEach(() => {
  daysAhead = 0;
});

afterAll(() => github.close());

const order = (price: number, size = '9') => ({ id: randomUUID(), name: NAME, price, size, thumbnail: '' });

/** A stranger who has signed up with this e-mail, saved all settings and placed an ask and a bid. */
async function stranger(email: string): Promise<TestUser> {
  const user = await signUp(market, email);
  await user.post('/shipping', {
    name: 'Mallory',
    surname: 'Stranger',
    street: 'Side Street',
    street_number: '1',
    city: 'Nowhere',
    zip: '1',
    country: 'France',
    phone: '5550199',
  });
  await user.post('/payout', { payout: 'PAYPAL' });
  await user.post('/payment', { payment: 'CC' });
  expect((await user.post('/ask', order(900))).statusCode).toBe(200);
  expect((await user.post('/bid', order(100))).statusCode).toBe(200);
  return user;
}

async function postIdentity(call: string, payload: object, cookie = '') {
  return market.app.inject({
    method: 'POST',
    url: `/api/auth/${call}`,
    headers: { origin: PUBLIC_URL, cookie },
    payload,
  });
}

/** The cookies of a browser after an answer has set some. */
function withCookies(before: string, set: string): string {
  const cookies = new Map(
    `${before}; ${set}`.split('; ').map((pair) => pair.split('=', 2) as [string, string]),
  );
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Requests a mail with a link. @returns the code of the link */
async function resetCode(email: string): Promise<string> {
  await postIdentity('request-password-reset', { email });
  const mails = async () =>
    (await readOutbox(market.outbox)).filter(
      ({ headers, text }) => headers.get('to') === email && text.includes('oobCode'),
    );
  await expect.poll(mails).toHaveLength(1);
  const [mail] = await mails();
  return codeIn(mail!);
}

/** The owner of a mailbox sets a new password by a mail, in a browser that is new or has these cookies. */
async function reset(email: string, cookie = ''): Promise<void> {
  const token = await resetCode(email);
  const answer = await postIdentity('reset-password', { token, newPassword: NEW_PASSWORD }, cookie);
  expect(answer.statusCode).toBe(200);
}

const EMPTY = {
  asks: [expect.objectContaining({ id: '' })],
  bids: [expect.objectContaining({ id: '' })],
  shipping: expect.objectContaining({ name: '', street: '', phone: '' }),
  payout: { type: '' },
  payment: { type: '' },
};

const dataOf = async (user: TestUser) => (await user.get(`/getUserData/${user.uid}`)).json();
const openOrdersOf = async (uid: string) =>
  (await market.database.pool.query(`select 1 from orders where user_id = $1 and status = 'open'`, [uid]))
    .rowCount;

describe('a reset by the owner of an e-mail that a stranger has signed up with', () => {
  it('leaves nothing of the stranger’s: no settings, orders, factors or sessions', async () => {
    const email = 'victim@shop.example';
    const mallory = await stranger(email);
    const { secret } = (
      await postIdentity('second-factor/app/start', { password: PASSWORD }, mallory.cookie)
    ).json();
    await postIdentity('second-factor/app/confirm', { code: appCode(secret) }, mallory.cookie);

    await reset(email);

    expect((await mallory.post('/payout', { payout: 'CC' })).statusCode).toBe(401);
    expect((await mallory.post('/ask', order(901))).statusCode).toBe(401);
    const owner = await signIn(market, email, NEW_PASSWORD);
    expect(owner.uid).toBe(mallory.uid);
    expect(await dataOf(owner)).toMatchObject(EMPTY);
    expect(await openOrdersOf(owner.uid)).toBe(0);
    const seller = await buildTrader(market);
    expect((await seller.post('/ask', order(200))).statusCode).toBe(200);
    const refused = await owner.post('/buy', order(200));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-missing']);
    await expectSoundMarket(market.database);
  });

  it('leaves no notifications and no name of the stranger’s, nor are they in the export', async () => {
    const email = 'named@shop.example';
    const mallory = await stranger(email);
    const { pool } = market.database;
    await pool.query(`update identity_users set name = 'Mallory' where id = $1`, [mallory.uid]);
    const buyer = await buildTrader(market);
    const ask = order(300, '10');
    expect((await mallory.post('/ask', ask)).statusCode).toBe(200);
    expect((await buyer.post('/buy', { ...order(300, '10') })).statusCode).toBe(200);
    await market.consumeFeed();
    const notificationsOf = async (user: TestUser) =>
      (await user.get('/notices')).json<{ notices: object[] }>().notices.length;
    expect(await notificationsOf(mallory)).toBe(1);

    await reset(email);

    const owner = await signIn(market, email, NEW_PASSWORD);
    await owner.post('/payout', { payout: 'PAYPAL' });
    // The consumer gets the stranger's removed orders only now.
    await market.consumeFeed();
    expect(await notificationsOf(owner)).toBe(0);
    const exported = (await owner.get('/export')).json();
    expect([exported.account.name, exported.notices]).toEqual(['', []]);
    expect(JSON.stringify(exported)).not.toMatch(/Mallory|Side Street/);
    await expectSoundMarket(market.database);
  });

  it('is announced by the link’s code, and by nothing else', async () => {
    const email = 'announced@shop.example';
    const mallory = await stranger(email);
    await mallory.post('/watches/set', { productId: 1, size: null });
    await mallory.post('/collection/add', {
      id: randomUUID(),
      productId: 1,
      size: '9',
      price: 100,
      date: '2026-01-01',
    });
    const token = await resetCode(email);
    const describeReset = async (code: string, cookie = '') =>
      postIdentity('reset-password/describe', { token: code }, cookie);
    await mallory.post('/notices/settings', { kind: 'outbid', isOn: true });
    const buyer = await buildTrader(market);
    await mallory.post('/ask', order(700, '8'));
    await buyer.post('/buy', { ...order(700, '8') });
    await market.consumeFeed();
    await market.database.pool.query(`update identity_users set name = 'Mallory' where id = $1`, [
      mallory.uid,
    ]);
    const removes = {
      settings: true,
      openAsks: 1,
      openBids: 1,
      watches: 1,
      pairs: 1,
      notifications: 1,
      preferences: true,
      hasOtherProofs: false,
      hasName: true,
    };
    expect((await describeReset(token)).json()).toEqual({ removes });
    expect((await describeReset(token, mallory.cookie)).json()).toEqual({ removes: null });
    const refused = await describeReset('a code of no mail');
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_TOKEN']);
  });

  it('keeps everything but the sessions in a browser that was signed in to the account lately', async () => {
    const email = 'forgetful@shop.example';
    const user = await stranger(email);
    await reset(email, user.cookie);
    expect((await user.get(`/getUserData/${user.uid}`)).statusCode).toBe(401);
    const owner = await signIn(market, email, NEW_PASSWORD);
    const data = await dataOf(owner);
    expect([data.asks.length, data.bids.length, data.payout.type]).toEqual([2, 2, 'PAYPAL']);
    // The link has verified the e-mail: no later reset removes anything.
    expect((await owner.get('/auth/email-proof')).json()).toEqual({ email, isProved: true });
  });

  it('keeps it also where the login was not remembered, the password changed elsewhere, or others signed in since', async () => {
    const email = 'shared@shop.example';
    const { cookie: elsewhere } = await stranger(email);
    const forgetful = await postIdentity('sign-in/email', { email, password: PASSWORD, rememberMe: false });
    let cookies = cookiesOf(forgetful);
    for (let number = 0; number < 3; number += 1) {
      const answer = await postIdentity(
        'sign-up/email',
        { email: `family-${number}@shop.example`, password: PASSWORD, name: '' },
        cookies,
      );
      cookies = withCookies(cookies, cookiesOf(answer));
    }
    const changed = await postIdentity(
      'password',
      { password: PASSWORD, newPassword: 'another password of theirs' },
      elsewhere,
    );
    expect(changed.statusCode).toBe(200);
    await reset(email, cookies);
    expect((await dataOf(await signIn(market, email, NEW_PASSWORD))).payout).toEqual({ type: 'PAYPAL' });
  });

  it('keeps it in a browser that was signed in all the time, though it signed in long ago', async () => {
    const email = 'faithful@shop.example';
    const user = await stranger(email);
    const refresh = async (cookies: string) => {
      await market.database.pool.query(
        `update identity_sessions set expires_at = now() + interval '1 day' where user_id = $1`,
        [user.uid],
      );
      const answer = await market.app.inject({
        url: '/api/auth/get-session',
        headers: { cookie: cookies },
      });
      return withCookies(cookies, cookiesOf(answer));
    };
    daysAhead = 25;
    const cookies = await refresh(user.cookie);
    daysAhead = 50;
    await reset(email, cookies);
    expect((await dataOf(await signIn(market, email, NEW_PASSWORD))).payout).toEqual({ type: 'PAYPAL' });
  });

  it.each([
    ['31 days ago', (cookie: string) => cookie],
    ['to another account', (cookie: string) => cookie.replace(/signed_in=[^;]*/, 'signed_in=99999.a')],
  ])('removes it in a browser that was signed in %s', async (when, change) => {
    const email = `${when.replaceAll(' ', '-')}@shop.example`;
    const user = await stranger(email);
    const token = await resetCode(email);
    daysAhead = when.startsWith('31') ? 31 : 0;
    const answer = await postIdentity(
      'reset-password',
      { token, newPassword: NEW_PASSWORD },
      change(user.cookie),
    );
    expect(answer.statusCode).toBe(200);
    expect(await dataOf(await signIn(market, email, NEW_PASSWORD))).toMatchObject(EMPTY);
  });

  it('reports by mail what will be removed, and what was', async () => {
    const email = 'informed@shop.example';
    await signUp(market, email);
    await reset(email);
    const texts = async () =>
      (await readOutbox(market.outbox))
        .filter(({ headers }) => headers.get('to') === email)
        .map(({ text }) => text);
    await expect.poll(texts).toHaveLength(2);
    expect((await texts())[0]).toMatch(/This e-mail has not been confirmed yet/);
    expect((await texts())[1]).toMatch(/What was set up earlier is gone/);
  });

  it('lets the owner trade again at once, with settings of their own', async () => {
    const email = 'back@shop.example';
    await stranger(email);
    await reset(email);
    const owner = await signIn(market, email, NEW_PASSWORD);
    await owner.post('/payout', { payout: 'PAYPAL' });
    const ask = order(905, '8');
    expect((await owner.post('/ask', ask)).statusCode).toBe(200);
    expect((await dataOf(owner)).asks).toHaveLength(2);
  });

  it('keeps everything but the sessions where the e-mail was verified before', async () => {
    const email = 'proved@shop.example';
    const user = await stranger(email);
    await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
      user.uid,
    ]);
    await reset(email);
    expect((await user.get(`/getUserData/${user.uid}`)).statusCode).toBe(401);
    const owner = await signIn(market, email, NEW_PASSWORD);
    const data = await dataOf(owner);
    expect([data.asks.length, data.bids.length, data.payout.type]).toEqual([2, 2, 'PAYPAL']);
  });
});

describe('GitHub’s verified e-mail, linked by the password with an account whose e-mail was not verified', () => {
  /** Signs in with GitHub, and links it by the password. */
  async function link(email: string) {
    github.person = githubPerson({ email });
    const start = await postIdentity('github/start', {});
    const cookie = cookiesOf(start);
    const { pathname, search } = new URL(github.authorize(start.json().url));
    await market.app.inject({ url: pathname + search, headers: { cookie } });
    const finish = await postIdentity('github/finish', {}, cookie);
    expect(finish.json()).toEqual({ link: { email } });
    return postIdentity('github/link', { password: PASSWORD }, cookiesOf(finish));
  }

  it('leaves no earlier settings, orders or sessions', async () => {
    const email = 'linked@shop.example';
    const before = await stranger(email);
    expect((await link(email)).json()).toEqual({ user: { id: before.uid } });
    expect((await before.post('/payout', { payout: 'CC' })).statusCode).toBe(401);
    expect(await openOrdersOf(before.uid)).toBe(0);
    const owner = await signIn(market, email);
    expect(await dataOf(owner)).toMatchObject(EMPTY);
    await expectSoundMarket(market.database);
  });

  it('leaves everything to an account with a verified e-mail', async () => {
    const email = 'linked-proved@shop.example';
    const before = await stranger(email);
    await market.database.pool.query('update identity_users set email_verified = true where id = $1', [
      before.uid,
    ]);
    expect((await link(email)).statusCode).toBe(200);
    const data = await dataOf(before);
    expect([data.asks.length, data.bids.length, data.payout.type]).toEqual([2, 2, 'PAYPAL']);
  });
});

describe('a server that dies between the reset and the cancellations', () => {
  it('leaves orders refused, and the next server cancels the open ones', async () => {
    const email = 'crash@shop.example';
    await stranger(email);
    takesCancellations = false;
    await reset(email);
    const owner = await signIn(market, email, NEW_PASSWORD);
    expect(await openOrdersOf(owner.uid)).toBe(2);
    await owner.post('/payout', { payout: 'PAYPAL' });
    const ask = order(910);
    const refused = await owner.post('/ask', ask);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy']);

    takesCancellations = true;
    const next = await buildTestApp({ database: market.database });
    try {
      await doMaintenance(next);
      expect(await openOrdersOf(owner.uid)).toBe(0);
      expect((await owner.post('/ask', ask)).statusCode).toBe(200);
    } finally {
      await next.close();
    }
    expect((await dataOf(owner)).asks).toHaveLength(2);
    await expectSoundMarket(market.database);
  });

  it('cancels orders that were in progress a round later, and leaves the owner’s own orders alone', async () => {
    const email = 'late@shop.example';
    const mallory = await stranger(email);
    await reset(email);
    const owner = await signIn(market, email, NEW_PASSWORD);
    await owner.post('/payout', { payout: 'PAYPAL' });
    const own = order(920);
    expect((await owner.post('/ask', own)).statusCode).toBe(200);
    // As if a batch had held one of the stranger's back until now.
    await market.database.pool.query(
      `update identity_handovers set cleared_at = now() - interval '5 minutes' where user_id = $1`,
      [mallory.uid],
    );
    const late = order(921);
    expect((await owner.post('/ask', late)).statusCode).toBe(200);
    await market.database.pool.query(
      `update orders set accepted_at = now() - interval '6 minutes' where order_id = $1`,
      [late.id],
    );
    const next = await buildTestApp({ database: market.database });
    try {
      await doMaintenance(next);
      const left = 'select from identity_handovers where user_id = $1';
      expect((await market.database.pool.query(left, [mallory.uid])).rowCount).toBe(0);
    } finally {
      await next.close();
    }
    expect((await dataOf(owner)).asks.slice(1).map(({ id }: { id: string }) => id)).toEqual([own.id]);
  });
});

describe('a request of the stranger while the account is taken over', () => {
  beforeAll(async () => {
    await market.app.listen({ host: '127.0.0.1', port: 0 });
  });

  it('saves no setting', async () => {
    const email = 'slow-setting@shop.example';
    const mallory = await stranger(email);
    const status = await slowly(market, mallory, '/payout', { payout: 'CC' }, () => reset(email));
    expect(status).toBe(401);
    const owner = await signIn(market, email, NEW_PASSWORD);
    expect(await dataOf(owner)).toMatchObject(EMPTY);
  });

  it('starts no vacation', async () => {
    const email = 'slow-vacation@shop.example';
    const mallory = await stranger(email);
    const status = await slowly(market, mallory, '/vacation', { act: 'start' }, () => reset(email));
    expect(status).toBe(401);
    const owner = await signIn(market, email, NEW_PASSWORD);
    expect((await owner.get('/vacation')).json()).toMatchObject({ state: 'none' });
  });

  it('sets no rule for an ask of an account whose owner has ended the session', async () => {
    const email = 'slow-rule@shop.example';
    const thief = await stranger(email);
    const { asks } = await dataOf(thief);
    const owner = await signIn(market, email);
    const rules = [{ id: asks[1].id, floor: 100 }];
    const status = await slowly(market, thief, '/price-rules', { rules }, () =>
      owner.post('/auth/sessions/end-others'),
    );
    expect(status).toBe(401);
    expect((await owner.get('/price-rules')).json()).toEqual({ rules: [] });
  });

  it('places no order with the owner’s settings', async () => {
    const email = 'slow-order@shop.example';
    const mallory = await stranger(email);
    const status = await slowly(market, mallory, '/ask', order(930), async () => {
      await reset(email);
      const resetAtMs = performance.now();
      const owner = await signIn(market, email, NEW_PASSWORD);
      await owner.post('/payout', { payout: 'PAYPAL' });
      // A session is cached for a second after it was read, which may have been just before the reset.
      await expect.poll(() => performance.now() - resetAtMs, { timeout: 5_000 }).toBeGreaterThan(1_000);
    });
    expect(status).toBe(401);
    expect(await openOrdersOf(mallory.uid)).toBe(0);
  });
});
