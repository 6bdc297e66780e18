import { readFile } from 'node:fs/promises';
import type { UserExport } from '@perkex/contract/user-export.js';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/accounts.js';
import { useShop } from './support/shop.js';

const SECURITY = '/dashboard/settings/security';
const shop = useShop();

describe('the user’s own data', () => {
  it('can be saved as a file from the security page', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    const id = await account.order('ask', { name, size: '9', price: 300 });
    await person.opens(SECURITY);
    const downloading = person.page.waitForEvent('download');
    await person.presses('Download my data');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('perkex-export.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as UserExport;
    expect([data.uid, data.account?.email, data.orders.map((order) => order.id)]).toEqual([
      account.uid,
      account.email,
      [id],
    ]);
    await person.seesToast('Your data has been downloaded.');
  });

  it('are not saved when the server refuses, and the page says so', async () => {
    const { person } = await shop.trader();
    await person.opens(SECURITY);
    person.expectsComplaint(/ERR_FAILED/);
    await person.page.route('**/api/export', (route) => route.abort());
    await person.presses('Download my data');
    await person.seesToast('The connection to PerkeX is lost. Please try again.');
  });
});

describe('the user’s own account', () => {
  it('can be deleted on the security page with the password, in all tabs', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    await account.order('ask', { name, size: '9', price: 300 });
    await person.opens(SECURITY);
    const second = await person.newTab();
    await second.opens('/dashboard/selling');
    await second.sees(name);
    await person.presses('Delete account');
    await person.seesHeading('Delete your account?');
    await expect.poll(() => person.focused()).toBe('PASSWORD');
    person.expectsComplaint(/status of 403/);
    await person.types('PASSWORD', 'not this one');
    await person.presses('DELETE ACCOUNT');
    await person.seesFault('PASSWORD', 'This is not the password of your account.');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('DELETE ACCOUNT');
    await person.isAt('/');
    await person.seesToast('Your account has been deleted.');
    await second.isAt('/');
    await person.opens('/login');
    person.expectsComplaint(/status of 401/);
    await person.logsIn(account.email);
    await person.seesToast('Invalid email or password');
  });

  it('stays when the dialog is cancelled, and the focus is restored', async () => {
    const { person, account } = await shop.trader();
    await person.opens(SECURITY);
    for (const leaves of [() => person.presses('BACK'), () => person.page.keyboard.press('Escape')]) {
      await person.presses('Delete account');
      await person.seesHeading('Delete your account?');
      await leaves();
      await expect.poll(() => person.focused()).toBe('Delete account');
    }
    await account.post('/payout', { payout: 'CC' });
  });
});
