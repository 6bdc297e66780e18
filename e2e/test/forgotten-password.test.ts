import { describe, expect, it } from 'vitest';
import { codeIn, readOutbox } from '../../server/test/identity/mail-reader.js';
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

describe('the page of a reset', () => {
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
