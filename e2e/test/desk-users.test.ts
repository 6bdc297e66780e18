import { fileURLToPath } from 'node:url';
import { transaction } from '@perkex/server/database/transaction.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import { startMaintenance } from '@perkex/server/process/maintenance.js';
import { revokeRole } from '@perkex/server/users/members.js';
import { expect, it, onTestFinished } from 'vitest';
import { readOutbox } from '../../server/test/identity/mail-reader.js';
import { buildTestApp } from '../../server/test/test-app.js';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { addSecondFactor, arriveAsMember } from './support/members.js';
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
  await ann.page.getByRole('list', { name: 'Users' }).getByRole('link').click();
  await ann.seesHeading('Trading');
  await ann.sees(`${account.email} (not confirmed)`);
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
  await expect(account.order('ask', order)).rejects.toThrow(/blocked/);

  await ann.presses('End the block');
  await dialog.getByRole('button', { name: 'End the block' }).click();
  await ann.sees('May place orders.');
  await account.order('ask', order);
  await trader.page.getByRole('link', { name: product.name }).first().waitFor();
  await ann.follows('Acts about this user');
  await ann.page.getByRole('listitem').getByText('Unblock user').waitFor();
});

/** A second server on the market's database, whose clock can be moved. */
async function secondServer() {
  let aheadMs = 0;
  const clock = {
    wallMs: () => Date.now() + aheadMs,
    steadyMs: () => performance.now() + aheadMs,
  };
  const { database } = shop.app;
  const pages = await readWebBuild(fileURLToPath(new URL('../../web/dist', import.meta.url)));
  const server = await buildTestApp({ payments: { provider: 'play' }, database, pages, clock });
  onTestFinished(() => server.close());
  return {
    url: await server.app.listen({ host: 'localhost', port: 0 }),
    async isAt(ms: number): Promise<void> {
      aheadMs = ms;
      await server.feed.poll();
    },
  };
}

const MINUTE_MS = 60_000;

/** A time as the field of a form has it, in the time of the browser. */
function inField(person: Person, afterMs: number): Promise<string> {
  return person.page.evaluate((atMs) => {
    const date = new Date(atMs);
    return new Date(atMs - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, Date.now() + afterMs);
}

it('visitors of another server see a banner and an announcement begin and end, and dismiss the announcement', async () => {
  const second = await secondServer();
  const ann = await arriveAsMember(shop, 'anna', 'admin');
  const period = async () => {
    await ann.types('Start, in your time', await inField(ann, 60 * MINUTE_MS));
    await ann.types('End, in your time', await inField(ann, 120 * MINUTE_MS));
  };
  await ann.opens('/desk');
  await ann.follows('Campaigns');
  await ann.follows('New banner');
  await ann.types('Title', 'The autumn pairs');
  await ann.types('Sentence', 'New in all sizes.');
  await ann.types('Link text', 'See them');
  await ann.types('Page path, such as /browse', 'https://elsewhere.example');
  await period();
  ann.expectsComplaint(/status of 422/);
  await ann.presses('Save');
  await ann.sees('It must be the path of a page of this market, such as /browse');
  await ann.types('Page path, such as /browse', '/browse?sort=newest');
  expect(await faultsOf(ann)).toEqual([]);
  await ann.presses('Save');
  await ann.follows('New announcement');
  await ann.types('Sentence', 'We check pairs until Friday.');
  await period();
  await ann.presses('Save');
  await ann.page.getByRole('link', { name: /We check pairs until Friday/ }).waitFor();

  const phone = await shop.visitor({ viewport: PHONE });
  const desktop = await shop.visitor();
  const announcement = ({ page }: Person) => page.getByRole('complementary', { name: 'Announcement' });
  const shownTo = async (person: Person) => {
    await person.page.goto(second.url);
    await person.seesAllOfIt();
    const banner = person.page.getByRole('heading', { name: 'The autumn pairs' });
    return [await banner.count(), await announcement(person).count()];
  };
  expect(await shownTo(desktop)).toEqual([0, 0]);
  await second.isAt(61 * MINUTE_MS);
  for (const person of [phone, desktop]) {
    expect(await shownTo(person)).toEqual([1, 1]);
  }
  expect(await faultsOf(phone)).toEqual([]);
  for (const person of [phone, desktop]) {
    await person.presses('Dismiss the announcement');
  }
  expect(await shownTo(phone)).toEqual([1, 0]);
  await second.isAt(121 * MINUTE_MS);
  expect(await shownTo(desktop)).toEqual([0, 0]);
});

it('a member is invited by mail, works on a phone until the role ends, and the journal and the record have what was done', async () => {
  const { pool } = shop.app.database;
  const ann = await arriveAsMember(shop, 'annika', 'admin');
  const { person: bea, account } = await shop.trader({ viewport: PHONE });
  await pool.query('update identity_users set email_verified = true where id = $1', [account.uid]);
  await ann.opens('/desk');
  await ann.follows('Members');
  await ann.types('E-mail', account.email);
  await ann.types('Permanent name in the records', 'bea');
  await ann.presses('Invite');
  await ann.sees(`A mail to ${account.email} is on its way. Its link works for 7 days.`);

  const links = async () =>
    (await readOutbox(shop.app.outbox))
      .filter(({ headers }) => headers.get('to') === account.email)
      .flatMap(({ text }) => /\/invitation\?code=\w+/.exec(text)?.[0] ?? []);
  await expect.poll(links).toHaveLength(1);
  await bea.opens((await links())[0] ?? '');
  await bea.button('ACCEPT').waitFor();
  expect(await faultsOf(bea)).toEqual([]);
  await bea.presses('ACCEPT');
  await bea.sees(/Turn on a second factor if you have none/);
  await addSecondFactor(shop, account.uid);
  await bea.follows('Go to the desk');
  await bea.seesHeading('Desk');
  expect(await bea.page.getByRole('navigation', { name: 'Desk' }).getByRole('link').allInnerTexts()).toEqual([
    'Desk',
  ]);

  await ann.page.getByRole('list', { name: 'Members' }).getByRole('link', { name: 'bea' }).waitFor();
  await ann.follows('Journal');
  const acts = ann.page.getByRole('listitem');
  await acts.getByText('Accept invitation').or(acts.getByText('Set role')).first().waitFor();
  await ann.page.getByLabel('Member').selectOption('annika');
  await acts.getByText('Invite member').first().waitFor();
  const [file] = await Promise.all([ann.page.waitForEvent('download'), ann.presses('Download as CSV')]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);

  await ann.follows('Users');
  await ann.page.getByRole('searchbox').fill(account.email);
  await ann.presses('Search');
  await ann.page.getByRole('list', { name: 'Users' }).getByRole('link').click();
  await ann.seesHeading('Trading');
  await ann.opens('/help/record');
  await ann.seesHeading('Our record');

  bea.expectsComplaint(/status of 404/);
  await transaction(pool, (tx) => revokeRole(tx, 'bea', 'test'));
  await bea.opens('/desk');
  await bea.isAt('/');
  await bea.opens('/help/record');
  await bea.seesHeading('Our record');
  expect(await faultsOf(bea)).toEqual([]);
});
