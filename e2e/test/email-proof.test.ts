import { describe, expect, it } from 'vitest';
import { confirmationCodeIn, readOutbox } from '../../server/test/identity/mail-reader.js';
import { newEmail, PASSWORD, SHIPPING } from '../src/accounts.js';
import { PHONE } from '../src/browser.js';
import { useShop } from './support/shop.js';

const shop = useShop({ requiresEmailProof: true, settings: () => ({ REQUIRE_EMAIL_PROOF: 'on' }) });

/** The confirmation links sent to an address. */
async function linksTo(email: string): Promise<string[]> {
  const mails = await readOutbox(shop.app.outbox);
  return mails
    .filter(({ headers }) => headers.get('to') === email)
    .map(confirmationCodeIn)
    .filter((code) => code !== null)
    .map((code) => `/confirm-email?code=${code}`);
}

/** The only such link. */
async function linkTo(email: string): Promise<string> {
  await expect.poll(() => linksTo(email)).toHaveLength(1);
  return (await linksTo(email))[0] ?? '';
}

const bidsOf = async (uid: string) =>
  (await shop.app.database.pool.query('select price_cents from orders where user_id = $1', [uid])).rows;

describe('the request to confirm the e-mail', () => {
  it('on Home names the reason, sends the mail again, and can be put off', async () => {
    const { person, account } = await shop.trader({ viewport: PHONE });
    await linkTo(account.email);
    await person.opens('/');
    const request = person.page.getByRole('region', { name: 'Confirm your e-mail' });
    await request
      .getByText('you cannot place orders, and a forgotten password removes your settings')
      .waitFor();
    await person.presses('Send again');
    await request.getByText('A link is on its way. Earlier ones no longer work.').waitFor();
    await expect.poll(() => linksTo(account.email)).toHaveLength(2);
    await person.presses('Later');
    await request.waitFor({ state: 'detached' });
    await person.opens('/dashboard/profile');
    await request.getByText(account.email).waitFor();
    await person.opens('/');
    await person.seesAllOfIt();
    expect(await request.count()).toBe(0);
  });
});

describe('a first order', () => {
  it('requires a confirmed e-mail, and the link in the mail leads back to its review', async () => {
    const { id } = await shop.product();
    const email = newEmail();
    const person = await shop.visitor();
    await person.opens('/register');
    await person.types('E-MAIL', email);
    await person.types('PASSWORD', PASSWORD);
    await person.presses('SIGN UP');
    await person.isAt('/');
    const uid = await person.page.evaluate(
      () => JSON.parse(localStorage.getItem('persist:root') ?? '{}').state.user.id as string,
    );
    for (const [path, settings] of Object.entries({ shipping: SHIPPING, payment: { payment: 'CC' } })) {
      await person.page.request.post(`/api/${path}`, {
        data: { uid, ...settings },
        headers: { origin: shop.url },
      });
    }

    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '210');
    await person.presses('Review Bid');
    await person.seesHeading('Review Bid');
    await person.page.getByRole('region', { name: 'Confirm your e-mail' }).getByText(email).waitFor();
    await person.sees('Confirm your e-mail first.');
    expect(await person.button('PLACE BID').isDisabled()).toBe(true);

    const mailed = await person.newTab();
    await mailed.opens(await linkTo(email));
    await mailed.seesToast('Your e-mail is confirmed.');
    await mailed.isAt(`/buy/${id}?size=9`);
    await mailed.seesHeading('Review Bid');
    await mailed.sees('210$');
    // The old tab notices on its own.
    await person.seesNoMore('Confirm your e-mail first.');
    expect(await person.button('PLACE BID').isDisabled()).toBe(false);

    await mailed.presses('PLACE BID');
    await mailed.isAt('/dashboard/buying');
    await expect.poll(() => bidsOf(uid)).toEqual([{ price_cents: 21_000 }]);
    // The old tab sends the same order, which is not placed again, and is notified.
    await person.sees('This order has already been placed: you will find it on your dashboard.');
    expect(await person.button('PLACE BID').isDisabled()).toBe(true);
    expect(await bidsOf(uid)).toHaveLength(1);
  });
});
