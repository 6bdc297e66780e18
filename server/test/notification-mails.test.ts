import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { MailKind } from '@perkex/core/notifications/notifications.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { smtpMailer } from '../src/mail/smtp-mailer.js';
import { readSmtpUrl, type SmtpServer } from '../src/mail/smtp-server.js';
import { mailsOffTokens } from '../src/notifications/mails-off-tokens.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { expiryReminders } from '../src/orders/expiry-reminders.js';
import { type ReadMail, readMail, readOutbox } from './identity/mail-reader.js';
import { receiveMails } from './identity/smtp-receiver.js';
import { age, buildProducts, order } from './market.js';
import { buildTestApp, buildTrader, PUBLIC_URL, type TestUser, useMarket } from './test-app.js';

const NAME = 'Mailed <Runner>';

/** Longer than any computer should need. */
const PATIENCE = { timeout: 30_000, interval: 20 };

const market = useMarket();
let productId: number;
let users = 0;

beforeAll(async () => {
  [productId = 0] = await buildProducts(market.database, [NAME]);
});

interface Reader extends TestUser {
  readonly email: string;
}

/** A trader, by default with a verified e-mail. */
async function reader({ isProved = true, app = market } = {}): Promise<Reader> {
  users += 1;
  const email = `reader${users}@shop.example`;
  const user = await buildTrader(app, email);
  if (isProved) {
    await app.database.pool.query('update identity_users set email_verified = true where id = $1', [
      user.uid,
    ]);
  }
  return { ...user, email };
}

async function trade(seller: TestUser, buyer: TestUser, app = market, product = productId): Promise<void> {
  await app.engine.submit(order('ask', seller.uid, 240, { productId: product }));
  await app.engine.submit(order('buy', buyer.uid, 240, { productId: product }));
  await app.consumeFeed();
}

/** The mails about notifications that were sent to this user. */
async function mailsTo({ email }: Reader): Promise<ReadMail[]> {
  const mails = await readOutbox(market.outbox);
  return mails.filter(({ headers }) => headers.get('to') === email && headers.has('list-unsubscribe'));
}

/** Waits until all mails are sent. */
async function allSent(app = market): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query(`select 1 from jobs where kind = 'notice-mail'`);
    expect(rows).toEqual([]);
  }, PATIENCE);
}

const mailStates = async (user: TestUser) =>
  (await user.get('/notices')).json().notices.map(({ mail }: { mail: string }) => mail);

