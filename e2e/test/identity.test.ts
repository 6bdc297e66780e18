import { SYSTEM_CLOCK } from '@perkex/server/clock/system-clock.js';
import { openMailer } from '@perkex/server/mail/open-mailer.js';
import { readSmtpUrl } from '@perkex/server/mail/smtp-server.js';
import { describe, expect, it } from 'vitest';
import { codeIn, type ReadMail, readMail } from '../../server/test/identity/mail-reader.js';
import { receiveMails } from '../../server/test/identity/smtp-receiver.js';
import { newEmail, PASSWORD } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const mailServer = await receiveMails();
const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
const MAIL_FROM = 'PerkeX <no-reply@shop.example>';
const shop = useShop({
  mailer: openMailer({ smtp: readSmtpUrl(SMTP_URL), mailFrom: MAIL_FROM, dataDir: '' }, SYSTEM_CLOCK, {
    info() {},
  }),
  settings: () => ({ SMTP_URL, MAIL_FROM }),
});

/** The mails to an address that arrived through SMTP, oldest first. */
const mailsTo = (email: string): ReadMail[] =>
  mailServer.mails.filter(({ to }) => to.includes(email)).map(({ source }) => readMail(source));

/** True if the current history entry is a review, even if the user may not see it. */
const isAtReview = (person: Person) =>
  person.page.evaluate(() => window.history.state?.usr?.review !== undefined);

const stored = (person: Person) =>
  person.page.evaluate(() => JSON.parse(localStorage.getItem('persist:root') ?? 'null') as unknown);

describe('signing up', () => {
  it('creates an account, keeps the user logged in, and says so on Home', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await visitor.follows('Sign Up');
    await visitor.types('E-MAIL', newEmail());
    await visitor.types('PASSWORD', PASSWORD);
    await visitor.presses('SIGN UP');
    await visitor.isAt('/');
    await visitor.seesToast('Successfully signed up and logged in!');
    await visitor.link('Dashboard').waitFor();
    await visitor.page.reload();
    await visitor.follows('Dashboard');
    await visitor.seesHeading('Profile');
  });
});

describe('logging in', () => {
  it("lasts across a reload with 'Remember Me', and stores only the user", async () => {
    const { email, uid } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(email, { remember: true });
    await visitor.isAt('/');
    await visitor.seesToast('Successfully logged in!');
    await visitor.page.reload();
    await visitor.link('Dashboard').waitFor();
    expect(await stored(visitor)).toMatchObject({
      state: { user: { id: uid, isLoggedInPersisted: 'true' } },
    });
    expect(JSON.stringify(await stored(visitor))).not.toMatch(/Temporary|error|success/);
  });

  it("is extended by a page load with 'Remember Me', so that a login in use does not end", async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await shop.app.database.pool.query(
      `update identity_sessions set expires_at = now() + interval '1 day' where user_id = $1`,
      [account.uid],
    );
    await person.opens('/');
    await person.link('Dashboard').waitFor();
    const lasts = async () => {
      const { rows } = await shop.app.database.pool.query(
        `select expires_at > now() + interval '6 days' as lasts from identity_sessions where user_id = $1`,
        [account.uid],
      );
      return rows;
    };
    await expect.poll(lasts).toEqual([{ lasts: true }]);
    const weekAheadSeconds = Date.now() / 1_000 + 6 * 24 * 60 * 60;
    const cookies = await person.page.context().cookies();
    const session = cookies.find(({ name }) => name === 'better-auth.session_token');
    expect(session?.expires).toBeGreaterThan(weekAheadSeconds);
  });

  it("ends with a reload without 'Remember Me', on the server too", async () => {
    const { email, uid } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(email);
    await visitor.link('Dashboard').waitFor();
    const signedOut = visitor.page.waitForResponse('**/api/auth/sign-out');
    await visitor.page.reload();
    await visitor.link('Log In').waitFor();
    await signedOut;
    const sessions = await shop.app.database.pool.query(
      'select 1 from identity_sessions where user_id = $1',
      [uid],
    );
    expect(sessions.rows).toHaveLength(1); // that of `shop.account`
  });

  it("is shared by open tabs without 'Remember Me'", async () => {
    const { email } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(email);
    await visitor.link('Dashboard').waitFor();
    const second = await visitor.newTab();
    // The page is held until the other tab has answered, so that no guard redirects it.
    await second.opens('/dashboard/profile');
    await second.seesHeading('Profile');
    await second.opens('/');
    await second.link('Dashboard').waitFor();
    await visitor.page.reload();
    await visitor.link('Dashboard').waitFor();
    await second.follows('Dashboard');
    // A tab's requests at the start of its stream may arrive just after the session has ended; their refusal is right.
    visitor.expectsComplaint(/status of 401.*unread/);
    await second.logsOut();
    await second.isAt('/');
    await visitor.link('Log In').waitFor();
  });

  it('is kept when an open tab is too busy to answer a new one at once', async () => {
    const { email } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.logsIn(email);
    await visitor.link('Dashboard').waitFor();
    await visitor.page.evaluate(() => {
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (message) {
        setTimeout(() => postMessage.call(this, message), 1_000);
      };
    });
    const second = await visitor.newTab();
    await second.opens('/');
    await second.link('Dashboard').waitFor();
    await visitor.link('Dashboard').waitFor();
  });
});

