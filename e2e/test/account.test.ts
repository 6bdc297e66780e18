import { describe, expect, it } from 'vitest';
import { changeCodeIn, readOutbox } from '../../server/test/identity/mail-reader.js';
import { newEmail, PASSWORD } from '../src/accounts.js';
import { turnAppOn } from '../src/second-factor.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SECURITY = '/dashboard/settings/security';

describe('recent activity', () => {
  it('shows what happened, newest first, and more on request', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    for (let sessions = 0; sessions < 21; sessions += 1) {
      await account.signInBy('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    }
    await person.opens(SECURITY);
    const activity = person.page.getByRole('region', { name: 'RECENT ACTIVITY' });
    const rows = activity.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(20);
    expect(await rows.first().innerText()).toMatch(
      /^Logged in from a new browser with password\n+.+, Firefox on Windows, 127\.0\.0\.1$/,
    );
    await person.presses('Show more');
    await expect.poll(() => rows.count()).toBe(22);
    const focused = 'document.activeElement?.ariaLabel';
    await expect.poll(() => person.page.evaluate(focused)).toBe('Recent activity');
    expect(await rows.last().innerText()).toMatch(/^Signed up\n/);
    await person.button('Show more').waitFor({ state: 'detached' });
    await person.presses('End all others');
    await expect.poll(() => rows.first().innerText()).toMatch(/^All other sessions were ended\n/);
  });
});

describe('a changed payout', () => {
  it('asks for the password if the login is older than ten minutes, and is saved then', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 403/);
    await shop.app.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [account.uid],
    );
    await person.opens('/dashboard/settings');
    await person.presses('Edit payout details');
    await person.presses('Credit card');
    await person.seesHeading("Confirm it's you");
    await expect.poll(() => person.focused()).toBe('PASSWORD');
    await person.page.keyboard.press('Escape');
    await expect.poll(() => person.heading("Confirm it's you").count()).toBe(0);
    // The open choice stays open.
    await person.presses('Credit card');
    await person.types('PASSWORD', 'not the password');
    await person.presses('CONFIRM');
    await person.seesFault('PASSWORD', 'This is not the password of your account.');
    await person.types('PASSWORD', PASSWORD);
    await person.page.keyboard.press('Enter');
    await person.seesToast('Your payout is saved.');
    await person.page
      .getByRole('region', { name: 'PAYOUT DETAILS' })
      .getByRole('img', { name: 'Credit card' })
      .waitFor();
    const focused = 'document.activeElement?.ariaLabel';
    await expect.poll(() => person.page.evaluate(focused)).toBe('Edit payout details');
  });
});

describe('the e-mail', () => {
  /** The link of a change, from the only mail to an address. */
  async function linkTo(email: string): Promise<string> {
    const codes = async () => {
      const mails = await readOutbox(shop.app.outbox);
      return mails.filter(({ headers }) => headers.get('to') === email).map(changeCodeIn);
    };
    await expect.poll(codes).toHaveLength(1);
    return `/confirm-email?change=${(await codes())[0]}`;
  }

  it('changes after confirmation by a link in the new and in the old mailbox', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    const address = newEmail();
    person.expectsComplaint(/status of 403/);
    await shop.app.database.pool.query(
      `update identity_sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [account.uid],
    );
    await person.opens(SECURITY);
    await person.presses('Change e-mail');
    await expect.poll(() => person.focused()).toBe('NEW E-MAIL');
    await person.types('NEW E-MAIL', 'nobody');
    await person.presses('SEND LINKS');
    await person.seesFault('NEW E-MAIL', 'Email is invalid');
    await person.types('NEW E-MAIL', address);
    await person.presses('SEND LINKS');
    await person.seesHeading("Confirm it's you");
    await person.types('PASSWORD', PASSWORD);
    await person.presses('CONFIRM');
    await person.sees(
      `We have sent a mail to ${address} and one to ${account.email}. Your e-mail changes once you have confirmed it with the links in both.`,
    );
    await expect.poll(() => person.focused()).toBe('Change e-mail');

    // The new mailbox is read in another browser.
    const elsewhere = await shop.visitor();
    await elsewhere.opens(await linkTo(address));
    await elsewhere.sees('Log in to the account that is to change its e-mail, and confirm here.');
    await elsewhere.page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await elsewhere.logsIn(account.email, { remember: true });
    await elsewhere.isAt('/confirm-email');
    await elsewhere.presses('CHANGE E-MAIL');
    await elsewhere.sees(/^Confirmed\. Your e-mail changes once/);

    const mailed = await person.newTab();
    await mailed.opens(await linkTo(account.email));
    await mailed.isAt('/confirm-email');
    await mailed.presses('CHANGE E-MAIL');
    await mailed.sees('Your e-mail has been changed, and all other browsers have been logged out.');
    // The event that a browser sends to a tab that becomes visible again.
    await person.page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await person.sees(address);
    await person.seesNoMore(/^We have sent a mail/);
    elsewhere.expectsComplaint(/status of 401/);
    await elsewhere.opens(SECURITY);
    await elsewhere.isAt('/login');
    await elsewhere.logsIn(address);
    await elsewhere.isAt('/');
  });

  it('stays the same, and a link that is expired or for another account says so', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    const stranger = await shop.trader({ isReady: false });
    const address = newEmail();
    await person.opens(SECURITY);
    await person.presses('Change e-mail');
    await person.types('NEW E-MAIL', address);
    await person.presses('SEND LINKS');
    await person.sees(/^We have sent a mail/);
    stranger.person.expectsComplaint(/status of 403/);
    await stranger.person.opens(await linkTo(address));
    await stranger.person.presses('CHANGE E-MAIL');
    await stranger.person.sees(/^This link is for a different account/);
    await shop.app.database.pool.query('update identity_email_changes set expires_at = now()');
    person.expectsComplaint(/status of 400/);
    await person.opens(await linkTo(account.email));
    await person.presses('CHANGE E-MAIL');
    await person.sees(/used or is too old/);
    await person.opens(SECURITY);
    await person.sees(account.email);
  });
});

describe('a newly activated second factor', () => {
  it('offers to end the other sessions after its recovery codes are saved', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    await account.signInBy('Firefox/140.0');
    await person.opens(SECURITY);
    await turnAppOn(person);
    expect(await person.button('End other sessions').count()).toBe(0);
    await person.presses('I HAVE SAVED THEM');
    await person.presses('End other sessions');
    await person.seesToast('All other sessions have ended.');
    const sessions = person.page.getByRole('region', { name: 'SESSIONS', exact: true });
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await person.button('End other sessions').waitFor({ state: 'detached' });
    await expect.poll(() => person.focused()).toBe('SECOND FACTOR');
  });

  it('offers nothing without other sessions', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens(SECURITY);
    await turnAppOn(person);
    await person.presses('I HAVE SAVED THEM');
    await person.sees('Turned on');
    expect(await person.button('End other sessions').count()).toBe(0);
  });
});
