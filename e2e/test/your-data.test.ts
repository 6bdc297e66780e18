import { readFile } from 'node:fs/promises';
import type { UserExport } from '@perkex/contract/user-export.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Perkex } from '../../client/src/perkex.js';
import { HookReceiver, RECEIVER_TERMS } from '../../server/test/hook-receiver.js';
import { PASSWORD } from '../src/accounts.js';
import { useShop } from './support/shop.js';

const SECURITY = '/dashboard/settings/security';
describe('the user’s own account', () => {
  const shop = useShop();

  it('is read by a program until its key is revoked, saved as a file, and deleted with the password, in all tabs', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    const id = await account.order('ask', { name, size: '9', price: 300 });
    await person.opens('/dashboard/settings');
    await person.follows('API keys');
    await person.presses('Make a key');
    await person.types('Name', 'Bot');
    await person.presses('Make the key');
    const key = await person.page.getByText(/^pkx_live_/).innerText();
    const program = new Perkex({ url: shop.url, key });
    expect((await program.call('userData')).asks.map((ask) => ask.id)).toContain(id);
    await person.presses('I HAVE SAVED IT');
    await person.presses('Revoke Bot');
    await person.presses('Revoke');
    await person.seesToast('The key “Bot” is revoked.');
    await expect(program.call('userData')).rejects.toMatchObject({ status: 401, code: 'invalid-key' });

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

describe('a webhook', () => {
  // A further server process would not deliver to an address of this machine.
  const shop = useShop({ servers: 1, fetchTerms: RECEIVER_TERMS });

  it('is made, shows a delivery that fails with its answer, and sends it again', async () => {
    const receiver = await HookReceiver.open();
    onTestFinished(() => receiver.close());
    receiver.answers(500, {}, 'out of <b>order</b>');
    const deliver = () => shop.app.webhooks?.deliverDue();
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/settings');
    await person.follows('Webhooks');
    await person.presses('Make a webhook');
    await person.types('Address', receiver.url);
    await person.presses('Make the webhook');
    await person.sees(/^whsec_/);
    await person.presses('I HAVE SAVED IT');
    await account.order('ask', { name, size: '9', price: 300 });
    await shop.app.consumeFeed();
    await deliver();
    await person.follows('Deliveries');
    await person.sees('Answer 500');
    await person.sees('out of <b>order</b>');

    receiver.answers(200);
    await person.presses('Retry event 1');
    await person.seesToast('One event is sent again.');
    await deliver();
    await person.sees('Answer 200');
    const replayed = person.page.waitForResponse(/webhooks\/replay$/);
    await person.presses('Replay event 1');
    await replayed;
    await deliver();
    await expect.poll(() => receiver.numbers).toEqual([1, 1, 1]);
    await person.sees(/^3 attempts/);
  });
});
