import { startMaintenance } from '@perkex/server/process/maintenance.js';
import { expect, it, onTestFinished } from 'vitest';
import { PHONE } from '../src/browser.js';
import { faultsOf } from './support/accessibility.js';
import { arriveAsMember } from './support/members.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true });

it('a trader whom an admin blocks sees their order go and the reason at the bell, and can trade again after the end', async () => {
  shop.app.jobs.start();
  onTestFinished(startMaintenance([shop.app.userBlocks.maintenance], { error: console.error }));
  const consumers = await shop.app.startConsumers();
  onTestFinished(() => consumers.close());
  const product = await shop.product();
  const { person: trader, account } = await shop.trader();
  const order = { name: product.name, size: '9', price: 240 };
  await account.order('ask', order);
  await trader.opens('/dashboard/selling');
  await trader.page.getByRole('link', { name: product.name }).first().waitFor();
  await expect.poll(() => trader.answeredStreams()).toContain('/api/live/me');

  const ann = await arriveAsMember(shop, 'ann', 'admin', { viewport: PHONE });
  await ann.opens('/desk');
  await ann.follows('Users');
  await ann.page.getByRole('searchbox').fill(account.email.toUpperCase());
  await ann.presses('Search');
  expect(await faultsOf(ann)).toEqual([]);
  await ann.page.getByRole('list', { name: 'Users' }).getByRole('link').click();
  await ann.seesHeading('Trading');
  await ann.sees(`${account.email} (not confirmed)`);
  expect(await faultsOf(ann)).toEqual([]);
  await ann.presses('Block');
  const dialog = ann.page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption('Pairs were not authentic');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await ann.sees('Blocked: Pairs were not authentic');

  await trader.page.getByRole('link', { name: product.name }).first().waitFor({ state: 'detached' });
  await trader.page.getByRole('button', { name: /^Notifications, [12] unread$/ }).click();
  await trader.sees(
    'You can no longer place orders. Pairs that you have sent were not authentic. Your deals continue.',
  );
  expect(await faultsOf(trader)).toEqual([]);
  await expect(account.order('ask', order)).rejects.toThrow(/blocked/);

  await ann.presses('End the block');
  await dialog.getByRole('button', { name: 'End the block' }).click();
  await ann.sees('May place orders.');
  await account.order('ask', order);
  await trader.page.getByRole('link', { name: product.name }).first().waitFor();
  await ann.follows('Acts about this user');
  await ann.page.getByRole('listitem').getByText('Unblock user').waitFor();
  expect(await faultsOf(ann)).toEqual([]);
});
