import type { Consumers } from '@perkex/server/feed/consumers.js';
import { expiryReminders } from '@perkex/server/orders/expiry-reminders.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readOutbox } from '../../server/test/identity/mail-reader.js';
import { age } from '../../server/test/market.js';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { useShop } from './support/shop.js';

const shop = useShop();

let consumers: Consumers;

/** Starts notifications as a server does. */
beforeAll(async () => {
  consumers = await shop.app.startConsumers();
});

afterAll(() => consumers.close());

const bell = (person: Person, unread: number) =>
  person.button(unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`).waitFor();

/** Waits until the tab has its own stream, which delivers all later events. */
async function follows(person: Person): Promise<void> {
  await expect.poll(() => person.answeredStreams()).toContain('/api/live/me');
  await person.seesAllOfIt();
}

async function provesEmail({ uid }: Account): Promise<void> {
  await shop.app.database.pool.query('update identity_users set email_verified = true where id = $1', [uid]);
}

/** A seller at a browser, and a function that makes another user buy a pair from them at a price. */
async function seller(options: Parameters<typeof shop.trader>[0] = {}) {
  const product = await shop.product();
  const { person, account } = await shop.trader(options);
  const buyer = await shop.account();
  const sells = async (price: number) => {
    const order = { name: product.name, size: '9', price };
    await account.order('ask', order);
    await buyer.order('buy', order);
  };
  return { product, person, account, sells };
}

describe('the bell', () => {
  it('counts a notification for the seller when another user buys, shows it, and sends a mail', async () => {
    const { product, person, account, sells } = await seller();
    await provesEmail(account);
    await person.opens('/');
    await bell(person, 0);
    await follows(person);
    await sells(240);
    await bell(person, 1);
    await person.page.getByRole('status').filter({ hasText: 'You have a notification.' }).waitFor();
    await expect
      .poll(async () => {
        const mails = await readOutbox(shop.app.outbox);
        return mails.find(
          ({ headers }) => headers.get('to') === account.email && headers.has('list-unsubscribe'),
        );
      })
      .toMatchObject({ text: expect.stringContaining(`You sold ${product.name} in size 9 for 240$`) });
    await person.presses('Notifications, 1 unread');
    await person.sees('Sold for 240$');
    await person.page.getByRole('link', { name: /Sold for 240\$/ }).click();
    await person.isAt('/dashboard/selling?list=sales');
    await person.page.getByRole('row').filter({ hasText: product.name }).getByText('240$').first().waitFor();
    await bell(person, 0);
  });

  it('updates when notifications are read in another browser', async () => {
    const { person, account, sells } = await seller();
    const other = await shop.personOf(account);
    for (const tab of [person, other]) {
      await tab.opens('/');
      await follows(tab);
    }
    await sells(200);
    await sells(201);
    await Promise.all([bell(person, 2), bell(other, 2)]);
    await other.presses('Notifications, 2 unread');
    await Promise.all([bell(person, 0), bell(other, 0)]);
  });
});

describe('the mail of an order that expires within a day', () => {
  it('leads to its row, where it is renewed', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    await provesEmail(account);
    await account.order('bid', { name: product.name, size: '9', price: 150, expiresIn: 3 });
    await age(shop.app.database, 2);
    await expiryReminders(shop.app.database.pool, shop.app.notifications.newWriter()).work();
    const link = await vi.waitUntil(async () => {
      const mails = await readOutbox(shop.app.outbox);
      const mail = mails.find(({ headers }) => headers.get('to') === account.email);
      return mail?.text.match(/\S+\/dashboard\/buying\?\S+/)?.[0];
    }, 60_000);
    const { pathname, search } = new URL(link);
    await person.opens(pathname + search);
    await person.presses(`Renew bid for 30 days: ${product.name}, size 9`);
    await person.seesToast(`Your bid of 150$ for ${product.name}, size 9 expires in 30 days.`);
    await person.button(/^Renew bid/).waitFor({ state: 'detached' });
    const { rows } = await shop.app.database.pool.query(
      `select expires_at > now() + interval '29 days' as "isRenewed" from orders where user_id = $1`,
      [account.uid],
    );
    expect(rows).toEqual([{ isRenewed: true }]);
  });
});

describe('the list of notifications', () => {
  it('can be read and closed with the keyboard', async () => {
    const { person, sells } = await seller();
    await sells(200);
    await sells(210);
    await person.opens('/');
    await bell(person, 2);
    await person.button('Notifications, 2 unread').focus();
    await person.page.keyboard.press('Enter');
    await person.sees('Sold for 210$');
    expect(await person.page.getByRole('listitem').filter({ hasText: 'Sold for' }).allInnerTexts()).toEqual([
      expect.stringContaining('Sold for 210$'),
      expect.stringContaining('Sold for 200$'),
    ]);
    await bell(person, 0);
    await person.page.keyboard.press('Escape');
    await person.seesNoMore('Sold for 210$');
    expect(await person.page.evaluate('document.activeElement.ariaLabel')).toBe('Notifications');
  });

  it('has space for the longest prices on every screen, and is accessible', async () => {
    const { person, sells } = await seller({ viewport: PHONE, colorScheme: 'light' });
    await sells(1_000_000);
    for (const path of ['/', '/dashboard/settings']) {
      await person.opens(path);
      await person.button(/^Notifications/).click();
      await person.sees('Sold for 1000000$');
      await person.seesAllOfIt();
      for (const viewport of [PHONE, { width: 320, height: 640 }, DESKTOP]) {
        await person.page.setViewportSize(viewport);
        await person.draws();
        const widest = await person.page.evaluate(() => document.documentElement.scrollWidth);
        expect(widest, path).toBeLessThanOrEqual(viewport.width);
      }
    }
    await person.page.setViewportSize(PHONE);
    await person.draws();
    expect(await faultsOf(person), 'in the dashboard').toEqual([]);
  });
});

describe('the settings', () => {
  it('turn mails of each kind on and off', async () => {
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/settings');
    await person.sees(/^Confirm your e-mail to get mails/);
    await person.presses('Send the link');
    await person.sees(/^A link is on its way\./);
    await provesEmail(account);
    await person.page.reload();
    await person.sees('Besides the bell, mail me when:');
    const outbid = person.page.getByLabel('I have been outbid');
    expect([
      await outbid.isChecked(),
      await person.page.getByLabel('I have sold or bought a pair').isChecked(),
    ]).toEqual([false, true]);
    await outbid.check();
    await person.seesToast('These mails are turned on.');
    await person.page.reload();
    await outbid.and(person.page.locator(':checked')).waitFor();
  });
});
