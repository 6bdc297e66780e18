import { readFile } from 'node:fs/promises';
import type { UserExport } from '@perkex/contract/user-export.js';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../src/accounts.js';
import { useShop } from './support/shop.js';

const SECURITY = '/dashboard/settings/security';
const shop = useShop();

describe('the user’s own account', () => {
  it('is read by a program until its key is revoked, saved as a file, and deleted with the password, in all tabs', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    const id = await account.order('ask', { name, size: '9', price: 300 });
    await person.opens('/dashboard/settings');
    await person.follows('Keys for programs');
    await person.presses('Make a key');
    await person.types('Name', 'Bot');
    await person.presses('Make the key');
    const key = await person.page.getByText(/^pkx_live_/).textContent();
    const ask = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${shop.url}/api/getUserData/${account.uid}`, { headers })).status;
    };
    expect(await ask()).toBe(200);
    await person.presses('I HAVE SAVED IT');
    await person.presses('Revoke Bot');
    await person.presses('Revoke');
    await person.seesToast('The key “Bot” is revoked.');
    expect(await ask()).toBe(401);

    await person.opens(SECURITY);
    const second = await person.newTab();
    await second.opens('/dashboard/selling');
    await second.sees(name);

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

    await person.presses('Delete account');
    await person.seesHeading('Delete your account?');
    await expect.poll(() => person.focused()).toBe('PASSWORD');
    await person.types('PASSWORD', PASSWORD);
    await person.presses('DELETE ACCOUNT');
    await person.isAt('/');
    await person.seesToast('Your account has been deleted.');
    await second.isAt('/');
    await person.follows('Log In');
    person.expectsComplaint(/status of 401/);
    await person.logsIn(account.email);
    await person.seesToast('Invalid email or password');
  });
});