describe('logging out', () => {
  it('ends the session and clears the stored data in every tab', async () => {
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/profile');
    const second = await person.newTab();
    await second.opens('/dashboard/settings');
    await second.seesHeading('General Settings');
    // The other tab is refused before the logout is answered: that is not a session that ended unexpectedly.
    await person.page.route('**/api/auth/sign-out', async (route) => {
      second.expectsComplaint(/status of 401/);
      const refusal = second.page.waitForResponse((answer) => answer.status() === 401);
      const [response] = await Promise.all([route.fetch(), refusal]);
      await route.fulfill({ response });
    });
    await person.logsOut();
    await person.isAt('/');
    await person.link('Log In').waitFor();
    await second.isAt('/');
    expect(await person.page.evaluate(() => localStorage.getItem('persist:root') ?? '')).not.toContain(
      account.uid,
    );
    const { rows } = await shop.app.database.pool.query(
      'select 1 from identity_sessions where user_id = $1',
      [account.uid],
    );
    expect(rows).toEqual([]);
  });
});

describe('the browser storage', () => {
  it('may contain anything, and the market is still shown', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/help');
    for (const [what, text] of [
      ['no JSON', 'not json'],
      ['no user', '{"state":{"user":null},"version":0}'],
      ['a user without id', '{"state":{"user":{"isLoggedInPersisted":"true"}},"version":0}'],
    ] as const) {
      await visitor.page.evaluate((stored) => {
        localStorage.setItem('persist:root', stored);
        sessionStorage.setItem('perkex:unfinished-order', stored);
      }, text);
      await visitor.opens('/');
      await visitor.seesHeading('Trending Sneakers');
      expect(await visitor.link('Log In').count(), what).toBe(1);
    }
  });

  it('may be unavailable; then a login lasts as long as the page', async () => {
    const { email } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await visitor.opens('/login');
    await visitor.logsIn(email, { remember: true });
    await visitor.isAt('/');
    await visitor.follows('Dashboard');
    await visitor.seesHeading('Profile');
  });

  it("does not offer one user's order to the next user", async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    const next = await shop.account();
    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '210');
    await person.presses('Review Bid');
    await person.seesHeading('Review Bid');
    await person.follows('Dashboard');
    await person.logsOut();
    await person.follows('Log In');
    await person.logsIn(next.email, { remember: true });
    await person.link('Dashboard').waitFor();
    await person.opens(`/buy/${id}?size=9`);
    await person.link('Dashboard').waitFor();
    await person.seesHeading('Size 9');
    expect(await person.button('PLACE BID').count()).toBe(0);
    while (!(await isAtReview(person))) {
      await person.page.goBack();
    }
    await person.seesHeading('Size 9');
    expect(await person.button('PLACE BID').count()).toBe(0);
  });
});

describe('a forgotten password', () => {
  it('is reset by the link in the mail, which ends every session', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 4\d\d/);
    await person.opens('/dashboard/profile');
    await person.follows('Reset password');
    await person.types('E-MAIL', account.email);
    await person.presses('RESET PASSWORD');
    await expect.poll(() => mailsTo(account.email)).toHaveLength(1);
    const [mail] = mailsTo(account.email);
    expect(mail?.text).toContain(`${shop.url}/login`);
    const link = `/reset-password?oobCode=${mail ? codeIn(mail) : ''}`;
    await person.opens(link);
    // The code is a secret that must not stay visible in the address; a reload keeps it.
    await person.isAt('/reset-password');
    await person.page.reload();
    await person.types('PASSWORD', 'another password');
    await person.presses('RESET PASSWORD');
    await person.isAt('/login');
    await person.seesToast('Successfully set new password!');
    await expect.poll(() => mailsTo(account.email).at(-1)?.headers.get('subject')).toMatch(/was changed/);
    await person.logsIn(account.email, { password: 'another password' });
    await person.isAt('/');
  });
});
