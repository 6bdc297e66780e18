import { describe, expect, it } from 'vitest';
import { codeIn, confirmationCodeIn, readOutbox } from '../../server/test/identity/mail-reader.js';
import { newEmail, PASSWORD } from '../src/accounts.js';
import { PHONE } from '../src/browser.js';
import { delayed } from './support/faults.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

/** Orders require no confirmed e-mail here, as in every trial. */
const shop = useShop();

const NEW_PASSWORD = 'a whole new password';

const mailsTo = async (email: string) =>
  (await readOutbox(shop.app.outbox)).filter(({ headers }) => headers.get('to') === email);

async function resetLink(email: string): Promise<string> {
  await fetch(`${shop.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify({ email }),
  });
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const [mail] = await mailsTo(email);
  return `/reset-password?oobCode=${codeIn(mail!)}`;
}

describe('a new user', () => {
  it('is asked on Home and Profile to confirm the e-mail, with the reason, until it is confirmed', async () => {
    const email = newEmail();
    const person = await shop.visitor({ viewport: PHONE });
    await person.opens('/register');
    await person.types('E-MAIL', email);
    await person.types('PASSWORD', PASSWORD);
    await person.presses('SIGN UP');
    await person.isAt('/');
    const request = person.page.getByRole('region', { name: 'Confirm your e-mail' });
    await request.getByText('a forgotten password removes your settings and open orders').waitFor();
    await person.presses('Later');
    await request.waitFor({ state: 'detached' });
    await person.opens('/');
    expect(await request.count()).toBe(0);

    await person.opens('/dashboard/profile');
    await request.getByText(email).waitFor();
    await person.presses('Send the link');
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    const [mail] = await mailsTo(email);
    await person.opens(`/confirm-email?code=${confirmationCodeIn(mail!)}`);
    await person.seesToast('Your e-mail is confirmed.');
    await person.opens('/dashboard/profile');
    await person.seesHeading('Profile');
    await person.seesAllOfIt();
    expect(await request.count()).toBe(0);
  });
});

describe('the page of a reset', () => {
  it('lists the data that a new password removes before it is set', async () => {
    const { name } = await shop.product();
    const account = await shop.account();
    await account.order('ask', { name, size: '9', price: 300 });
    await account.order('bid', { name, size: '9', price: 100 });
    await account.order('bid', { name, size: '8', price: 100 });
    await account.post('/sizes', { system: 'eu', size: null });
    const stranger = await shop.visitor();
    await stranger.opens(await resetLink(account.email));
    const list = stranger.page.getByRole('region', { name: 'What is removed' });
    await list.waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      'Shipping, payout and payment',
      '1 open ask',
      '2 open bids',
      'Sizes and mail settings',
    ]);
    await stranger.types('PASSWORD', NEW_PASSWORD);
    await stranger.presses('RESET PASSWORD');
    await stranger.isAt('/login');
    await stranger.logsIn(account.email, { password: NEW_PASSWORD, remember: true });
    await stranger.isAt('/');
    await stranger.opens('/dashboard/selling');
    await stranger.sees('--');
  });

  it('lists and removes nothing in the browser that signed up', async () => {
    const { name } = await shop.product();
    const account = await shop.account();
    await account.order('ask', { name, size: '9', price: 300 });
    const owner = await shop.personOf(account);
    owner.expectsComplaint(/status of 401.*unread/);
    await owner.opens(await resetLink(account.email));
    await owner.seesAllOfIt();
    expect(await owner.page.getByRole('region', { name: 'What is removed' }).count()).toBe(0);
    await owner.types('PASSWORD', NEW_PASSWORD);
    const reset = await delayed(owner.page, '/api/auth/reset-password');
    // The page of the reset stays for longer, and must not ask what its code, which has been used, would remove.
    const nextPage = await hold(owner.page, '/assets/login-page-*.js');
    // The reset ends this browser's session, too, so the number of unread notifications is refused.
    const refusedRead = owner.page.waitForResponse((response) => response.status() === 401);
    await owner.presses('RESET PASSWORD');
    await refusedRead;
    await reset.end();
    await owner.seesToast('Successfully set new password!');
    await owner.draws();
    await nextPage.end();
    await owner.isAt('/login');
    expect(await owner.page.getByText('Your session has ended').count()).toBe(0);
    await owner.logsIn(account.email, { password: NEW_PASSWORD, remember: true });
    await owner.isAt('/');
    await owner.opens('/dashboard/selling');
    await owner.page.getByRole('row').filter({ hasText: name }).waitFor();
  });
});