function mailsOffLink(mail: ReadMail): string {
  return /^<(\S+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
}

describe('the mail of a trade', () => {
  it('tells each side what happened, with a link to it and one that turns such mails off', async () => {
    const [seller, buyer] = [await reader(), await reader()];
    await trade(seller, buyer);
    await allSent();
    const [[sold], [bought]] = [await mailsTo(seller), await mailsTo(buyer)];
    expect(sold?.headers.get('subject')).toBe('PerkeX: You sold a pair');
    expect(sold?.text).toContain(
      `You sold ${NAME} in size 9 for 240$. After fees and shipping, that comes to 201.00$.`,
    );
    expect(sold?.text).toContain(`${PUBLIC_URL}${PAGE_PATHS.selling}`);
    expect(sold?.html).toContain('Mailed &lt;Runner&gt;');
    expect(bought?.headers.get('subject')).toBe('PerkeX: You bought a pair');
    expect(bought?.text).toContain('for 240$. With fees and shipping, that comes to 257.20$.');
    expect(bought?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(bought?.text).toContain(mailsOffLink(bought as ReadMail));
    expect([await mailStates(seller), await mailStates(buyer)]).toEqual([['sent'], ['sent']]);
  });

  it('is not sent to an e-mail that is not verified', async () => {
    const [seller, buyer] = [await reader({ isProved: false }), await reader()];
    await trade(seller, buyer);
    expect(await mailStates(seller), 'nothing waits').toEqual(['none']);
    await allSent();
    expect(await mailsTo(seller)).toEqual([]);
  });

  it('is not sent to a user who has turned it off, nor after the account is deleted', async () => {
    const [seller, buyer] = [await reader(), await reader()];
    await seller.post('/notices/settings', { kind: 'trade', isOn: false });
    await trade(seller, buyer);
    await allSent();
    expect([await mailsTo(seller), await mailStates(seller)]).toEqual([[], ['none']]);
    expect(await mailsTo(buyer)).toHaveLength(1);
  });

  it('is not sent to a user who has turned it off while it waited', async () => {
    const [seller, buyer] = [await reader(), await reader()];
    await seller.post('/notices/settings', { kind: 'trade', isOn: false });
    await trade(seller, buyer);
    await market.database.pool.query(
      `with waiting as (update notices set mail = 'waiting' where user_id = $1 returning id)
       insert into jobs (kind, data) select 'notice-mail', jsonb_build_object('noticeIds', array[id]) from waiting`,
      [seller.uid],
    );
    market.jobs.start();
    await allSent();
    expect([await mailsTo(seller), await mailStates(seller)]).toEqual([[], ['none']]);
  });

  it('is sent once, even if it is requested again', async () => {
    const [seller, buyer] = [await reader(), await reader()];
    await trade(seller, buyer);
    await allSent();
    const { rows } = await market.database.pool.query('select id from notices where user_id = $1', [
      seller.uid,
    ]);
    await market.database.pool.query(
      `insert into jobs (kind, data) select 'notice-mail', jsonb_build_object('noticeIds', array[$1::text]) from generate_series(1, 3)`,
      [rows[0].id],
    );
    await trade(buyer, seller);
    await allSent();
    expect(await mailsTo(seller)).toHaveLength(2);
  });
});

describe('the mails of the other kinds', () => {
  it.each([
    [
      'outbid',
      'bid',
      'PerkeX: You were outbid',
      'There is now a bid of 201$ for Mailed <Runner> in size 9.5; your bid is 200$.',
    ],
    [
      'undercut',
      'ask',
      'PerkeX: Your ask was undercut',
      'There is now an ask of 199$ for Mailed <Runner> in size 10; your ask is 200$.',
    ],
  ] as const)('%s are sent to users who want them', async (kind, call, subject, sentence) => {
    const size = call === 'bid' ? '9.5' : '10';
    const [informed, uninformed, other] = [await reader(), await reader(), await reader()];
    await informed.post('/notices/settings', { kind, isOn: true });
    const place = (user: TestUser, dollars: number) =>
      market.engine.submit(order(call, user.uid, dollars, { productId, size }));
    const better = call === 'bid' ? 1 : -1;
    await place(uninformed, 200 - better);
    await place(informed, 200);
    await place(other, 200 + better);
    await market.consumeFeed();
    await allSent();
    const [mail] = await mailsTo(informed);
    expect(mail?.headers.get('subject')).toBe(subject);
    expect(mail?.text).toContain(sentence);
    expect([await mailsTo(uninformed), await mailStates(uninformed)]).toEqual([[], ['none']]);
    for (const user of [informed, uninformed, other]) {
      await openOrderCanceller(market.database.pool, market.engine)(user.uid);
    }
  });

  it('removed orders are mailed to users who want it', async () => {
    const user = await reader();
    await user.post('/notices/settings', { kind: 'removed', isOn: true });
    await market.engine.submit(order('bid', user.uid, 150, { productId }));
    await openOrderCanceller(market.database.pool, market.engine)(user.uid);
    await market.consumeFeed();
    await allSent();
    expect((await mailsTo(user)).map(({ text }) => text).join()).toContain(
      'PerkeX has removed your bid of 150$ for Mailed <Runner> in size 9.',
    );
  });
});

it('orders that expire within a day are mailed once, with a link to renew them, if they lasted longer', async () => {
  const [user, other] = [await reader(), await reader()];
  const days = (count: number) => ({ productId, lifetimeMs: count * 86_400_000 });
  await market.engine.submit(order('bid', other.uid, 140, days(1)));
  await market.engine.submit(order('bid', user.uid, 150, days(3)));
  await age(market.database, 2);
  const reminders = expiryReminders(market.database.pool, market.notifications.newWriter());
  await reminders.work();
  await reminders.work();
  await allSent();
  const [mail, ...more] = await mailsTo(user);
  expect(mail?.headers.get('subject')).toBe('PerkeX: Your bid expires within a day');
  expect(mail?.text).toContain('Your bid of 150$ for Mailed <Runner> in size 9 expires within a day.');
  expect(mail?.text).toContain(`/dashboard/buying?product=${productId}&size=9`);
  expect([more, await mailsTo(other), await mailStates(other)]).toEqual([[], [], []]);
});

describe('mails of one job', () => {
  it('are sent once each, though the mail server refuses one of them for a while', async () => {
    let refused = '';
    const server = await receiveMails({
      recipientAnswer: (address) => (address === refused ? '451 Later' : '250 Fine'),
    });
    const smtp = readSmtpUrl(`smtp://127.0.0.1:${server.port}`) as SmtpServer;
    const shop = await buildTestApp({ mailer: smtpMailer(smtp, 'PerkeX <no-reply@shop.example>') });
    const { pool } = shop.database;
    const [product = 0] = await buildProducts(shop.database, [NAME]);
    const [seller, buyer] = [await reader({ app: shop }), await reader({ app: shop })];
    refused = seller.email;
    await trade(seller, buyer, shop, product);
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select attempts from jobs where run_at > now() + interval '1 second'`,
      );
      expect([rows, await mailStates(seller)]).toEqual([[{ attempts: 1 }], ['waiting']]);
      expect(await mailStates(buyer)).toEqual(['sent']);
    }, PATIENCE);
    refused = '';
    await pool.query('update jobs set run_at = now()');
    shop.jobs.start();
    await allSent(shop);
    expect(await mailStates(seller)).toEqual(['sent']);
    expect(server.mails.map(({ to }) => to)).toEqual([buyer.email, seller.email]);
    await shop.close();
  });

  it('are recorded as sent while the mail server is slow with another', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let slow = '';
    const shop = await buildTestApp({
      mailer: { send: ({ to }) => (to === slow ? released : Promise.resolve()) },
    });
    const [product = 0] = await buildProducts(shop.database, [NAME]);
    const [seller, buyer] = [await reader({ app: shop }), await reader({ app: shop })];
    slow = seller.email;
    await trade(seller, buyer, shop, product);
    await vi.waitFor(async () => expect(await mailStates(buyer)).toEqual(['sent']), PATIENCE);
    expect(await mailStates(seller)).toEqual(['waiting']);
    release();
    await allSent(shop);
    expect(await mailStates(seller)).toEqual(['sent']);
    await shop.close();
  });
});

describe('a mailbox', () => {
  it('gets five mails an hour about its account; more of them wait, and those about trades do not', async () => {
    const shop = await buildTestApp({ rateLimits: true });
    const { pool } = shop.database;
    const [product = 0] = await buildProducts(shop.database, [NAME]);
    const [owner, buyer] = [await reader({ app: shop }), await reader({ app: shop, isProved: false })];
    for (let count = 0; count < 3; count += 1) {
      const reset = await owner.post('/auth/request-password-reset', { email: owner.email });
      expect(reset.statusCode).toBe(200);
      await trade(owner, buyer, shop, product);
    }
    for (const [payout, payment] of [
      ['CC', 'PAYPAL'],
      ['PAYPAL', 'CC'],
    ]) {
      expect((await owner.post('/payout', { payout })).statusCode).toBe(200);
      expect((await owner.post('/payment', { payment })).statusCode).toBe(200);
    }
    await vi.waitFor(async () => {
      expect((await pool.query('select 1 from jobs where attempts = 0')).rows).toEqual([]);
    }, PATIENCE);
    await shop.jobs.stop();
    const mails = await readOutbox(shop.outbox);
    expect(mails.map(({ headers }) => headers.get('to'))).toEqual(Array(5 + 3).fill(owner.email));
    expect((await pool.query('select 1 from jobs')).rows).toHaveLength(2);
    await shop.close();
  });
});

describe('a mail server that does not accept a mail', () => {
  it('is retried with growing pauses for a day, and then the mail is shown as failed', async () => {
    let takesMails = false;
    // The middle of the jitter.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const server = await receiveMails({ recipientAnswer: () => (takesMails ? '250 Fine' : '451 Later') });
    const smtp = readSmtpUrl(`smtp://127.0.0.1:${server.port}`) as SmtpServer;
    const shop = await buildTestApp({ mailer: smtpMailer(smtp, 'PerkeX <no-reply@shop.example>') });
    const { pool } = shop.database;
    const [product = 0] = await buildProducts(shop.database, [NAME]);
    const [seller, buyer] = [await reader({ app: shop }), await reader({ app: shop })];
    await buyer.post('/notices/settings', { kind: 'trade', isOn: false });
    const job = async () =>
      (
        await pool.query<{ attempts: number; seconds: number }>(
          `select attempts, extract(epoch from run_at - now())::float8 as seconds from jobs where kind = 'notice-mail'`,
        )
      ).rows[0];
    await trade(seller, buyer, shop, product);
    let waited = 0;
    for (let attempt = 1; attempt < 14; attempt += 1) {
      // A current job belongs to its server for half a minute; one that failed waits for its pause.
      await vi.waitFor(() => expect(server.calls()).toBe(attempt), PATIENCE);
      const pause = 10 * 2 ** (attempt - 1);
      await vi.waitFor(async () => {
        const { attempts, seconds } = (await job()) ?? { attempts: 0, seconds: 0 };
        expect(attempts).toBe(attempt);
        expect(Math.abs(seconds - pause)).toBeLessThan(0.25 * pause);
      }, PATIENCE);
      waited += pause;
      expect(await mailStates(seller)).toEqual(['waiting']);
      await pool.query(`update jobs set run_at = now() where kind = 'notice-mail'`);
      shop.jobs.start();
    }
    await vi.waitFor(async () => expect(await job()).toBeUndefined(), PATIENCE);
    expect(await mailStates(seller)).toEqual(['failed']);
    expect([Math.round(waited / 3_600), server.mails]).toEqual([23, []]);

    takesMails = true;
    await trade(seller, buyer, shop, product);
    await allSent(shop);
    expect(await mailStates(seller)).toEqual(['sent', 'failed']);
    expect(
      server.mails.map(({ to, source }) => [to, readMail(source).headers.has('list-unsubscribe')]),
    ).toEqual([[seller.email, true]]);
    await shop.close();
  });
});

describe('the link that turns mails off', () => {
  const kindsOf = async (user: TestUser) => (await user.get('/notices/settings')).json().kinds;
  const SECRET = 'a secret of at least 32 characters';
  const linkFor = (userId: string, kind: MailKind, secret = SECRET) =>
    `/mails-off?token=${mailsOffTokens(secret).make({ userId, kind })}`;
  /** As a mail program does: no cookie, no origin. */
  const oneClick = (url: string, type = 'application/x-www-form-urlencoded') =>
    market.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    });

  it('works by one click without a login, for its kind alone', async () => {
    const [seller, buyer] = [await reader(), await reader()];
    await seller.post('/notices/settings', { kind: 'outbid', isOn: true });
    await trade(seller, buyer);
    await allSent();
    const [mail] = await mailsTo(seller);
    const { origin, pathname, search } = new URL(mailsOffLink(mail as ReadMail));
    expect(origin).toBe(PUBLIC_URL);
    const answer = await oneClick(pathname + search);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('These mails are off')]);
    expect(await kindsOf(seller)).toMatchObject({ trade: false, outbid: true });
    expect(await kindsOf(buyer)).toMatchObject({ trade: true });
    await trade(seller, buyer);
    await allSent();
    expect(await mailsTo(seller)).toHaveLength(1);
  });

  it('turns nothing off when it is only opened, but shows a button that does', async () => {
    const user = await reader();
    const url = linkFor(user.uid, 'trade');
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await market.app.inject({ method, url });
      expect([answer.statusCode, answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual(
        [200, 'no-store', 'no-referrer'],
      );
    }
    const { body } = await market.app.inject(url);
    const action = /<form method="post" action="([^"]+)">/.exec(body)?.[1] ?? '';
    expect(await kindsOf(user)).toMatchObject({ trade: true });
    await oneClick(action, 'multipart/form-data; boundary=x');
    expect(await kindsOf(user)).toMatchObject({ trade: false });
  });

  it('mentions on a demo market that money and shoes do not move', async () => {
    const sentence = 'Demo market: orders are real, money and shoes do not move';
    const demo = await buildTestApp({ isDemo: true, database: market.database });
    expect((await demo.app.inject('/mails-off')).body).toContain(sentence);
    expect((await market.app.inject('/mails-off')).body).not.toContain(sentence);
    await demo.app.close();
  });

  it.each([
    ['of another secret', (uid: string) => linkFor(uid, 'trade', 'another secret of 32 characters.')],
    ['for another kind', (uid: string) => linkFor(uid, 'outbid').replace('outbid', 'trade')],
    [
      'for another user',
      (uid: string) =>
        linkFor('stranger', 'trade').replace(
          Buffer.from('stranger').toString('base64url'),
          Buffer.from(uid).toString('base64url'),
        ),
    ],
    ['without a signature', (uid: string) => linkFor(uid, 'trade').replace(/\.[^.]*$/, '')],
    ['with half a signature', (uid: string) => linkFor(uid, 'trade').slice(0, -20)],
    ['with two tokens', (uid: string) => `${linkFor(uid, 'trade')}&token=${uid}`],
    ['that is too long', (uid: string) => `${linkFor(uid, 'trade')}${'x'.repeat(2_000)}`],
    ['without a token', () => '/mails-off'],
  ])('%s turns nothing off', async (_what, linkOf) => {
    const user = await reader();
    const url = linkOf(user.uid);
    const answers = [await market.app.inject(url), await oneClick(url)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[1]?.body).toContain('This link is not complete');
    expect(await kindsOf(user)).toMatchObject({ trade: true });
  });

  it('of a deleted account leaves no row', async () => {
    const user = await reader();
    const url = linkFor(user.uid, 'trade');
    expect((await user.post('/auth/account/delete', { password: 'a long password' })).statusCode).toBe(200);
    expect((await oneClick(url)).statusCode).toBe(200);
    const { rows } = await market.database.pool.query('select 1 from notice_mails where user_id = $1', [
      user.uid,
    ]);
    expect(rows).toEqual([]);
  });
});
