import { describe, expect, it } from 'vitest';
import { changeCodeIn, readOutbox } from '../../server/test/identity/mail-reader.js';
import { newEmail, PASSWORD } from '../src/accounts.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SECURITY = '/dashboard/settings/security';

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
    // An open page would notice the end of its session, and forget the login, at a time of its own.
    await elsewhere.page.goto('/robots.txt');

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
});
